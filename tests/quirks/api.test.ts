/**
 * Every quirk of real servers against what a page reads from the API: the catalog, balances, quotes, the on-ramp and names. The
 * client's own code runs on the simulated clock; only `fetch` is simulated.
 */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { httpQuirks } from '../../mocks/quirks/httpQuirks.ts'
import { withHttpQuirks } from '../../mocks/quirks/httpServer.ts'
import { balanceStatusOf } from '../../sdk/account/balanceState.ts'
import { balanceOf } from '../support/features.ts'
import { etherId, tokenId } from './exchange.ts'
import { connect } from './flows.ts'
import { createTable, readGuide } from './guide.ts'
import { API_HOSTS, createWorld, loadCode, openPage, type Page, pass, simulateTime, within } from './page.ts'

beforeAll(loadCode)
beforeEach(() => void simulateTime(['performance']))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const usd = (amount: string) => ({ amount, currency: 'USD' })

/** The answers of the API, by the end of the path. */
const answers: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
  'v1/supported-chains': () => ({ http: ['eip155:1'] }),
  getWallets: () => ({ data: [{ id: 'first', name: 'First Wallet' }], count: 1 }),
  balance: () => ({
    balances: [{ name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', quantity: { decimals: '18', numeric: '10' } }],
  }),
  'v1/convert/tokens': () => ({
    tokens: [
      { name: 'Ether', symbol: 'ETH', address: etherId, decimals: 18 },
      { name: 'Token', symbol: 'TOK', address: tokenId, decimals: 18 },
    ],
  }),
  'v1/convert/quotes': (query) => ({
    quotes: [
      {
        fromAmount: query.get('amount'),
        fromAccount: query.get('from'),
        toAmount: '2000',
        toAccount: query.get('to'),
      },
    ],
  }),
  'v1/fungible/price': () => ({ fungibles: [] }),
  'v1/convert/gas-price': () => ({ standard: '1000000000', fast: '1000000000', instant: '1000000000' }),
  'v1/onramp/options': () => ({
    purchaseCurrencies: [
      { id: 'ether', name: 'Ether', symbol: 'ETH', networks: [{ name: 'ethereum', chain_id: '1' }] },
    ],
    paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'card', min: '10', max: '500' }] }],
  }),
  'v1/onramp/quote': () => ({
    coinbaseFee: usd('2'),
    networkFee: usd('1'),
    paymentSubtotal: usd('97'),
    paymentTotal: usd('100'),
    purchaseAmount: { amount: '0.05', currency: 'ETH' },
    quoteId: 'quote',
  }),
  'taken.reown.id': () => ({
    name: 'taken.reown.id',
    addresses: { 60: { address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' } },
  }),
}

function createApiWorld() {
  const server = withHttpQuirks(async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const name = Object.keys(answers).find((path) => pathname.endsWith(path))
    const answer = name !== undefined && answers[name]
    return answer ? Response.json(answer(searchParams)) : Response.json([], { status: 404 })
  })
  vi.stubGlobal('fetch', server.fetch)
  return { ...createWorld(), usesApi: true, server }
}
type World = ReturnType<typeof createApiWorld>

/** After this time, everything that a view loads first has been loaded, or has failed. */
const LOADED_MS = 100_000

/** What a page shows of the API: the truth, nothing with or without a reason, or something else. */
type Shown = 'true' | 'none' | 'loading' | `wrong: ${string}`

interface Reading {
  name: string
  /** Whether a wallet is connected before. */
  isConnected: boolean
  start(page: Page): Promise<unknown>
  shown(page: Page): Shown
  retry(page: Page): void
}

const compare = (value: unknown, truth: unknown): Shown => (value === truth ? 'true' : `wrong: ${String(value)}`)

const readings: readonly Reading[] = [
  {
    name: 'catalog',
    isConnected: false,
    start: async ({ latchkey }) => {
      void latchkey.open({ view: 'AllWallets' })
      return latchkey.load('catalog')
    },
    shown({ latchkey }) {
      const snapshot = latchkey.find('catalog')?.getSnapshot()
      if (!snapshot || snapshot.hasTag('busy')) return 'loading'
      const { wallets } = snapshot.context
      return wallets.length === 0 && snapshot.context.error ? 'none' : compare(wallets[0]?.name, 'First Wallet')
    },
    retry: ({ latchkey }) => latchkey.dispatch({ type: 'catalog.retry' }),
  },
  {
    name: 'balance',
    isConnected: true,
    start: async ({ latchkey }) => latchkey.open({ view: 'Account' }),
    shown({ latchkey }) {
      const snapshot = balanceOf(latchkey).getSnapshot()
      const numeric = snapshot.context.tokens[0]?.quantity.numeric
      if (numeric === undefined) return balanceStatusOf(snapshot) === 'failed' ? 'none' : 'loading'
      return compare(numeric, '10')
    },
    retry: (page) => page.revisit(),
  },
  {
    name: 'swap quote',
    isConnected: true,
    async start({ latchkey }) {
      void latchkey.open({ view: 'Swap' })
      await latchkey.load('swap')
      latchkey.dispatch({ type: 'swap.begin', fromToken: etherId, toToken: tokenId, amount: '1' })
    },
    shown({ latchkey }) {
      const snapshot = latchkey.find('swap')?.getSnapshot()
      const { quote, quoteError, error } = snapshot?.context ?? {}
      if (quote) return compare(quote.toUnits, 2_000n)
      return quoteError || error ? 'none' : 'loading'
    },
    retry({ latchkey }) {
      latchkey.dispatch({ type: 'swap.retry' })
      latchkey.dispatch({ type: 'swap.refresh' })
    },
  },
  {
    name: 'on-ramp quote',
    isConnected: true,
    async start({ latchkey }) {
      void latchkey.open({ view: 'OnRampProviders' })
      await latchkey.load('onramp')
      setTimeout(() => latchkey.dispatch({ type: 'onramp.setAmount', amount: '100' }), LOADED_MS)
    },
    shown({ latchkey }) {
      const { quote, quoteError } = latchkey.find('onramp')?.getSnapshot().context ?? {}
      if (quote) return compare(quote.purchase.amount, '0.05')
      return quoteError ? 'none' : 'loading'
    },
    retry({ latchkey }) {
      latchkey.dispatch({ type: 'onramp.retry' })
      latchkey.dispatch({ type: 'onramp.refresh' })
    },
  },
  {
    name: 'name',
    isConnected: true,
    async start({ latchkey }) {
      void latchkey.open({ view: 'RegisterAccountName' })
      await latchkey.load('names')
      setTimeout(() => latchkey.dispatch({ type: 'names.setName', name: 'taken' }), LOADED_MS)
    },
    shown({ latchkey }) {
      const value = latchkey.find('names')?.getSnapshot().value
      const state = typeof value === 'object' ? value.editing : undefined
      if (state === 'unknown') return 'none'
      return state === 'taken' || state === 'free' ? compare(state, 'taken') : 'loading'
    },
    retry: ({ latchkey }) => latchkey.dispatch({ type: 'names.retry' }),
  },
]

const table = createTable(
  'api',
  'A server that',
  readings.map(({ name }) => name),
  httpQuirks,
)

async function open(world: World, isConnected: boolean) {
  const page = openPage(world)
  await pass(1_000)
  if (!isConnected) return page
  expect(await within(60_000, connect.run(page))).toMatchObject({ status: 'done' })
  return page
}

describe.each(readings)('$name, from a server that', ({ name, isConnected, start, shown, retry }) => {
  test('behaves', async () => {
    const world = createApiWorld()
    const page = await open(world, isConnected)
    await within(120_000, start(page))
    await pass(LOADED_MS + 20_000)
    expect(shown(page)).toBe('true')
    page.latchkey.stop()
  })

  test.each(httpQuirks)('$title', async (quirk) => {
    const world = createApiWorld()
    world.server.use(quirk)
    const page = await open(world, isConnected)
    await within(120_000, start(page))
    await pass(LOADED_MS + 20_000)
    table.set(name, quirk, shown(page) === 'true' ? '✓' : 'none')
    // It is shown, or the user knows that it is missing: never something else, and nothing waits forever.
    expect(['true', 'none']).toContain(shown(page))
    world.server.use()
    // A server may have requested a pause.
    await pass(120_000)
    retry(page)
    await pass(60_000)
    expect(shown(page), 'is read again').toBe('true')
    page.latchkey.stop()
    await pass(60_000)
    const { length } = world.server.requests
    await pass(600_000)
    expect(world.server.requests.length, 'requests').toBe(length)
    expect(vi.getTimerCount(), 'timers').toBe(0)
  })
})

test('every request goes to the hosts of the app', async () => {
  const world = createApiWorld()
  const page = await open(world, true)
  for (const { start } of readings) await within(60_000, start(page))
  await pass(60_000)
  const origins = new Set(world.server.requests.map(({ url }) => `${new URL(url).origin}/`))
  expect([API_HOSTS.blockchain, API_HOSTS.catalog]).toEqual(expect.arrayContaining([...origins]))
  page.latchkey.stop()
})

test('the guide shows what the app shows for each quirk', async ({ skip }) => {
  skip(!table.isComplete(), 'needs all tests of this file')
  await expect(table.writeInto(readGuide())).toMatchFileSnapshot('../../docs/quirks.md')
})
