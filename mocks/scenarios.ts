/** Failures of the API, by name. A scenario wraps handlers; handlers of other calls stay unchanged. */
import { type HttpHandler, HttpResponse } from 'msw'
import * as z from 'zod/mini'
import { calls, type CallName } from '../sdk/api/calls.ts'
import { HUGE, hugeBalance, hugeHistory, hugeToken } from './fixtures/huge.ts'
import { catalogue, type WireWallet } from './fixtures/wallets.ts'
import { CallHandler, definitionOf, jsonResponse } from './api/callHandler.ts'
import { pageOfWallets, walletQuery } from './api/catalogue.ts'
import { emptied, misshapen, withBrokenEntry, withExtraFields } from './api/shapes.ts'

const options = {
  /** The affected calls; by default all that the scenario applies to. */
  calls: z.optional(z.readonly(z.array(z.enum(Object.keys(calls) as [CallName, ...CallName[]])))),
  /** The number of requests after which the API works again. */
  times: z.optional(z.int().check(z.gte(1))),
  /** `slow`: the delay of every answer. */
  ms: z.optional(z.int().check(z.gte(0))),
  /** `tooManyRequests` and `unavailable`: the `Retry-After` header. */
  retryAfterSeconds: z.optional(z.number().check(z.gte(0))),
  /** `unauthorized`, `forbidden`, `serverError`, `unavailable`: the error text. */
  text: z.optional(z.string()),
}
const optionsSchema = z.strictObject(options)
export type ScenarioOptions = z.input<typeof optionsSchema>

interface Trouble {
  handler: CallHandler
  request: Request
  options: ScenarioOptions
  /** The handler's normal answer to this request or another one. */
  answer(asked?: Request): Promise<Response>
}

type Act = (trouble: Trouble) => Response | Promise<Response>

/** Changes the JSON of a successful answer. Errors and pictures stay unchanged. */
const changed =
  (change: (value: unknown, trouble: Trouble) => unknown): Act =>
  async (trouble) => {
    const response = await trouble.answer()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    if (!response.ok || !isJson) return response
    const value: unknown = await response.json()
    if (definitionOf(trouble.handler.call).rpc === undefined) return jsonResponse(change(value, trouble))
    const told = z.looseObject({ result: z.unknown() }).parse(value)
    return jsonResponse({ ...told, result: change(told.result, trouble) })
  }

const refusal =
  (status: number, text: string): Act =>
  ({ options }) => {
    const { retryAfterSeconds } = options
    const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': `${retryAfterSeconds}` }
    return HttpResponse.json({ error: options.text ?? text }, { status, headers })
  }

/** Waits, or resolves when the request is aborted. */
const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** The huge catalogs, cached by requested networks. */
const hugeCatalogues = new Map<string, WireWallet[]>()
function hugeWallets(networks: string): WireWallet[] {
  const wallets = hugeCatalogues.get(networks) ?? catalogue(networks.split(',').filter(isEvm), HUGE.wallets)
  hugeCatalogues.set(networks, wallets)
  return wallets
}
const isEvm = (networkId: string): boolean => networkId.startsWith('eip155:') && networkId !== 'eip155:1'

/** Fills up a list of the normal answer. */
function filled(answer: unknown, list: string, make: (index: number) => unknown): unknown {
  const known = z.record(z.string(), z.array(z.unknown())).parse(answer)[list] ?? []
  const more = Array.from({ length: HUGE.tokens - known.length }, (_, index) => make(index))
  return { [list]: [...known, ...more] }
}

/** The answer with a huge amount of data. */
function huge(value: unknown, { handler, request }: Trouble): unknown {
  const { searchParams: query, pathname } = new URL(request.url)
  const chainId = query.get('chainId') ?? 'eip155:1'
  switch (handler.call) {
    case 'wallets':
      return pageOfWallets(hugeWallets(query.get('chains') ?? ''), walletQuery.parse(Object.fromEntries(query)))
    case 'balance':
      return filled(value, 'balances', (index) => hugeBalance(index, chainId))
    case 'swapTokens':
      return filled(value, 'tokens', (index) => hugeToken(index, chainId))
    case 'history':
      return hugeHistory(pathname.split('/').at(-2) ?? '', chainId, query.get('cursor'))
    default:
      return value
  }
}

/** The normal history cannot read a cursor of the huge one. */
const fromTheStart = ({ request, answer, ...trouble }: Trouble): Trouble => {
  const url = new URL(request.url)
  url.searchParams.delete('cursor')
  return { ...trouble, request, answer: () => answer(new Request(url, request)) }
}

const all = Object.keys(calls) as CallName[]
/** Calls that only read, except the one that decides whether other calls are made. */
const reading = all.filter((name) => {
  const { method, lists } = definitionOf(name)
  return name !== 'supportedChains' && (method === 'GET' || lists !== undefined)
})

/** The effect of each scenario, and the calls that it applies to by default. */
const scenarios = {
  slow: {
    act: async ({ options, request, answer }) => {
      await wait(options.ms ?? 3_000, request.signal)
      return answer()
    },
  },
  tooManyRequests: {
    act: (trouble) => refusal(429, 'Too many requests')(withDefaults(trouble, { retryAfterSeconds: 2 })),
  },
  unauthorized: { act: refusal(401, 'Unauthorized: invalid key') },
  forbidden: { act: refusal(403, 'Unauthorized: origin not allowed') },
  serverError: { act: refusal(500, 'Internal server error') },
  unavailable: { act: refusal(503, 'Service unavailable') },
  offline: { act: (): Response => HttpResponse.error() },
  malformedJson: {
    act: (): Response => new HttpResponse('{"data": [', { headers: { 'content-type': 'application/json' } }),
  },
  wrongShape: {
    act: (trouble) => {
      const definition = definitionOf(trouble.handler.call)
      return definition.binary
        ? HttpResponse.html('<!doctype html><title>No picture</title>')
        : changed((value) => misshapen(definition, value))(trouble)
    },
  },
  /** One entry of each list is an empty object; the other entries are valid. */
  brokenEntry: { act: changed((value, { handler }) => withBrokenEntry(definitionOf(handler.call), value)) },
  extraField: { act: changed(withExtraFields) },
  empty: { act: changed((value, { handler }) => emptied(definitionOf(handler.call), value)), calls: reading },
  /** 10,000 wallets, 5,000 tokens, 100,000 transactions. */
  huge: {
    act: (trouble) => changed(huge)(fromTheStart(trouble)),
    calls: ['wallets', 'balance', 'swapTokens', 'history'],
  },
} satisfies Record<string, { act: Act; calls?: readonly CallName[] }>

const withDefaults = (trouble: Trouble, defaults: ScenarioOptions): Trouble => ({
  ...trouble,
  options: { ...defaults, ...trouble.options },
})

export type ScenarioName = keyof typeof scenarios
/** Wraps handlers. */
export type Scenario = (handlers: readonly HttpHandler[]) => HttpHandler[]

const names = Object.keys(scenarios) as [ScenarioName, ...ScenarioName[]]
/** A scenario as JSON; `null` for none. */
export const scenarioSchema = z.nullable(z.strictObject({ name: z.enum(names), ...options }))
export type ScenarioSetting = z.input<typeof scenarioSchema>

/**
 * Returns the scenario with this name, which wraps handlers.
 *
 * @example
 * server.use(...scenario('tooManyRequests', { calls: ['balance'], retryAfterSeconds: 2 })(handlers))
 */
export function scenario(name: ScenarioName, given: ScenarioOptions = {}): Scenario {
  const { act, calls: usual = all }: { act: Act; calls?: readonly CallName[] } = scenarios[name]
  const concerned = new Set<CallName>(given.calls ?? usual)
  let left = given.times ?? Number.POSITIVE_INFINITY
  return (handlers) =>
    handlers.map((handler) => {
      if (!(handler instanceof CallHandler) || !concerned.has(handler.call)) return handler
      return new CallHandler(handler.call, handler.host, (request, params) => {
        const answer = async (asked = request) => handler.resolveCall(asked, params)
        if (left <= 0) return answer()
        left -= 1
        return act({ handler, request, options: given, answer })
      })
    })
}

/** The scenario for a setting, for example one from JSON. `null` leaves the handlers unchanged. */
export const scenarioOf = (setting: ScenarioSetting): Scenario => {
  if (setting === null) return (handlers) => [...handlers]
  const { name, ...given } = setting
  return scenario(name, given)
}
