/**
 * Transactions sent from the app and kept in storage: by account and network, across reloads and tabs, next to the API’s history.
 */
import { expect, test, vi } from 'vitest'
import { fakeAccounts, fakeApi, fakeWallet, memoryStorage, never } from '../../mocks/index.ts'
import type { LocalTransaction } from '../../machines/transactions/sent.types.ts'
import { transactionsMachine } from '../../machines/index.ts'
import { mergeSent, withEntry, withPosition, withSettled } from '../../machines/transactions/sent.rules.ts'
import type { ChainAdapter } from '../../sdk/chains/adapter.ts'
import { readPersisted } from '../../sdk/storage/stored.ts'
import { mainnet, withRecent } from '../../sdk/index.ts'
import { withLock } from '../../sdk/platform/locks.ts'
import type { StoragePort } from '../../sdk/instance/ports.ts'
import { accountOf, activityOf, recentOf } from '../support/features.ts'
import { connected, ether, instance, pass, settle } from '../support/instance.ts'
import { run } from '../support/run.ts'
import { transactionOf } from '../support/wire.ts'
import { draft } from './page.ts'

const [me, receiver] = fakeAccounts
const hash = `0x${'ab'.repeat(32)}`
const ID = `eip155:1:${me}`
const entry = (index: number, more: Partial<LocalTransaction> = {}): LocalTransaction => ({
  kind: 'send',
  to: receiver,
  moved: [{ direction: 'out', amount: '1', symbol: 'ETH' }],
  hash: `0x${String(index).padStart(64, '0')}`,
  at: index,
  status: 'success',
  ...more,
})
const stored = (storage: StoragePort) => readPersisted(storage, 'default').persisted.transactions
const storingApp = (entries: readonly LocalTransaction[], id = ID) =>
  memoryStorage(
    new Map([
      ['latchkey.default.transactions', JSON.stringify({ version: 1, value: { [id]: entries } })],
      ['latchkey.default.networkId', JSON.stringify({ version: 1, value: 'eip155:1' })],
      ['latchkey.default.connections', JSON.stringify({ version: 1, value: { eip155: { connectorId: 'fake' } } })],
    ]),
  )

/** An app without a project id, connected, that has sent 1.5 ETH to the second account. */
async function sent(chain: Partial<ChainAdapter> = {}, options: Parameters<typeof connected>[0] = {}) {
  const made = await connected({
    projectId: '',
    wallet: fakeWallet({ eth_sendTransaction: hash }),
    chain,
    ...options,
  })
  await draft(made.latchkey, ether('2.5'), '1.5', receiver)
  made.latchkey.dispatch({ type: 'send.submit' })
  await settle()
  return made
}
const look = async ({ latchkey }: Pick<Awaited<ReturnType<typeof sent>>, 'latchkey'>) => {
  latchkey.dispatch({ type: 'account.selectTab', tab: 'Activity' })
  await settle()
  return recentOf(latchkey)
}
/** The next visit to the same app. */
async function reloaded(storage: ReturnType<typeof memoryStorage>, options: Parameters<typeof instance>[0] = {}) {
  const made = instance({ projectId: '', storage, wallet: fakeWallet(), ...options })
  made.latchkey.start()
  await settle()
  expect(made.latchkey.getAccount().status).toBe('connected')
  return made
}

/** An app without a project id, connected, that has sent 1.5 ETH through its own wallet request. */
async function sentByPage() {
  const made = await connected({ projectId: '', wallet: fakeWallet({ eth_sendTransaction: hash }) })
  expect((await made.latchkey.sendTransaction({ to: receiver, value: 15n * 10n ** 17n })).status).toBe('done')
  await settle()
  return made
}
test.each([
  ['in the modal', sent, 'success'],
  ['by the app', sentByPage, 'pending'],
] as const)('a transaction sent %s adds the Activity tab, and is known on the next visit', async (_, send, status) => {
  const made = await send()
  const told = { kind: 'send', to: receiver, moved: [{ direction: 'out', amount: '1.5', symbol: 'ETH' }], hash }
  expect(stored(made.storage)).toMatchObject({ [ID]: [{ ...told, status }] })
  expect(accountOf(made.latchkey).getSnapshot().context.tabs).toEqual(['Tokens', 'Activity'])
  expect((await look(made)).getSnapshot().context.entries).toMatchObject([told])
  made.latchkey.stop()

  const next = await reloaded(made.storage)
  expect(accountOf(next.latchkey).getSnapshot().context.tabs).toEqual(['Tokens', 'Activity'])
  expect((await look(next)).getSnapshot().context.entries).toMatchObject([told])
})

test('nothing is stored when the user declines, the answer is not a hash, or nothing is sent', async () => {
  const transaction = { to: receiver, value: 10n ** 18n }
  const wallet = fakeWallet({ eth_sendTransaction: '0x5', personal_sign: hash })
  const { latchkey, storage } = await connected({ projectId: '', wallet })
  await latchkey.sendTransaction(transaction)
  await latchkey.signMessage('Hello')
  wallet.answers['eth_sendTransaction'] = async () => {
    throw Object.assign(new Error('No'), { code: 4001 })
  }
  expect((await latchkey.sendTransaction(transaction)).status).toBe('declined')
  await settle()
  expect(stored(storage)).toBeUndefined()
  expect(accountOf(latchkey).getSnapshot().context.tabs).toEqual(['Tokens'])
})

test('stored transactions add the Activity tab once they are read, even after the connection', async () => {
  const { latchkey } = await connected({ projectId: '' })
  const account = accountOf(latchkey)
  account.send({ type: 'storage.restored', persisted: { transactions: { [`eip155:1:${receiver}`]: [entry(1)] } } })
  expect(account.getSnapshot().context.tabs).toEqual(['Tokens'])
  await latchkey.load('recent')
  const shown = recentOf(latchkey)
  for (const actor of [account, shown])
    actor.send({ type: 'storage.restored', persisted: { transactions: { [ID]: [entry(1)] } } })
  expect(shown.getSnapshot().context.entries).toEqual([entry(1)])
  expect(account.getSnapshot().context.tabs).toEqual(['Tokens', 'Activity'])
})

test('the Activity tab is absent when nothing was sent, or when the history is off', async () => {
  const { latchkey } = await connected({ projectId: '' })
  expect(accountOf(latchkey).getSnapshot().context.tabs).toEqual(['Tokens'])
  const without = await sent({}, { features: { history: false } })
  expect(accountOf(without.latchkey).getSnapshot().context.tabs).toEqual(['Tokens'])
  await expect(without.latchkey.load('recent')).resolves.toMatchObject({ status: 'failed' })
})

test('a pending transaction is polled on the next visit while the user looks at the activity, and no longer [4.34] [9.9]', async () => {
  const made = await sent({ awaitReceipt: never })
  expect(stored(made.storage)?.[ID]).toMatchObject([{ hash, status: 'pending' }])
  made.latchkey.stop()

  const asked: string[] = []
  let found = false
  const next = await reloaded(made.storage, {
    chain: {
      awaitReceipt: async (input) => {
        asked.push(input.hash)
        return never()
      },
      fetchReceipt: async (input) => {
        asked.push(input.hash)
        return found ? { status: 'success', hash: input.hash } : undefined
      },
    },
  })
  await pass(next.clock, 300_000, 10)
  expect(asked).toEqual([])
  const recent = await look(next)
  expect(recent.getSnapshot().value).toBe('watching')
  await pass(next.clock, 120_000, 8)
  expect(asked.length).toBeGreaterThan(2)

  // The Activity tab is closed, so that nothing is polled.
  next.latchkey.dispatch({ type: 'account.selectTab', tab: 'Tokens' })
  await settle()
  const before = asked.length
  await pass(next.clock, 300_000, 10)
  expect(asked).toHaveLength(before)

  found = true
  next.latchkey.dispatch({ type: 'account.selectTab', tab: 'Activity' })
  await pass(next.clock, 120_000, 8)
  expect(recent.getSnapshot().context.entries).toMatchObject([{ hash, status: 'success' }])
  expect(stored(next.storage)?.[ID]).toMatchObject([{ hash, status: 'success' }])
})

test.each([
  ['a nonce', { nonce: 7, doing: `${receiver} 1 0x` }],
  ['coins', { coins: [`${'cd'.repeat(32)}:1`], doing: 'script 1' }],
] as const)('a replaced transaction is found by %s [9.9]', async (_, position) => {
  const made = await sent({ awaitReceipt: never, readPosition: async () => position })
  expect(stored(made.storage)?.[ID]).toMatchObject([{ hash, status: 'pending', position }])
  made.latchkey.stop()

  const other = `0x${'ef'.repeat(32)}`
  const next = await reloaded(made.storage, {
    chain: {
      awaitReceipt: never,
      readPosition: never,
      fetchReceipt: async (input) =>
        JSON.stringify(input.position) === JSON.stringify(position) ? { status: 'replaced', hash: other } : undefined,
    },
  })
  const recent = await look(next)
  await pass(next.clock, 300_000, 10)
  expect(recent.getSnapshot().context.entries).toMatchObject([{ hash, status: 'replaced', finalHash: other }])
  // A settled transaction is stored without its place.
  expect(stored(next.storage)?.[ID]?.[0]).not.toHaveProperty('position')
})

test('a place is not stored when it is too long, or when its transaction is settled', () => {
  const pending = [entry(1, { status: 'pending' })]
  const { hash: own } = entry(1)
  expect(withPosition(pending, { hash: own, position: { nonce: 1, doing: 'x'.repeat(4_097) } })).toEqual(pending)
  expect(withPosition([entry(1)], { hash: own, position: { nonce: 1, doing: 'x' } })).toEqual([entry(1)])
  const placed = withPosition(pending, { hash: own, position: { nonce: 1, doing: 'x' } })
  // A tab that does not have the place does not remove it.
  expect(withEntry(placed, entry(1, { status: 'pending' }))).toEqual(placed)
})

test('a transaction that is pending for 14 days is not polled any more', async () => {
  const day = 86_400_000
  const asked: string[] = []
  const chain: Partial<ChainAdapter> = {
    awaitReceipt: async (input) => {
      asked.push(input.hash)
      return never()
    },
  }
  const entries = [entry(15, { at: 14 * day, status: 'pending' }), entry(1, { at: 0, status: 'pending' })]
  const made = instance({
    projectId: '',
    storage: storingApp(entries),
    wallet: fakeWallet(),
    chain,
  })
  made.clock.increment(14 * day)
  made.latchkey.start()
  await settle()
  await look(made)
  expect(asked).toEqual([entry(15).hash])
})

test('switching the account hides the transactions of the previous one, and stops their polling', async () => {
  const wallet = fakeWallet()
  let looks = 0
  const made = await reloaded(storingApp([entry(1, { status: 'pending' })]), {
    wallet,
    chain: {
      awaitReceipt: never,
      fetchReceipt: async () => {
        looks += 1
        return undefined
      },
    },
  })
  const recent = await look(made)
  recent.send({
    type: 'transaction.sent',
    ...entry(2),
    networkId: 'eip155:1',
    address: receiver,
    status: 'pending',
    sentFor: { kind: 'send', to: me, moved: [] },
  })
  expect(recent.getSnapshot().context.entries).toEqual([entry(1, { status: 'pending' })])
  await pass(made.clock, 60_000, 4)
  expect(looks).toBeGreaterThan(0)
  wallet.emit('accountsChanged', [receiver])
  await settle()
  expect(made.latchkey.getAccount()).toMatchObject({ address: receiver })
  expect(accountOf(made.latchkey).getSnapshot().context.tabs).toEqual(['Tokens'])
  const before = looks
  await pass(made.clock, 300_000, 10)
  expect(looks).toBe(before)
  // It stays stored for when that account comes back.
  expect(stored(made.storage)?.[ID]).toHaveLength(1)
})
test('a transaction that a caller waits for is still polled after the activity is closed [4.34]', () => {
  const { actor } = run(transactionsMachine, { input: { watchPending: false } })
  const item = { hash, network: mainnet, from: me }
  actor.send({ type: 'transactions.check', sent: [item] })
  actor.send({ type: 'transactions.watch', ...item })
  actor.send({ type: 'transactions.check', sent: [] })
  expect(actor.getSnapshot().children[`transaction:${hash}`]?.getSnapshot().value).toBe('confirming')
})

test('a disconnect deletes the stored transactions, and later results are not stored [4.19]', async () => {
  const confirming: ((receipt: { status: 'success'; hash: string }) => void)[] = []
  const made = await sent({
    awaitReceipt: () => new Promise((resolve) => void confirming.push(resolve)),
  })
  expect(made.storage.entries.has('latchkey.default.transactions')).toBe(true)
  await made.latchkey.disconnect()
  expect(confirming).toHaveLength(1)
  for (const confirm of confirming) confirm({ status: 'success', hash })
  await settle()
  expect(made.storage.entries.has('latchkey.default.transactions')).toBe(false)
})

test('two tabs store the transactions of both, and each shows those of the other', async () => {
  const entries = memoryStorage()
  const heard = new Map<object, (key: string) => void>()
  const tab = (): ReturnType<typeof memoryStorage> & StoragePort => {
    const self = {}
    const tell = (key: string) => {
      for (const [other, hear] of heard) if (other !== self) setImmediate(() => hear(key))
    }
    return {
      ...entries,
      setItem: (key, value) => {
        entries.setItem(key, value)
        tell(key)
      },
      removeItem: (key) => {
        entries.removeItem(key)
        tell(key)
      },
      watch: (hear) => {
        heard.set(self, hear)
        return () => heard.delete(self)
      },
      withLock: withLock,
    }
  }
  const one = await connected({ projectId: '', storage: tab() })
  const other = await sent({ awaitReceipt: never }, { storage: tab() })
  await vi.waitFor(() => expect(accountOf(one.latchkey).getSnapshot().context.tabs).toContain('Activity'))
  const recent = await look(one)
  // This tab polls the pending transaction and finds it. The other one is still waiting.
  expect(recent.getSnapshot().context.entries).toMatchObject([{ hash, status: 'success' }])
  // The other tab gets the result from this one.
  const shown = await look(other)
  await vi.waitFor(() => expect(shown.getSnapshot().context.entries).toMatchObject([{ hash, status: 'success' }]))
})

test.each<[string, unknown]>([
  ['an unsafe hash', entry(1, { hash: '../evil' })],
  ['an invalid amount', entry(1, { moved: [{ direction: 'out', amount: '<b>', symbol: 'ETH' }] })],
  ['an invalid time', entry(1, { at: 9e15 })],
  ['an unknown status', { ...entry(1), status: 'paid' }],
  ['no fields', {}],
])('a stored transaction with %s is set aside', async (_, broken) => {
  const storage = storingApp([broken as LocalTransaction])
  const { latchkey, errors } = await reloaded(storage)
  expect(accountOf(latchkey).getSnapshot().context.tabs).toEqual(['Tokens'])
  expect(errors).toEqual(['The stored entry "transactions" was invalid and was set aside'])
})

test('the storage keeps 20 transactions of an account, and 10 accounts', () => {
  const many = Array.from({ length: 30 }, (_, index) => entry(index)).reduce(
    withEntry,
    [] as readonly LocalTransaction[],
  )
  expect(many.map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, index) => 29 - index))
  const accounts = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`eip155:1:0x${index}`, [entry(index)]]))
  expect(Object.keys(mergeSent({}, {}, accounts) ?? {})).toEqual(
    Array.from({ length: 10 }, (_, index) => `eip155:1:0x${11 - index}`),
  )
})

test('a settled transaction does not become pending again in another tab, and a replacement is the same transaction', () => {
  const pending = entry(1, { status: 'pending' })
  const [taken] = withSettled([pending], { hash: pending.hash, finalHash: '0x2', status: 'success' })
  expect(taken).toEqual({ ...pending, status: 'success', finalHash: '0x2' })
  if (!taken) throw new Error('one was remembered')
  expect(mergeSent({ [ID]: [taken] }, {}, { [ID]: [pending] })).toEqual({ [ID]: [taken] })
  expect(mergeSent({ [ID]: [pending] }, { [ID]: [pending] }, { [ID]: [taken] })).toEqual({ [ID]: [taken] })
  // The result of a swap refers to the final hash.
  const brought = entry(1, { hash: '0x2', at: 9, kind: 'trade' })
  expect(withEntry([taken], brought)).toEqual([{ ...brought, hash: pending.hash, at: 1, finalHash: '0x2' }])
  // What one tab removed stays removed.
  expect(mergeSent({ [ID]: [taken] }, { [ID]: [taken] }, {})).toBeUndefined()
})

test('with a project id, no transaction appears twice: pending and new ones are on top until the API lists them', async () => {
  const target = { networkId: 'eip155:1', address: me } as const
  const at = Date.UTC(2026, 10, 21, 12)
  const told = [transactionOf(1), transactionOf(2)]
  const known = entry(1, { hash: told[0]?.metadata.hash.toUpperCase().replace('0X', '0x') ?? '', status: 'pending' })
  const older = entry(3, { hash: '0xa', at: at - 86_400_000 })
  const newer = entry(4, { hash: '0xb', at })
  const pending = entry(5, { hash: '0xc', at: at - 86_400_000, status: 'pending' })
  const ids = withRecent(told, [newer, known, older, pending], target).map(({ id }) => id)
  expect(ids).toEqual(['sent:0xb', 'sent:0xc', 'transaction-1', 'transaction-2'])
  expect(withRecent(told, [known], target)).toBe(told)
  expect(withRecent([], [older], target)).toMatchObject([
    {
      metadata: { operationType: 'send', status: 'confirmed', sentFrom: me, sentTo: receiver, chain: 'eip155:1' },
      transfers: [{ direction: 'out', quantity: { numeric: '1' }, fungible_info: { symbol: 'ETH' } }],
    },
  ])
  const api = fakeApi({ history: () => ({ data: told, next: undefined }) })
  const { latchkey } = await sent({ awaitReceipt: never }, { projectId: 'test', api })
  await look({ latchkey })
  expect(accountOf(latchkey).getSnapshot().context.tabs).toEqual(['Tokens', 'NFTs', 'Activity'])
  const { entries } = recentOf(latchkey).getSnapshot().context
  const { transactions } = activityOf(latchkey).getSnapshot().context
  expect(withRecent(transactions, entries, target).map(({ id }) => id)).toEqual([
    `sent:${hash}`,
    'transaction-1',
    'transaction-2',
  ])
})

test('an unreachable API does not hide what was sent from here', async () => {
  const api = fakeApi({
    history: () => {
      throw new Error('down')
    },
  })
  const { latchkey } = await sent({}, { projectId: 'test', api })
  await look({ latchkey })
  expect(activityOf(latchkey).getSnapshot().value).toBe('failed')
  expect(recentOf(latchkey).getSnapshot().context).toMatchObject({ network: mainnet, entries: [{ hash }] })
})
