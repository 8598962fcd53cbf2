/** Payments, names and purchases in each state that waits, with a change of account or network, a reload, or a second tab. */
import { describe, expect, test } from 'vitest'
import { fakeAccounts, fakeApi, fakeWallet, memoryStorage, never, type FakeAnswers } from '../../mocks/index.ts'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { ChainAdapter } from '../../sdk/chains/adapter.ts'
import { readPersisted } from '../../sdk/storage/stored.ts'
import { outcomeOf } from '../../sdk/instance/outcomeOf.ts'
import { withLock } from '../../sdk/platform/locks.ts'
import { connected, ether, instance, pass, settle } from '../support/instance.ts'
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
  onrampOptions: {
    purchaseCurrencies: [
      { id: 'eth', name: 'Ether', symbol: 'ETH', networks: [{ name: 'ethereum', chain_id: '1' }] },
      { id: 'op', name: 'Ether', symbol: 'ETH', networks: [{ name: 'optimism', chain_id: '10' }] },
    ],
    paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'CARD', min: '10.00', max: '7500.00' }] }],
  },
  onrampUrl: { url: `https://pay.example/buy?destinationWallets=${encodeURIComponent(first)}` },
  history: { data: [], next: undefined },
}
const onramp = {
  providers: [
    { id: 'bay', name: 'Bay', kind: 'api', origins: ['https://pay.example'] },
    {
      id: 'own',
      name: 'Own',
      kind: 'link',
      origins: ['https://own.example'],
      url: 'https://own.example/?publicKey=k1',
      parameters: { address: 'walletAddress' },
    },
  ],
} as const
const request = { network: 'eip155:1', recipient: second, asset: 'native', amount: '0.5' } as const

/** Stands for a call that opens a window. */
const WINDOW = 'a window'
/** Answers the first call, and none after it. */
const once = <Value>(value: Value) => {
  let asked = 0
  return async () => ((asked += 1) === 1 ? value : never())
}

type Made = Awaited<ReturnType<typeof connected>> & { popup: ReturnType<typeof scriptedPopup> }
interface Case {
  chain?: Partial<ChainAdapter>
  api?: FakeAnswers
  /** The wallet's answer to the single request. */
  wallet?: Record<string, unknown>
  /** Starts the flow, and resolves in the waiting state with the promise of the outcome. */
  begin(made: Made): Promise<{ outcome: Promise<Outcome<unknown>> }>
  /** The request to the wallet or the API, or the opening of a window, and how often it happens. */
  asks: [method: string, times: number]
}

const paying = async ({ latchkey }: Made, byWallet: boolean) => {
  const paid = latchkey.pay(request)
  await settle()
  if (byWallet) latchkey.dispatch({ type: 'pay.chooseWallet' })
  await settle()
  return { outcome: paid }
}
const naming = async ({ latchkey, clock }: Made) => {
  const loaded = await latchkey.load('names')
  if (loaded.status !== 'done') throw new Error('names could not be loaded')
  void latchkey.open()
  for (const view of ['ChooseAccountName', 'RegisterAccountName'] as const)
    latchkey.dispatch({ type: 'view.push', view })
  await settle()
  latchkey.dispatch({ type: 'names.setName', name: 'ann1' })
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
const buying = async ({ latchkey, clock }: Made, providerId: 'bay' | 'own') => {
  void latchkey.open({ view: 'OnRampProviders' })
  const loaded = await latchkey.load('onramp')
  if (loaded.status !== 'done') throw new Error('what can be bought could not be loaded')
  await settle()
  const bought = outcomeOf(loaded.value, { type: 'onramp.buy', providerId }, new AbortController().signal)
  await settle()
  // Half a minute, in which the purchase is checked several times.
  await pass(clock, 30_000)
  return { outcome: bought }
}

const cases: Record<string, Case> = {
  'a payment that checks its recipient': {
    chain: { resolveReceiver: never },
    begin: (made) => paying(made, false),
    asks: ['eth_sendTransaction', 0],
  },
  'a payment that fetches its exchanges': {
    api: { exchanges: never },
    begin: (made) => paying(made, false),
    asks: ['eth_sendTransaction', 0],
  },
  'a payment that waits for the wallet': {
    wallet: { eth_sendTransaction: never },
    begin: (made) => paying(made, true),
    asks: ['eth_sendTransaction', 1],
  },
  'a payment that waits for its receipt': {
    chain: { awaitReceipt: never },
    wallet: { eth_sendTransaction: hash },
    begin: (made) => paying(made, true),
    asks: ['eth_sendTransaction', 1],
  },
  'a name that waits for a signature': {
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
  'a transfer that waits for the wallet': {
    wallet: { eth_sendTransaction: never },
    begin: sending,
    asks: ['eth_sendTransaction', 1],
  },
  'a purchase that fetches its link': {
    api: { onrampUrl: never },
    begin: (made) => buying(made, 'bay'),
    asks: ['onrampUrl', 1],
  },
  'a purchase that its provider reports': {
    begin: (made) => buying(made, 'bay'),
    asks: ['onrampUrl', 1],
  },
  'a purchase whose check gets no answer': {
    begin: async (made) => {
      made.api.answers.history = once({ data: [], next: undefined })
      return buying(made, 'bay')
    },
    asks: ['onrampUrl', 1],
  },
  'a purchase that its provider does not report': {
    begin: (made) => buying(made, 'own'),
    asks: [WINDOW, 1],
  },
}

const optionsOf = (one: Case, popup: ReturnType<typeof scriptedPopup>) => ({
  embedded: false as const,
  features: { pay: true, onramp: true },
  onramp,
  wallet: fakeWallet({ ...one.wallet }),
  api: fakeApi({ ...answers, ...one.api }),
  chain: one.chain ?? {},
  ports: { popup: popup.port },
})
const set = async (one: Case, storage = { ...memoryStorage(), withLock }): Promise<Made> => {
  const popup = scriptedPopup()
  return { ...(await connected({ ...optionsOf(one, popup), storage })), popup }
}
const timesAsked = ({ wallet, api, popup }: Pick<Made, 'wallet' | 'api' | 'popup'>, method: string) =>
  [
    ...wallet.calls.map((call) => call.method),
    ...api.calls.map(({ name }) => name),
    ...popup.urls.flatMap((url) => (url === 'about:blank' ? [WINDOW] : [])),
  ].filter((asked) => asked === method).length
/** Whether a promise is settled. */
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
    'settles when the %s changes, makes no request twice, and stores nothing for the new one',
    async (what, change) => {
      const made = await set(one)
      const { outcome } = await one.begin(made)
      const [method, times] = one.asks
      expect(timesAsked(made, method)).toBe(times)
      change(made)
      await settle()
      expect(made.latchkey.getAccount().status).toBe('connected')
      // A payment stays offered until the user closes it.
      if (!(await isOver(outcome))) await made.latchkey.close()
      await settle()
      expect(await outcome).toMatchObject({ status: expect.stringMatching(/^(cancelled|failed|expired)$/) })
      expect(timesAsked(made, method)).toBe(times)
      const known = readPersisted(made.storage, 'default').persisted.transactions ?? {}
      const other = what === 'account' ? `eip155:1:${second}` : `eip155:10:${first}`
      expect(Object.keys(known)).not.toContain(other)
      // The purchase is no longer checked, also not for the new account or network, and its window is closed.
      const looked = made.api.calls.length
      await pass(made.clock, 60_000)
      const later = made.api.calls.slice(looked).map(({ name }) => name)
      expect(later).not.toContain('history')
      expect(later).not.toContain('onrampUrl')
      expect(made.latchkey.find('onramp')?.getSnapshot().value).not.toBe('buying')
      expect([made.popup.isOpen(), made.popup.left]).toEqual([false, []])
    },
  )

  test('settles on a reload, and makes no request again', async () => {
    const made = await set(one)
    const { outcome } = await one.begin(made)
    made.latchkey.stop()
    expect(await outcome).toMatchObject({ status: 'cancelled' })
    const popup = scriptedPopup()
    const next = instance({ ...optionsOf(one, popup), storage: made.storage })
    next.latchkey.start()
    await settle()
    await next.latchkey.load('pay')
    await next.latchkey.load('onramp')
    await settle()
    expect(next.latchkey.getAccount()).toMatchObject({ status: 'connected', address: first })
    expect(timesAsked({ ...next, popup }, one.asks[0])).toBe(0)
    expect(popup.urls).toEqual([])
  })

  test('runs independently in a second tab: each makes its request once', async () => {
    const storage = { ...memoryStorage(), withLock }
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
