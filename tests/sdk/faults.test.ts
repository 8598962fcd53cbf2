/** Every fault of a server, for every call that a machine makes: the error that it causes, and the next attempt. */
import { encodeEventTopics, encodeFunctionData, erc20Abi, numberToHex, pad } from 'viem'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { fakeAccounts, fakeWallet, never } from '../../mocks/fakes/fakeWallet.ts'
import { memoryStorage } from '../../mocks/fakes/memoryStorage.ts'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import { apiErrorOf, createLatchkey, mainnet, type CallName, type Latchkey } from '../../sdk/index.ts'
import { ether, settle } from '../support/instance.ts'
import { full } from '../support/full.ts'
import { accountOf, activityOf, balanceOf } from '../support/features.ts'

const hosts = {
  blockchain: 'https://blockchain.test',
  catalog: 'https://catalog.test',
  analytics: 'https://analytics.test',
}

const wireWallet = { id: 'one', name: 'Wallet One', chains: ['eip155:1'] }
const wireToken = { name: 'Gold', symbol: 'GLD', chainId: 'eip155:1', quantity: { decimals: '18', numeric: '7' } }
const dollar = 'eip155:1:0x1111111111111111111111111111111111111111'
const wireDollars = { ...wireToken, name: 'Dollar', symbol: 'USD', address: dollar }
const wireTransaction = {
  id: 't1',
  metadata: {
    operationType: 'send',
    hash: '0x1',
    minedAt: '2026-11-01T00:00:00Z',
    sentFrom: '0x1',
    sentTo: '0x2',
    status: 'confirmed',
    chain: 'eip155:1',
  },
  transfers: [],
}

const coin = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const wireSide = (symbol: string, address: string) => ({
  name: symbol,
  symbol,
  address,
  decimals: 18,
  logoUri: '',
  eip2612: false,
})

const router = '0x2222222222222222222222222222222222222222'
/** A transaction of the connected account. */
const wireTx = (to: string, data: string) => ({
  tx: { from: `eip155:1:${fakeAccounts[0]}`, to, data, amount: '0', value: null, eip155: null },
})
const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, 1n] })
/** A quote for exactly the requested swap. */
const wireQuote = (asked: URLSearchParams) => ({
  quotes: [
    {
      id: null,
      fromAmount: asked.get('amount'),
      fromAccount: asked.get('from'),
      toAmount: '7',
      toAccount: asked.get('to'),
    },
  ],
})

/** The path of each call, and its valid answer. */
const wire: Partial<Record<CallName, { path: RegExp; good: unknown }>> = {
  supportedChains: { path: /v1\/supported-chains$/, good: { http: ['eip155:1'], ws: [] } },
  allowedOrigins: { path: /projects\/v1\/origins$/, good: { allowedOrigins: [] } },
  identity: { path: /v1\/identity\//, good: { name: '', avatar: '' } },
  namesOfAddress: { path: /v1\/profile\/reverse\//, good: [{ name: 'ann.reown.id' }] },
  balance: { path: /\/balance$/, good: { balances: [wireToken, wireDollars] } },
  history: { path: /\/history$/, good: { data: [wireTransaction] } },
  wallets: { path: /getWallets$/, good: { data: [wireWallet], count: 1 } },
  swapTokens: { path: /convert\/tokens$/, good: { tokens: [wireSide('ETH', coin), wireSide('USD', dollar)] } },
  swapQuotes: { path: /convert\/quotes$/, good: wireQuote },
  tokenPrices: { path: /fungible\/price$/, good: { fungibles: [{ name: '', symbol: '', iconUrl: '', price: 2 }] } },
  gasPrice: { path: /convert\/gas-price$/, good: { standard: '30', fast: '40', instant: '50' } },
  swapAllowance: { path: /convert\/allowance$/, good: { allowance: '0' } },
  buildSwap: { path: /convert\/build-transaction$/, good: wireTx(`eip155:1:${router}`, '0x12345678') },
  buildApproval: { path: /convert\/build-approve$/, good: wireTx(dollar, approve) },
  analyticsConfiguration: { path: /getAnalyticsConfig$/, good: { isAnalyticsEnabled: true } },
  analyticsEvent: { path: /\/e$/, good: {} },
}

const faults = [
  'offline',
  'silence',
  401,
  403,
  404,
  429,
  'Retry-After',
  500,
  503,
  'bad JSON',
  'a missing field',
  'an extra field',
  'nothing',
] as const
type Fault = (typeof faults)[number]

/** `npm test` tries these with every call. `api/faults.test.ts` covers the API client with the others. */
const tried: readonly Fault[] = full ? faults : ['offline', 'silence', 401, 'a missing field', 'nothing']
const retried: readonly Fault[] = full ? faults : ['offline', 401]

/** The code of each fault, and how often a call that only reads is sent in total. */
const meaning: Readonly<Record<string, { code: string; sent: number }>> = {
  offline: { code: 'api.offline', sent: 3 },
  silence: { code: 'api.expired', sent: 1 },
  401: { code: 'api.refused', sent: 1 },
  403: { code: 'api.refused', sent: 1 },
  404: { code: 'api.refused', sent: 1 },
  429: { code: 'api.busy', sent: 3 },
  'Retry-After': { code: 'api.busy', sent: 1 },
  500: { code: 'api.failed', sent: 3 },
  503: { code: 'api.failed', sent: 3 },
  'bad JSON': { code: 'api.malformed', sent: 1 },
  'a missing field': { code: 'api.malformed', sent: 1 },
}

function answer(fault: Fault, good: unknown): Response | Promise<Response> {
  if (typeof fault === 'number') return HttpResponse.json({ error: 'no' }, { status: fault })
  switch (fault) {
    case 'offline':
      return HttpResponse.error()
    case 'silence':
      return new Promise(() => {})
    case 'Retry-After':
      return HttpResponse.json({}, { status: 429, headers: { 'Retry-After': '60' } })
    case 'bad JSON':
      return new HttpResponse('<html>down</html>')
    case 'a missing field':
      return HttpResponse.json(Array.isArray(good) ? [{}] : {})
    case 'an extra field':
      return HttpResponse.json(Array.isArray(good) ? [...good, { surprise: 1 }] : { ...(good as object), surprise: 1 })
    case 'nothing':
      return HttpResponse.json(Array.isArray(good) ? [] : emptied(good as Record<string, unknown>))
  }
}

const emptied = (good: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(good).map(([key, value]) => [key, Array.isArray(value) ? [] : key === 'count' ? 0 : value]),
  )

const server = setupServer()
beforeAll(async () => {
  server.listen({ onUnhandledFrame: 'error' })
  // Loaded up front: with fake timers, loading would take no time at all.
  await Promise.all([import('../../sdk/api/client.ts'), import('../../sdk/chains/eip155/swaps.ts')])
})
afterAll(() => server.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  server.resetHandlers()
})

/** Advances the clock in steps, so that retries are sent and answered in between. */
async function pass(ms: number, step = 2_000) {
  for (let past = 0; past < ms; past += step) {
    await settle(6)
    await vi.advanceTimersByTimeAsync(step)
  }
  await settle(6)
}

interface Asked {
  id: number
  method: string
  params: [{ blockStateCalls: [{ calls: unknown[] }] }]
}
/** The output of a swap as a simulation logs it: 1 of the coin. */
const brought = {
  address: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  topics: encodeEventTopics({
    abi: erc20Abi,
    eventName: 'Transfer',
    args: { from: router, to: fakeAccounts[0] as `0x${string}` },
  }),
  data: pad(numberToHex(10n ** 18n)),
}
const triedCall = { status: '0x1', gasUsed: '0x5208', returnData: '0x', logs: [] }
/** The answers of every node: the decimals of tokens, and the simulation of a swap. */
function nodeAnswer({ id, method, params }: Asked) {
  if (method === 'eth_call') return { jsonrpc: '2.0', id, result: pad(numberToHex(18)) }
  if (method !== 'eth_simulateV1')
    return { jsonrpc: '2.0', id, error: { code: -32601, message: 'the method does not exist' } }
  const before = params[0].blockStateCalls[0].calls.slice(1).map(() => triedCall)
  return { jsonrpc: '2.0', id, result: [{ calls: [...before, { ...triedCall, logs: [brought] }] }] }
}

/** An instance over an API in which one call fails until `heal`. */
function world(broken: CallName, fault: Fault, analytics?: 'api') {
  const sent = new Map<string, number>()
  let ill = true
  server.use(
    http.all('*', async ({ request }) => {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname === '/v1/') {
        const asked = (await request.json()) as Asked | Asked[]
        return HttpResponse.json(Array.isArray(asked) ? asked.map(nodeAnswer) : nodeAnswer(asked))
      }
      const [name, known] = Object.entries(wire).find(([, { path }]) => path.test(pathname)) ?? []
      if (!name || !known) return HttpResponse.json({}, { status: 404 })
      sent.set(name, (sent.get(name) ?? 0) + 1)
      const good = known.good === wireQuote ? wireQuote(searchParams) : (known.good as object)
      return name === broken && ill ? answer(fault, good) : HttpResponse.json(good)
    }),
  )
  const errors: string[] = []
  const latchkey = createLatchkey({
    projectId: 'project',
    networks: [mainnet],
    hosts,
    features: { swaps: true },
    ...(analytics && { analytics }),
    connectors: [
      {
        connector: { id: 'fake', name: 'Fake Wallet', type: 'ANNOUNCED', chain: 'eip155' },
        provider: fakeWallet({ eth_sendTransaction: never }),
      },
    ],
    ports: {
      storage: memoryStorage(),
      logger: { error: (message) => void errors.push(message) },
      chains: {
        at: async () => ({
          ...eip155Adapter,
          fetchAssets: async () => undefined,
          fetchBalances: async () => [ether('2.5')],
        }),
      },
    },
  })
  onTestFinished(() => latchkey.stop())
  latchkey.start()
  return {
    latchkey,
    errors,
    sent: () => sent.get(broken) ?? 0,
    heal: () => (ill = false),
  }
}

const busy = (latchkey: Latchkey) =>
  (['project', 'wallets', 'catalog', 'balance', 'activity'] as const).filter((name) =>
    latchkey.find(name)?.getSnapshot().hasTag('busy'),
  )

const connect = async (latchkey: Latchkey) => {
  await settle(6)
  await latchkey.connect({ connectorId: 'fake' })
}

const swapIn = (latchkey: Latchkey) => latchkey.find('swap')?.getSnapshot()
/** The draft of a swap that lacks only its price. */
async function swapping(latchkey: Latchkey) {
  await connect(latchkey)
  latchkey.dispatch({ type: 'swap.begin', fromToken: 'ETH', toToken: 'USD', amount: '1' })
}

/** Submits the swap at the current price, whatever the price impact. */
async function submitNow(latchkey: Latchkey) {
  await pass(1_000, 500)
  latchkey.dispatch({ type: 'swap.acceptImpact' })
  latchkey.dispatch({ type: 'swap.submit' })
}
const submitAgain = (latchkey: Latchkey) => {
  latchkey.dispatch({ type: 'swap.refresh' })
  return submitNow(latchkey)
}
/** Swaps a token that is not approved yet. */
async function submitting(latchkey: Latchkey) {
  await connect(latchkey)
  latchkey.dispatch({ type: 'swap.begin', fromToken: 'USD', toToken: 'ETH', amount: '1' })
  await submitNow(latchkey)
}
const executionIn = (latchkey: Latchkey) => latchkey.find('swapExecution')?.getSnapshot().value
/** The message that the user sees for a fault of the API. For a refused call, it says what failed. */
const textOf =
  (refused: string) =>
  (fault: Fault): string => {
    switch (meaning[fault]?.code) {
      case 'api.offline':
        return 'The server could not be reached. Check your connection and try again.'
      case 'api.expired':
        return 'The server did not respond in time'
      case 'api.busy':
        return 'The server is busy. Please try again in a moment.'
      case 'api.failed':
        return `Server error (${fault})`
      case 'api.malformed':
        return 'The server returned an invalid response'
      default:
        return refused
    }
  }

/** How each call starts, where its fault shows and with which text, and what tries it again. */
const walks: {
  call: CallName
  analytics?: 'api'
  begin(latchkey: Latchkey): Promise<void>
  /** The machine's state, with the fault and without. */
  state(latchkey: Latchkey): unknown
  ill: unknown
  well: unknown
  empty?: unknown
  /** The code for an empty answer. */
  emptyCode?: string
  error?(latchkey: Latchkey): Error | undefined
  text?: string | ((fault: Fault) => string)
  again?(latchkey: Latchkey): void | Promise<void>
  /** The call may change something, so it is sent once, whatever the result. */
  isPost?: true
  /** How often it is sent each time; 1 if omitted. */
  each?: number
}[] = [
  {
    call: 'supportedChains',
    begin: async (latchkey) => latchkey.dispatch({ type: 'modal.open' }),
    state: (latchkey) => latchkey.actor('project').getSnapshot().value,
    ill: 'failed',
    well: 'ready',
    error: (latchkey) => latchkey.actor('project').getSnapshot().context.error,
    again: (latchkey) => latchkey.dispatch({ type: 'project.load' }),
  },
  {
    call: 'allowedOrigins',
    begin: async (latchkey) => latchkey.dispatch({ type: 'modal.open' }),
    state: (latchkey) => latchkey.actor('project').getSnapshot().value,
    ill: 'ready',
    well: 'ready',
  },
  {
    call: 'identity',
    begin: connect,
    state: (latchkey) => accountOf(latchkey).getSnapshot().value,
    ill: 'settled',
    well: 'settled',
  },
  {
    call: 'namesOfAddress',
    begin: connect,
    state: (latchkey) => accountOf(latchkey).getSnapshot().context.profile.name,
    ill: undefined,
    well: 'ann.reown.id',
    empty: undefined,
  },
  {
    call: 'balance',
    begin: connect,
    state: (latchkey) => balanceOf(latchkey).getSnapshot().value,
    ill: 'blocked',
    well: 'ready',
    error: (latchkey) => balanceOf(latchkey).getSnapshot().context.error,
    again: (latchkey) => latchkey.dispatch({ type: 'balance.refresh' }),
  },
  {
    call: 'history',
    begin: async (latchkey) => {
      await connect(latchkey)
      latchkey.dispatch({ type: 'account.selectTab', tab: 'Activity' })
    },
    state: (latchkey) => activityOf(latchkey).getSnapshot().value,
    ill: 'failed',
    well: 'ready',
    empty: 'empty',
    error: (latchkey) => activityOf(latchkey).getSnapshot().context.error,
    text: 'Failed to fetch transactions',
    again: (latchkey) => latchkey.dispatch({ type: 'activity.retry' }),
  },
  {
    call: 'wallets',
    begin: async (latchkey) => latchkey.dispatch({ type: 'modal.open' }),
    state: (latchkey) => latchkey.actor('wallets').getSnapshot().value,
    ill: 'failed',
    well: 'ready',
    error: (latchkey) => latchkey.actor('wallets').getSnapshot().context.error,
    text: 'The wallets could not be loaded',
    again: (latchkey) => latchkey.dispatch({ type: 'wallets.load' }),
  },
  {
    call: 'swapTokens',
    begin: swapping,
    state: (latchkey) => swapIn(latchkey)?.value === 'unavailable',
    ill: true,
    well: false,
    empty: true,
    emptyCode: 'network.noSwaps',
    error: (latchkey) => swapIn(latchkey)?.context.error,
    again: (latchkey) => latchkey.dispatch({ type: 'swap.retry' }),
  },
  {
    call: 'swapQuotes',
    begin: swapping,
    state: (latchkey) => swapIn(latchkey)?.context.quote?.toUnits,
    ill: undefined,
    well: 7n,
    empty: undefined,
    emptyCode: 'swap.noRoute',
    error: (latchkey) => swapIn(latchkey)?.context.quoteError,
    again: (latchkey) => latchkey.dispatch({ type: 'swap.refresh' }),
  },
  {
    call: 'tokenPrices',
    begin: swapping,
    // There is a quote even without a price.
    state: (latchkey) => [swapIn(latchkey)?.context.quote?.toUnits, swapIn(latchkey)?.context.quote?.from.price],
    ill: [7n, undefined],
    well: [7n, '2'],
    empty: [7n, undefined],
    again: (latchkey) => latchkey.dispatch({ type: 'swap.refresh' }),
    isPost: true,
    each: 2,
  },
  {
    call: 'swapAllowance',
    begin: submitting,
    state: executionIn,
    ill: undefined,
    well: 'approving',
    error: (latchkey) => swapIn(latchkey)?.context.error,
    text: textOf('Failed to check allowance'),
    again: submitAgain,
  },
  {
    call: 'buildSwap',
    begin: submitting,
    state: executionIn,
    ill: undefined,
    well: 'approving',
    error: (latchkey) => swapIn(latchkey)?.context.error,
    text: textOf('Failed to create transaction'),
    again: submitAgain,
    isPost: true,
  },
  {
    call: 'buildApproval',
    begin: submitting,
    state: executionIn,
    ill: undefined,
    well: 'approving',
    error: (latchkey) => swapIn(latchkey)?.context.error,
    text: 'Failed to create approval transaction',
    again: submitAgain,
  },
  {
    call: 'gasPrice',
    begin: swapping,
    state: (latchkey) => swapIn(latchkey)?.context.gasPrice,
    ill: undefined,
    well: 30n,
  },
  {
    call: 'analyticsConfiguration',
    analytics: 'api',
    begin: async (latchkey) => latchkey.dispatch({ type: 'modal.open' }),
    state: (latchkey) => latchkey.find('analytics')?.getSnapshot().value,
    ill: 'off',
    well: { on: 'idle' },
  },
  {
    call: 'analyticsEvent',
    analytics: 'api',
    begin: async (latchkey) => latchkey.dispatch({ type: 'modal.open' }),
    state: (latchkey) => latchkey.find('analytics')?.getSnapshot().value,
    ill: { on: 'idle' },
    well: { on: 'idle' },
  },
]

/** Calls whose answer is not used. */
const UNREAD: readonly CallName[] = ['analyticsEvent']

type Walk = (typeof walks)[number]

/** Faults that a call tolerates: any answer to an event, and an extra or empty field elsewhere. */
const harmless = (walk: Walk, fault: Fault): boolean =>
  fault === 'an extra field' ||
  (fault === 'nothing' && !('empty' in walk)) ||
  (UNREAD.includes(walk.call) && (fault === 'bad JSON' || fault === 'a missing field'))

/** How often a call is sent in total. */
const times = ({ isPost, each = 1 }: Walk, fault: Fault): number => (isPost ? 1 : (meaning[fault]?.sent ?? 1)) * each

/** The observable state after a fault. */
function expected(walk: Walk, fault: Fault) {
  const known = { busy: [], code: undefined, text: undefined, alerts: 0 }
  if (harmless(walk, fault)) return { ...known, state: walk.well }
  if (fault === 'nothing') return { ...known, state: walk.empty, code: walk.emptyCode }
  return {
    ...known,
    state: walk.ill,
    code: walk.error && meaning[fault]?.code,
    text: typeof walk.text === 'function' ? walk.text(fault) : walk.text,
    alerts: walk.call === 'balance' ? 1 : 0,
  }
}

const seen = (walk: Walk, { latchkey, errors }: ReturnType<typeof world>) => {
  const error = walk.error?.(latchkey)
  return {
    busy: busy(latchkey),
    state: walk.state(latchkey),
    code: error && (apiErrorOf(error)?.code ?? (error as { code?: string }).code),
    text: walk.text === undefined ? undefined : error?.message,
    alerts: errors.filter((text) => text.includes('balances')).length,
  }
}

describe.each(walks)('$call', (walk) => {
  test.each(tried)(
    'ends with the right error and number of requests on %s, and works when it is called again',
    async (fault) => {
      const made = world(walk.call, fault, walk.analytics)
      const { latchkey, sent, heal } = made
      await walk.begin(latchkey)
      // Longer than the timeout of any call, and shorter than the pause of the balances after a failure.
      await pass(walk.analytics ? 40_000 : 20_000)
      expect(seen(walk, made)).toEqual(expected(walk, fault))
      if (UNREAD.includes(walk.call) || harmless(walk, fault) || fault === 'nothing') return
      expect(sent()).toBe(times(walk, fault))
      if (!walk.again || !retried.includes(fault)) return
      heal()
      // From here the server may be called again, but not without a request for it.
      const before = sent()
      await pass(60_000, 5_000)
      expect(sent()).toBe(before)
      await walk.again(latchkey)
      await pass(2_000, 500)
      expect(sent()).toBe(before + (walk.each ?? 1))
      expect(walk.state(latchkey)).toEqual(walk.well)
      expect(walk.error?.(latchkey)).toBeUndefined()
    },
  )
})

test('balances are read from the chain while the API fails', async () => {
  const { latchkey } = world('balance', 500)
  await connect(latchkey)
  await pass(20_000)
  expect(balanceOf(latchkey).getSnapshot().context.tokens).toEqual([ether('2.5')])
})
