import { expect, test } from 'vitest'
import { calls } from '../../../sdk/api/calls.ts'
import { withoutSpam } from '../../../machines/account/activity.rules.ts'
import { createHandlers, scenario, scenarioOf, scenarioSchema } from '../../../mocks/api/index.ts'
import { firstAccount } from '../../../mocks/sandbox/accounts.ts'
import { failure, hosts, MAINNET, NATIVE, useHandlers, useSandbox } from './support.ts'

const { chains, one, token } = useSandbox()
const provider = useHandlers()

const page = { page: 1, entries: 10 }
const address = firstAccount.address
const on = () => ({ networkId: one().networkId })
const id = (of: string) => `${one().networkId}:${of}`
const sides = () => ({ userAddress: id(address), from: id(NATIVE), to: id(token('USDX').address) })

test.each([
  ['unauthorized', {}, 'api.refused', 401, 'Unauthorized: invalid key'],
  ['forbidden', {}, 'api.refused', 403, 'Unauthorized: origin not allowed'],
  ['forbidden', { text: 'JWT validation error' }, 'api.refused', 403, 'JWT validation error'],
  ['serverError', {}, 'api.failed', 500, 'Internal server error'],
  ['unavailable', {}, 'api.failed', 503, 'Service unavailable'],
] as const)('the scenario %s with %j applies to every call', async (name, options, code, status, serverText) => {
  const api = provider({ chains: chains() }, { scenario: scenario(name, options) })
  for (const call of [
    () => api.call('supportedChains', {}),
    () => api.call('wallets', page),
    () => api.call('walletImage', { imageId: 'wallet-07' }),
  ])
    expect(await failure(call())).toMatchObject({ code, status, serverText })
})

test('the scenario tooManyRequests applies to the named calls only, with the time to wait', async () => {
  const busy = scenario('tooManyRequests', { calls: ['wallets'], retryAfterSeconds: 60 })
  const api = provider({ chains: chains() }, { scenario: busy })
  expect((await api.call('supportedChains', {})).http).toContain(MAINNET)
  expect(await failure(api.call('wallets', page))).toMatchObject({
    code: 'api.busy',
    status: 429,
    retryAfterMs: 60_000,
  })
})

test('the scenario offline answers no call', async () => {
  const api = provider({}, { scenario: scenario('offline') })
  expect(await failure(api.call('analyticsConfiguration', {}))).toMatchObject({
    code: 'api.offline',
    status: undefined,
  })
})

test('the scenario slow delays a normal answer', async () => {
  const late = provider({}, { scenario: scenario('slow', { ms: 60_000 }), client: { timeoutMs: 100 } })
  expect(await failure(late.call('wallets', page))).toMatchObject({ code: 'api.expired' })
  const soon = provider({}, { scenario: scenario('slow', { ms: 1 }) })
  expect((await soon.call('wallets', page)).data).toHaveLength(10)
})

test('a scenario can end after a number of requests', async () => {
  const api = provider(
    {},
    { scenario: scenario('serverError', { times: 2, calls: ['registerName', 'analyticsEvent'] }) },
  )
  const event = { eventId: 'e', url: '', domain: '', timestamp: 0, props: {} }
  expect(await failure(api.call('analyticsEvent', event))).toMatchObject({ status: 500 })
  expect(await failure(api.call('analyticsEvent', event))).toMatchObject({ status: 500 })
  expect(await api.call('analyticsEvent', event)).toBeUndefined()
})

/** Every call that returns data, so that its answer can be changed. */
const asked = () =>
  ({
    supportedChains: (api) => api.call('supportedChains', {}),
    allowedOrigins: (api) => api.call('allowedOrigins', {}),
    analyticsConfiguration: (api) => api.call('analyticsConfiguration', {}),
    identity: (api) => api.call('identity', { address }, on()),
    history: (api) => api.call('history', { account: address }, on()),
    balance: (api) => api.call('balance', { address }, on()),
    swapQuotes: (api) => api.call('swapQuotes', { ...sides(), amount: '1000000000' }, on()),
    swapTokens: (api) => api.call('swapTokens', { chainId: one().networkId }, on()),
    tokenPrices: (api) => api.call('tokenPrices', { addresses: [id(NATIVE)] }, on()),
    swapAllowance: (api) => api.call('swapAllowance', { tokenAddress: id(NATIVE), userAddress: id(address) }, on()),
    gasPrice: (api) => api.call('gasPrice', { chainId: one().networkId }, on()),
    buildSwap: (api) => api.call('buildSwap', { ...sides(), amount: '1000000000', eip155: { slippage: 1 } }, on()),
    buildApproval: (api) => api.call('buildApproval', { ...sides(), from: sides().to, to: sides().from }, on()),
    nameLookup: (api) => api.call('nameLookup', { name: 'robin.reown.id' }, on()),
    namesOfAddress: (api) => api.call('namesOfAddress', { address }, on()),
    nameSuggestions: (api) => api.call('nameSuggestions', { name: 'robin' }, on()),
    onrampOptions: (api) => api.call('onrampOptions', {}, on()),
    onrampQuote: (api) =>
      api.call('onrampQuote', { purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '100', network: 'ETH' }, on()),
    exchanges: (api) => api.call('exchanges', { page: 1, asset: `${one().networkId}/slip44:60`, amount: '1' }),
    smartSessions: (api) => api.call('smartSessions', { address: id(address) }, on()),
    wallets: (api) => api.call('wallets', page),
    walletImage: (api) => api.call('walletImage', { imageId: 'wallet-07' }),
    assetImage: (api) => api.call('assetImage', { imageId: 'one' }),
  }) satisfies Partial<Record<keyof typeof calls, (api: ReturnType<typeof provider>) => Promise<unknown>>>
type Asked = keyof ReturnType<typeof asked>
const askedNames = [
  'supportedChains',
  'allowedOrigins',
  'analyticsConfiguration',
  'identity',
  'history',
  'balance',
  'swapQuotes',
  'swapTokens',
  'tokenPrices',
  'swapAllowance',
  'gasPrice',
  'buildSwap',
  'buildApproval',
  'nameLookup',
  'namesOfAddress',
  'nameSuggestions',
  'onrampOptions',
  'onrampQuote',
  'exchanges',
  'smartSessions',
  'wallets',
  'walletImage',
  'assetImage',
] as const satisfies readonly Asked[]

const now = () => 1_800_000_000_000
const known = () => ({ chains: chains(), names: { 'robin.reown.id': address }, now })
const spoilt = (name: Asked, by: Parameters<typeof scenario>[0]) => {
  const api = provider(known(), { scenario: scenario(by, { calls: [name] }) })
  return { api, answer: asked()[name](api) }
}

test.each(askedNames)('%s: malformed JSON and answers of another shape are rejected', async (name) => {
  expect(await asked()[name](provider(known()))).toBeDefined()
  expect(await failure(spoilt(name, 'malformedJson').answer)).toMatchObject({ code: 'api.malformed' })
  expect(await failure(spoilt(name, 'wrongShape').answer)).toMatchObject({ code: 'api.malformed' })
})

const json = askedNames.filter((name) => !('binary' in calls[name]))
/** An answer without its changing parts: a quote's id and a swap's deadline. */
const lasting = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, inner: unknown) =>
    key === 'quoteId' || (key === 'data' && typeof inner === 'string') ? undefined : inner,
  )

test.each(json)('%s: unknown fields change nothing', async (name) => {
  const { api, answer } = spoilt(name, 'extraField')
  const told = lasting(await answer)
  expect(told).toEqual(lasting(await asked()[name](provider(known()))))
  expect(api.warnings).toEqual([])
})

test('the scenario extraField adds unknown fields to the answer', async () => {
  spoilt('wallets', 'extraField').answer.catch(() => undefined)
  const response = await fetch(`${hosts.catalog}/getWallets?page=1&entries=2&projectId=p1&st=appkit&sv=1`)
  const extra = { since: 2030, why: ['nobody knows'] }
  expect(await response.json()).toMatchObject({
    addedLater: extra,
    data: [{ addedLater: extra }, { addedLater: extra }],
  })
})

test.each(['wallets', 'balance', 'history', 'supportedChains', 'namesOfAddress'] as const)(
  '%s: a broken entry is left out with a warning, and the others stay',
  async (name) => {
    const { api, answer } = spoilt(name, 'brokenEntry')
    const told = lasting(await answer)
    expect(api.warnings).toEqual(['api.itemsBroken'])
    expect(told).toEqual(lasting(await asked()[name](provider(known()))))
  },
)

test('the scenario empty returns empty answers, and the networks are still supported', async () => {
  const api = provider(known(), { scenario: scenario('empty') })
  expect(await api.call('balance', { address }, on())).toEqual({ balances: [] })
  expect(await api.call('history', { account: address }, on())).toEqual({ data: [], next: undefined })
  expect(await api.call('identity', { address }, on())).toEqual({ name: undefined, avatar: undefined })
  expect(await api.call('namesOfAddress', { address }, on())).toEqual([])
  expect(await api.call('swapQuotes', { ...sides(), amount: '1000' }, on())).toEqual({ quotes: [] })
  expect(await api.call('swapTokens', { chainId: one().networkId }, on())).toEqual({ tokens: [] })
  expect(await api.call('wallets', page)).toEqual({ data: [], count: 0 })
  expect((await api.call('supportedChains', {})).http).toContain(one().networkId)
  expect(api.warnings).toEqual([])
})

test('the scenario huge has 10,000 wallets, with pages and search', async () => {
  const api = provider(known(), { scenario: scenario('huge') })
  const first = await api.call('wallets', { page: 1, entries: 100, chains: [one().networkId] })
  expect(first.data[0]?.name).toBe('MetaMask')
  const everything = await api.call('wallets', { page: 100, entries: 100 })
  expect([everything.count, everything.data.length]).toEqual([10_000, 100])
  expect((await api.call('wallets', { page: 101, entries: 100 })).data).toEqual([])
  const { data } = await api.call('wallets', { page: 1, entries: 100, search: '07777' })
  expect(data.map(({ name }) => name)).toEqual(['Wallet 07777'])
})

test('the scenario huge has 5,000 tokens, beginning with the real ones', async () => {
  const api = provider(known(), { scenario: scenario('huge') })
  const { networkId } = one()
  const { balances } = await api.call('balance', { address, chainId: networkId }, on())
  expect(balances).toHaveLength(5_000)
  expect(balances.slice(0, 4).map(({ symbol }) => symbol)).toEqual(['ETH', 'USDX', 'GLD', 'T0'])
  expect(new Set(balances.map((balance) => balance.address)).size).toBe(5_000)
  expect(balances.every(({ chainId }) => chainId === networkId)).toBe(true)
  expect(balances.some(({ price }) => price === undefined)).toBe(true)
  const { tokens } = await api.call('swapTokens', { chainId: networkId }, on())
  expect(tokens).toHaveLength(5_000)
  expect(api.warnings).toEqual([])
})

test('the scenario huge has a history of 100,000 transactions, the same on every request', async () => {
  const api = provider(known(), { scenario: scenario('huge') })
  const { networkId } = one()
  const look = (cursor?: string) =>
    api.call('history', { account: address, chainId: networkId, ...(cursor !== undefined && { cursor }) }, on())
  const first = await look()
  const second = await look(first.next)
  expect([first.data.length, second.data.length]).toEqual([50, 50])
  expect(withoutSpam([...first.data, ...second.data], networkId)).toHaveLength(100)
  const times = [...first.data, ...second.data].map(({ metadata }) => metadata.minedAt)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(await look(first.next)).toEqual(second)
  const last = await look('99950')
  expect([last.data.length, last.next]).toEqual([50, undefined])
  const pages = [first, second, last].flatMap(({ data }) => data.map((entry) => entry.id))
  expect(new Set(pages).size).toBe(150)
  expect(api.warnings).toEqual([])
})

test('a scenario does not bypass the check of the project id', async () => {
  const api = provider({ projectIds: ['p2'] }, { scenario: scenario('huge') })
  expect(await failure(api.call('wallets', page))).toMatchObject({ status: 401 })
})

test('a scenario can be given as JSON, and null leaves the handlers unchanged', () => {
  const setting = { name: 'slow', calls: ['balance'], ms: 200 } as const
  expect(scenarioSchema.parse(setting)).toEqual(setting)
  expect(scenarioSchema.parse(null)).toBeNull()
  for (const wrong of [{ name: 'sometimes' }, { name: 'slow', calls: ['everything'] }, { name: 'slow', sM: 1 }, 'slow'])
    expect(scenarioSchema.safeParse(wrong).success).toBe(false)
  const handlers = createHandlers({ hosts })
  expect(scenarioOf(null)(handlers)).toEqual(handlers)
  const changed = scenarioOf({ name: 'offline', calls: ['balance'] })(handlers)
  expect(changed.filter((handler, index) => handler !== handlers[index])).toHaveLength(1)
})

test('every call has a handler', () => {
  expect(createHandlers({ hosts })).toHaveLength(Object.keys(calls).length)
})
