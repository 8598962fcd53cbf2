import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeAccounts, fakeWallet, memoryStorage, never } from '../../mocks/index.ts'
import { readWritten } from '../../sdk/storage/entries.ts'
import { readPersisted, writePersisted } from '../../sdk/storage/stored.ts'
import { createLatchkey, type Latchkey, type StoragePort } from '../../sdk/index.ts'
import { connected, settle, started } from '../support/instance.ts'

const stateOf = (latchkey: Latchkey) => latchkey.find('namespace:eip155')?.getSnapshot()
const stored = (storage: StoragePort) => readPersisted(storage, 'default').persisted.connections?.eip155
const entry = (value: unknown, version = 1) => JSON.stringify({ version, value })

test('the storage returns the values that were written, and removes missing ones', () => {
  const storage = memoryStorage()
  const persisted = {
    connections: { eip155: { connectorId: 'a' } },
    networkId: 'eip155:1',
    theme: 'dark',
  } as const
  writePersisted(storage, 'shop', {}, persisted)
  expect(readPersisted(storage, 'shop')).toEqual({ persisted, broken: [] })
  writePersisted(storage, 'shop', persisted, { theme: 'dark' })
  expect([...storage.entries.keys()]).toEqual(['latchkey.shop.theme'])
})

test('a broken entry is set aside and logged, and the others are kept', async () => {
  for (const broken of ['{', '"text"', 'null', entry('purple'), entry('dark', 2), entry({ deep: [] })]) {
    const storage = memoryStorage(
      new Map([
        ['latchkey.default.theme', broken],
        ['latchkey.default.networkId', entry('eip155:10')],
      ]),
    )
    const { latchkey, errors } = await started({ storage })
    expect(latchkey.getNetwork().networkId).toBe('eip155:10')
    expect(storage.entries.get('latchkey.default.broken.theme')).toBe(broken)
    expect(storage.entries.has('latchkey.default.theme')).toBe(false)
    expect(errors).toEqual(['The stored entry "theme" was invalid and was set aside'])
  }
})

test('an instance works with a storage that throws, and stores nothing', async () => {
  const refuse = () => {
    throw new Error('SecurityError')
  }
  const storage = { ...memoryStorage(), getItem: refuse, setItem: refuse, removeItem: refuse }
  const { latchkey, errors } = await connected({ storage: storage as never })
  expect(latchkey.actor('latchkey').getSnapshot().value).toBe('running')
  await settle()
  expect(latchkey.getAccount().status).toBe('connected')
  expect(latchkey.actor('storage').getSnapshot().value).toBe('unavailable')
  expect(errors).toContain('This browser does not allow the app to store data')
})

test('a wallet that was left without an answer is not restored on the next page [4.19]', async () => {
  const wallet = fakeWallet({ wallet_revokePermissions: never })
  const { latchkey, storage } = await connected({ wallet })
  await settle()
  expect(stored(storage)).toBeDefined()
  void latchkey.disconnect()
  await settle()
  expect(latchkey.actor('namespace:eip155').getSnapshot().value).toBe('disconnecting')
  expect(stored(storage)).toBeUndefined()
  const next = await started({ wallet: fakeWallet({ eth_accounts: [...fakeAccounts] }), storage })
  await settle(40)
  expect(next.latchkey.getAccount().status).toBe('disconnected')
})

test('disconnecting removes the stored connection, but not the last used wallet [3.45] [3.46] [4.19]', async () => {
  const { latchkey, storage } = await connected()
  await settle()
  expect([...storage.entries.keys()].toSorted()).toEqual([
    'latchkey.default.connections',
    'latchkey.default.nativeBalances',
    'latchkey.default.recentWallets',
  ])
  await latchkey.disconnect()
  await settle()
  expect([...storage.entries.keys()]).toEqual(['latchkey.default.recentWallets'])
  const { value } = JSON.parse(storage.entries.get('latchkey.default.recentWallets') ?? '') as { value: unknown }
  expect(value).toEqual([{ id: 'fake', name: 'Fake Wallet', chains: ['eip155'] }])
})

test('an instance outside a browser, as on a server, stores nothing and logs nothing', async () => {
  expect(typeof window).toBe('undefined')
  const told: unknown[][] = []
  const logger = { error: (...words: unknown[]) => void told.push(words) }
  const latchkey = createLatchkey({ ports: { logger } })
  onTestFinished(() => latchkey.stop())
  latchkey.start()
  const memory = latchkey.actor('storage')
  await vi.waitFor(() => expect(memory.getSnapshot().value).toBe('ready'))
  const states: unknown[] = []
  memory.subscribe(({ value }) => states.push(value))
  latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
  await vi.waitFor(() => expect(states).toEqual(['writing', 'ready']))
  expect(told).toEqual([])
})

test('the account that the user chose is restored after a reload', async () => {
  const wallet = () => fakeWallet({ eth_requestAccounts: [...fakeAccounts] })
  const [, second] = fakeAccounts
  const { latchkey, storage } = await connected({ wallet: wallet() })
  latchkey.dispatch({ type: 'account.select', address: 'not one of them' })
  latchkey.dispatch({ type: 'account.select', address: second })
  await settle()
  expect(stored(storage)).toEqual({ connectorId: 'fake', networkId: 'eip155:1', address: second, isChosen: true })
  latchkey.stop()

  const again = await started({ storage, wallet: wallet() })
  await vi.waitFor(() => expect(again.wallet.calls.filter(({ method }) => method === 'eth_accounts')).toHaveLength(2))
  await settle()
  expect(again.latchkey.getAccount()).toMatchObject({ status: 'connected', address: second })
  expect(stored(storage)).toMatchObject({ address: second })
})

const third = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** A wallet with two accounts, of which the user chose the second: just now, or before a reload. */
async function chosen(isReloaded: boolean) {
  const wallet = () => fakeWallet({ eth_requestAccounts: [...fakeAccounts], eth_accounts: [...fakeAccounts] })
  const made = await connected({ wallet: wallet() })
  made.latchkey.dispatch({ type: 'account.select', address: fakeAccounts[1] })
  await settle()
  if (!isReloaded) return made
  made.latchkey.stop()
  const again = await started({ storage: made.storage, wallet: wallet() })
  await settle()
  return again
}

test.each([false, true])(
  'the chosen account stays active while the wallet lists the same one first (reloaded: %s)',
  async (isReloaded) => {
    const [first, second] = fakeAccounts
    const { latchkey, wallet, storage } = await chosen(isReloaded)
    for (const accounts of [
      [first, second],
      [first, third, second],
      [first, second],
    ]) {
      wallet.emit('accountsChanged', accounts)
      await settle()
      expect(latchkey.getAccount()).toMatchObject({ status: 'connected', address: second })
      expect(stored(storage)).toMatchObject({ address: second, isChosen: true })
    }
  },
)

test.each([false, true])(
  'the chosen account is replaced by the one that the wallet moves to (reloaded: %s)',
  async (isReloaded) => {
    const [first, second] = fakeAccounts
    const { latchkey, wallet, storage } = await chosen(isReloaded)
    wallet.emit('accountsChanged', [third, first, second])
    await settle()
    expect(latchkey.getAccount()).toMatchObject({ address: third })
    expect(stored(storage)).toMatchObject({ address: third })
    expect(stored(storage)).not.toHaveProperty('isChosen')
  },
)

test.each([false, true])(
  'the chosen account is replaced when the wallet no longer shares it (reloaded: %s)',
  async (isReloaded) => {
    const { latchkey, wallet, storage } = await chosen(isReloaded)
    wallet.emit('accountsChanged', [fakeAccounts[0], third])
    await settle()
    expect(latchkey.getAccount()).toMatchObject({ address: fakeAccounts[0] })
    expect(stored(storage)).toMatchObject({ address: fakeAccounts[0] })
    expect(stored(storage)).not.toHaveProperty('isChosen')
  },
)

test('a restored wallet uses its current account, and is not restored without the account of the last visit', async () => {
  const [first, second] = fakeAccounts
  const { latchkey, storage } = await connected()
  await settle()
  expect(stored(storage)).toEqual({ connectorId: 'fake', networkId: 'eip155:1', address: first })
  latchkey.stop()
  const moved = await started({ storage, wallet: fakeWallet({ eth_accounts: [second, first] }) })
  await settle()
  expect(moved.latchkey.getAccount()).toMatchObject({ status: 'connected', address: second })
  moved.latchkey.stop()
  const other = await started({ storage, wallet: fakeWallet({ eth_accounts: [first] }) })
  await settle()
  expect(other.latchkey.getAccount()).toMatchObject({ status: 'disconnected' })
  expect(stateOf(other.latchkey)?.context.error?.code).toBe('connect.otherAccount')
})

test('a wallet that is unlocked with another account than that of the last visit is not restored', async () => {
  const [, second] = fakeAccounts
  const { latchkey, storage } = await connected()
  await settle()
  latchkey.stop()
  const locked = await started({ storage, wallet: fakeWallet({ eth_accounts: [] }) })
  await settle()
  expect(stateOf(locked.latchkey)?.value).toBe('locked')
  locked.wallet.answers['eth_accounts'] = [second]
  locked.wallet.emit('accountsChanged', [second])
  await settle()
  expect([stateOf(locked.latchkey)?.value, stateOf(locked.latchkey)?.context.error?.code]).toEqual([
    'disconnected',
    'connect.otherAccount',
  ])
})

test('a stored theme is read without a schema, and no other stored entry is', () => {
  const storage = memoryStorage()
  writePersisted(storage, 'default', {}, { theme: 'dark' })
  expect(readWritten(storage, 'default', new Map())).toEqual({ persisted: { theme: 'dark' }, broken: [] })
  writePersisted(storage, 'default', { theme: 'dark' }, { theme: 'dark', networkId: 'eip155:1' })
  expect(readWritten(storage, 'default', new Map())).toBeUndefined()
})

test('the first value is stored at once, even when the instance stops in the same turn', async () => {
  const { latchkey, storage } = await started()
  expect([...storage.entries.keys()]).toEqual([])
  latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
  latchkey.stop()
  expect(readPersisted(storage, 'default').persisted.theme).toBe('dark')
})

test('a storage that was cleared while the instance was stopped is written again', async () => {
  const { latchkey, storage } = await started()
  latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
  latchkey.stop()
  storage.entries.clear()
  latchkey.start()
  await settle()
  latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
  expect(readPersisted(storage, 'default').persisted.theme).toBe('dark')
})
