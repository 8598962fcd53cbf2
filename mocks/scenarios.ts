/** Failures of the API, by name. A scenario wraps handlers; handlers of other calls stay unchanged. */
import { type HttpHandler, HttpResponse } from 'msw'
import * as z from 'zod/mini'
import { calls, type CallName } from '../sdk/api/calls.ts'
import { HUGE, hugeBalance, hugeHistory, hugeToken } from './fixtures/huge.ts'
import { catalog, type WireWallet } from './fixtures/wallets.ts'
import { CallHandler, getDefinition, jsonResponse } from './api/callHandler.ts'
import { pageOfWallets, walletQuery } from './api/catalog.ts'
import { withoutEntries, withWrongShape, withBrokenEntry, withExtraFields } from './api/shapes.ts'

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

interface ScenarioContext {
  handler: CallHandler
  request: Request
  options: ScenarioOptions
  /** The handler's normal answer to this request or another one. */
  answer(request?: Request): Promise<Response>
}

type Effect = (context: ScenarioContext) => Response | Promise<Response>

/** Changes the JSON of a successful answer. Errors and pictures stay unchanged. */
const changeAnswer =
  (change: (value: unknown, context: ScenarioContext) => unknown): Effect =>
  async (context) => {
    const response = await context.answer()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    if (!response.ok || !isJson) return response
    const value: unknown = await response.json()
    if (getDefinition(context.handler.call).rpc === undefined) return jsonResponse(change(value, context))
    const body = z.looseObject({ result: z.unknown() }).parse(value)
    return jsonResponse({ ...body, result: change(body.result, context) })
  }

const respondWithError =
  (status: number, text: string): Effect =>
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
const hugeCatalogs = new Map<string, WireWallet[]>()
function hugeWallets(networks: string): WireWallet[] {
  const wallets = hugeCatalogs.get(networks) ?? catalog(networks.split(',').filter(isEvm), HUGE.wallets)
  hugeCatalogs.set(networks, wallets)
  return wallets
}
const isEvm = (networkId: string): boolean => networkId.startsWith('eip155:') && networkId !== 'eip155:1'

/** Fills up a list of the normal answer. */
function fillList(answer: unknown, list: string, make: (index: number) => unknown): unknown {
  const entries = z.record(z.string(), z.array(z.unknown())).parse(answer)[list] ?? []
  const added = Array.from({ length: HUGE.tokens - entries.length }, (_, index) => make(index))
  return { [list]: [...entries, ...added] }
}

/** The answer with a huge amount of data. */
function huge(value: unknown, { handler, request }: ScenarioContext): unknown {
  const { searchParams: query, pathname } = new URL(request.url)
  const chainId = query.get('chainId') ?? 'eip155:1'
  switch (handler.call) {
    case 'wallets':
      return pageOfWallets(hugeWallets(query.get('chains') ?? ''), walletQuery.parse(Object.fromEntries(query)))
    case 'balance':
      return fillList(value, 'balances', (index) => hugeBalance(index, chainId))
    case 'swapTokens':
      return fillList(value, 'tokens', (index) => hugeToken(index, chainId))
    case 'history':
      return hugeHistory(pathname.split('/').at(-2) ?? '', chainId, query.get('cursor'))
    default:
      return value
  }
}

/** The normal history cannot read a cursor of the huge one. */
const withoutCursor = ({ request, answer, ...context }: ScenarioContext): ScenarioContext => {
  const url = new URL(request.url)
  url.searchParams.delete('cursor')
  return { ...context, request, answer: () => answer(new Request(url, request)) }
}

const all = Object.keys(calls) as CallName[]
/** Calls that only read, except the one that decides whether other calls are made. */
const readCalls = all.filter((name) => {
  const { method, lists } = getDefinition(name)
  return name !== 'supportedChains' && (method === 'GET' || lists !== undefined)
})

/** The effect of each scenario, and the calls that it applies to by default. */
const scenarioEffects = {
  slow: {
    act: async ({ options, request, answer }) => {
      await wait(options.ms ?? 3_000, request.signal)
      return answer()
    },
  },
  tooManyRequests: {
    act: (context) => respondWithError(429, 'Too many requests')(withDefaults(context, { retryAfterSeconds: 2 })),
  },
  unauthorized: { act: respondWithError(401, 'Unauthorized: invalid key') },
  forbidden: { act: respondWithError(403, 'Unauthorized: origin not allowed') },
  serverError: { act: respondWithError(500, 'Internal server error') },
  unavailable: { act: respondWithError(503, 'Service unavailable') },
  offline: { act: (): Response => HttpResponse.error() },
  malformedJson: {
    act: (): Response => new HttpResponse('{"data": [', { headers: { 'content-type': 'application/json' } }),
  },
  wrongShape: {
    act: (context) => {
      const definition = getDefinition(context.handler.call)
      return definition.binary
        ? HttpResponse.html('<!doctype html><title>No picture</title>')
        : changeAnswer((value) => withWrongShape(definition, value))(context)
    },
  },
  /** One entry of each list is an empty object; the other entries are valid. */
  brokenEntry: { act: changeAnswer((value, { handler }) => withBrokenEntry(getDefinition(handler.call), value)) },
  extraField: { act: changeAnswer(withExtraFields) },
  empty: {
    act: changeAnswer((value, { handler }) => withoutEntries(getDefinition(handler.call), value)),
    calls: readCalls,
  },
  /** 10,000 wallets, 5,000 tokens, 100,000 transactions. */
  huge: {
    act: (context) => changeAnswer(huge)(withoutCursor(context)),
    calls: ['wallets', 'balance', 'swapTokens', 'history'],
  },
} satisfies Record<string, { act: Effect; calls?: readonly CallName[] }>

const withDefaults = (context: ScenarioContext, defaults: ScenarioOptions): ScenarioContext => ({
  ...context,
  options: { ...defaults, ...context.options },
})

export type ScenarioName = keyof typeof scenarioEffects
/** Wraps handlers. */
export type Scenario = (handlers: readonly HttpHandler[]) => HttpHandler[]

const names = Object.keys(scenarioEffects) as [ScenarioName, ...ScenarioName[]]
/** A scenario as JSON; `null` for none. */
export const scenarioSchema = z.nullable(z.strictObject({ name: z.enum(names), ...options }))
export type ScenarioSetting = z.input<typeof scenarioSchema>

/**
 * Returns the scenario with this name, which wraps handlers.
 *
 * @example
 * server.use(...scenario('tooManyRequests', { calls: ['balance'], retryAfterSeconds: 2 })(handlers))
 */
export function scenario(name: ScenarioName, scenarioOptions: ScenarioOptions = {}): Scenario {
  const { act, calls: defaultCalls = all }: { act: Effect; calls?: readonly CallName[] } = scenarioEffects[name]
  const affectedCalls = new Set<CallName>(scenarioOptions.calls ?? defaultCalls)
  let remaining = scenarioOptions.times ?? Number.POSITIVE_INFINITY
  return (handlers) =>
    handlers.map((handler) => {
      if (!(handler instanceof CallHandler) || !affectedCalls.has(handler.call)) return handler
      return new CallHandler(handler.call, handler.host, (request, params) => {
        const answer = async (forwarded = request) => handler.resolveCall(forwarded, params)
        if (remaining <= 0) return answer()
        remaining -= 1
        return act({ handler, request, options: scenarioOptions, answer })
      })
    })
}

/** The scenario for a setting, for example one from JSON. `null` leaves the handlers unchanged. */
export const scenarioOf = (setting: ScenarioSetting): Scenario => {
  if (setting === null) return (handlers) => [...handlers]
  const { name, ...scenarioOptions } = setting
  return scenario(name, scenarioOptions)
}
