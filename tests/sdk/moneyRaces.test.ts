/** Money and names, in each state that waits, where the account or the network changes, the page is loaded anew, or a second tab is there. */
import { describe, expect, test } from 'vitest'
import { fakeAccounts, fakeApi, fakeWallet, memoryStorage, never, type FakeAnswers } from '../../mocks/index.ts'
import type { Outcome } from '../../machines/entities/attempt.ts'
import type { ChainAdapter } from '../../sdk/chains/adapter.ts'
import { readRemembered } from '../../sdk/effects/stored.ts'
import { outcomeOf } from '../../sdk/outcomeOf.ts'
import { inTurn } from '../../sdk/platform/turns.ts'
import { connected, ether, instance, settle } from '../support/instance.ts'
import { scriptedPopup } from '../support/popup.ts'
import { sendOf } from '../support/features.ts'

const [first, second] = fakeAccounts
const hash = `0x${'ab'.repeat(32)}`
const answers: FakeAnswers = {
  namesOfAddress: [],
  nameLookup: { name: '', addresses: {}, attributes: [] },
  nameSuggestions: { suggestions: [] },
  registerName: { success: true },
  identity: { name: undefined, avatar: undefined },
  exchanges: { exchanges: [], total: 0 },
}
const request = { network: 'eip155:1', recipient: second, asset: 'native', amount: '0.5' } as const

type Made = Awaited<ReturnType<typeof connected>>
interface Case {
  chain?: Partial<ChainAdapter>
  api?: FakeAnswers
  /** What the wallet answers to the one question. */
  wallet?: Record<string, unknown>
  /** Begins; resolves to the promise of its outcome, in the state that waits. */
  begin(made: Made): Promise<{ outcome: Promise<Outcome<unknown>> }>
  /** Of which question the wallet is asked, and how often. */
  asks: [method: string, times: number]
}

const paying = async ({ latchkey }: Made, byWallet: boolean) => {
  const paid = latchkey.pay(request)
  await settle()
  if (byWallet) latchkey.send({ type: 'pay.chooseWallet' })
  await settle()
  return { outcome: paid }
}
const naming = async ({ latchkey, clock }: Made) => {
  const loaded = await latchkey.load('names')
  if (loaded.status !== 'done') throw new Error('names could not be loaded')
  void latchkey.open()
  for (const view of ['ChooseAccountName', 'RegisterAccountName'] as const) latchkey.send({ type: 'view.push', view })
  await settle()
  latchkey.send({ type: 'names.setName', name: 'ann1' })
  clock.increment(500)
  await settle()
  const named = outcomeOf(loaded.value, { type: 'names.submit' }, new AbortController().signal)
  await settle()
  return { outcome: named }
}
const sending = async ({ latchkey }: Made) => {
  const send = sendOf(latchkey)
  send.send({ type: 'send.setToken', token: ether('2.5') })
  send.send({ type: 'send.setAmount', amount: '1.5' })
  send.send({ type: 'send.setReceiver', receiver: second })
  await settle()
  const sent = new Promise<Outcome<unknown>>((resolve) => {
    send.on('send.settled', ({ outcome }) => resolve(outcome))
    send.subscribe({ complete: () => resolve({ status: 'cancelled' }) })
  })
  send.send({ type: 'send.submit' })
  await settle()
  return { outcome: sent }
}

const cases: Record<string, Case> = {
  'a payment whose recipient is checked': {
    chain: { resolveReceiver: never },
    begin: (made) => paying(made, false),
    asks: ['eth_sendTransaction', 0],
  },
  'a payment whose exchanges are looked for': {
    api: { exchanges: never },
    begin: (made) => paying(made, false),
    asks: ['eth_sendTransaction', 0],
  },
  'a payment that the wallet is asked for': {
    wallet: { eth_sendTransaction: never },
    begin: (made) => paying(made, true),
    asks: ['eth_sendTransaction', 1],
  },
  'a payment that the network takes up': {
    chain: { awaitReceipt: never },
    wallet: { eth_sendTransaction: hash },
    begin: (made) => paying(made, true),
    asks: ['eth_sendTransaction', 1],
  },
  'a name that the wallet is asked to sign': {
    wallet: { personal_sign: never },
    begin: naming,
    asks: ['personal_sign', 1],
  },
  'a name that is being registered': {
    api: { registerName: never },
    wallet: { personal_sign: `0x${'1'.repeat(130)}` },
    begin: naming,
    asks: ['personal_sign', 1],
  },
  'a transfer that the wallet is asked for': {
    wallet: { eth_sendTransaction: never },
    begin: sending,
    asks: ['eth_sendTransaction', 1],
  },
}

const set = async (one: Case, storage = { ...memoryStorage(), inTurn }) =>
  connected({
    embedded: false,
    features: { pay: true },
    storage,
    wallet: fakeWallet({ ...one.wallet }),
    api: fakeApi({ ...answers, ...one.api }),
    chain: one.chain ?? {},
    ports: { popup: scriptedPopup().port },
  })
const timesAsked = ({ wallet }: Pick<Made, 'wallet'>, method: string) =>
  wallet.calls.filter((call) => call.method === method).length
/** Whether a promise is settled by now. */
const isOver = async (outcome: Promise<unknown>) => {
  let over = false
  void outcome.then(() => (over = true))
  await settle()
  return over
}

describe.each(Object.entries(cases))('%s', (_, one) => {
  test.each([
    ['account', ({ wallet }: Made) => wallet.emit('accountsChanged', [second])],
    ['network', ({ wallet }: Made) => wallet.emit('chainChanged', '0xa')],
  ] as const)(
    'where the %s changes: it settles, nothing is asked twice, and nothing is told of the other',
    async (what, change) => {
      const made = await set(one)
      const { outcome } = await one.begin(made)
      const [method, times] = one.asks
      expect(timesAsked(made, method)).toBe(times)
      change(made)
      await settle()
      expect(made.latchkey.getAccount().status).toBe('connected')
      // What the page asks to be paid stays offered, until the visitor leaves it.
      if (!(await isOver(outcome))) await made.latchkey.close()
      await settle()
      expect(await outcome).toMatchObject({ status: expect.stringMatching(/^(cancelled|failed|expired)$/) })
      expect(timesAsked(made, method)).toBe(times)
      const known = readRemembered(made.storage, 'default').remembered.transactions ?? {}
      const other = what === 'account' ? `eip155:1:${second}` : `eip155:10:${first}`
      expect(Object.keys(known)).not.toContain(other)
    },
  )

  test('where the page is loaded anew: it settles, and nothing is asked again', async () => {
    const made = await set(one)
    const { outcome } = await one.begin(made)
    made.latchkey.stop()
    expect(await outcome).toMatchObject({ status: 'cancelled' })
    const wallet = fakeWallet({ ...one.wallet })
    const next = instance({
      embedded: false,
      features: { pay: true },
      storage: made.storage,
      wallet,
      api: fakeApi({ ...answers, ...one.api }),
      chain: one.chain ?? {},
      ports: { popup: scriptedPopup().port },
    })
    next.latchkey.start()
    await settle()
    await next.latchkey.load('pay')
    await settle()
    expect(next.latchkey.getAccount()).toMatchObject({ status: 'connected', address: first })
    expect(timesAsked({ wallet }, one.asks[0])).toBe(0)
  })

  test('where a second tab does the same: each asks its own question once, and ends by itself', async () => {
    const storage = { ...memoryStorage(), inTurn }
    const [here, there] = [await set(one, storage), await set(one, storage)]
    const [{ outcome: mine }, { outcome: others }] = [await one.begin(here), await one.begin(there)]
    const [method, times] = one.asks
    expect([timesAsked(here, method), timesAsked(there, method)]).toEqual([times, times])
    here.latchkey.stop()
    expect(await mine).toMatchObject({ status: 'cancelled' })
    expect(await isOver(others)).toBe(false)
    expect([timesAsked(here, method), timesAsked(there, method)]).toEqual([times, times])
    there.latchkey.stop()
    expect(await others).toMatchObject({ status: 'cancelled' })
  })
})
