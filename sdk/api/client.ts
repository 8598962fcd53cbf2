/** The client of the provider's API. It sends what the table of calls says, and believes only what fits its schemas. */
import ky, { isHTTPError, isTimeoutError } from 'ky'
import * as z from 'zod/mini'
import { API } from '../../machines/constants.ts'
import { ApiError, type ApiFault, type ApiReason } from '../../machines/errors/apiError.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { servesNetwork } from '../../machines/rules/project.ts'
import type { CallDefinition, Hosts } from './call.ts'
import { calls, type CallInput, type CallName, type CallOutput } from './calls.ts'
import { Cache, Shared } from './shared.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** The network that the call is about; calls that belong to networks need it. */
  networkId?: string
  /** Passes the cache by. */
  fresh?: boolean
}

/** The provider's API. Every failure is an `ApiError`, or a `LatchkeyError` that says why nothing was asked. */
export interface Api {
  call<Name extends CallName>(name: Name, input: CallInput<Name>, options?: CallOptions): Promise<CallOutput<Name>>
  /** Whether the provider serves a network. Asked once; a failure is asked again. */
  serves(networkId: string, signal?: AbortSignal): Promise<boolean>
  /** Where a picture can be had. Nothing is loaded. */
  imageUrl(name: 'walletImage' | 'assetImage', imageId: string): string
  /** Hears of every call that failed. */
  watch(heard: (error: ApiError) => void): () => void
}

export interface ApiOptions {
  projectId: string | undefined
  hosts: Hosts
  /** Sent with every call [7.1]. */
  sdk: { type: string; version: string }
  timeoutMs: number
  now(): number
  fetch?: typeof globalThis.fetch
  /** Entries of a list that were left out, and the like. */
  warn(error: LatchkeyError): void
}

const joined = (host: string, path: string): string => `${host.replace(/\/+$/, '')}/${path}`

export function createApi({ projectId, hosts, sdk, timeoutMs, now, warn, ...options }: ApiOptions): Api {
  const listeners = new Set<(error: ApiError) => void>()
  const flights = new Shared()
  const cache = new Cache(now)
  let supported: readonly string[] | undefined
  /** No call goes to a host before the moment it has asked for. */
  const restingUntil = new Map<keyof Hosts, number>()

  const http = ky.create({
    timeout: timeoutMs,
    totalTimeout: timeoutMs,
    retry: {
      limit: API.retryCount,
      methods: ['get'],
      statusCodes: [408, 429, 500, 502, 503, 504],
      delay: (attempt) => API.retryDelayMs * 2 ** (attempt - 1),
      shouldRetry: ({ error }) =>
        isHTTPError(error) && (retryAfterMs(error.response, now()) ?? 0) > API.retryAfterAtMostMs ? false : undefined,
    },
    ...(options.fetch && { fetch: options.fetch }),
  })

  const urlOf = ({ host, path, query = [], fixed }: CallDefinition, fields: Record<string, unknown>): URL => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields[name])))
    const url = new URL(joined(hosts[host], filled))
    const named = { ...fixed?.query, ...Object.fromEntries(query.map((name) => [name, fields[name]])) }
    for (const [name, value] of Object.entries({ ...named, projectId, st: sdk.type, sv: sdk.version }))
      if (value !== undefined) url.searchParams.set(name, String(value))
    return url
  }

  const bodyOf = ({ body, fixed, projectInBody }: CallDefinition, fields: Record<string, unknown>) => ({
    ...fixed?.body,
    ...(projectInBody && { projectId }),
    ...Object.fromEntries((body ?? []).map((name) => [name, fields[name]])),
  })

  /** One call over the network: everything that can become of it is an answer that fits, or an `ApiError`. */
  async function send(
    name: CallName,
    definition: CallDefinition,
    fields: Record<string, unknown>,
    signal: AbortSignal,
  ) {
    const rest = (restingUntil.get(definition.host) ?? 0) - now()
    if (rest > 0) throw new ApiError('api.busy', { call: name, status: 429, retryAfterMs: rest })
    const { method, response, list, binary } = definition
    try {
      const answer = await http(urlOf(definition, fields), {
        method,
        signal,
        ...(method === 'POST' && { json: bodyOf(definition, fields) }),
      })
      const value: unknown = binary ? await answer.blob() : readJson(await answer.text())
      const parsed = response.safeParse(value)
      if (!parsed.success)
        throw new ApiError('api.malformed', { call: name, status: answer.status, cause: parsed.error })
      if (list !== undefined) countBroken(name, at(value, list), at(parsed.data, list))
      return parsed.data
    } catch (thrown) {
      if (signal.aborted) throw signal.reason
      const error = await apiErrorFrom(name, thrown, now())
      if (error.retryAfterMs !== undefined) restingUntil.set(definition.host, now() + error.retryAfterMs)
      for (const heard of listeners) heard(error)
      throw error
    }
  }

  /** Some broken entries are left out and told; where all are broken, nothing was understood. */
  function countBroken(name: CallName, before: unknown, after: unknown) {
    if (!Array.isArray(before) || !Array.isArray(after) || before.length === after.length) return
    if (after.length === 0) throw new ApiError('api.malformed', { call: name, status: 200 })
    warn(
      new LatchkeyError('api.itemsBroken', {
        params: { call: name, count: before.length - after.length, total: before.length },
      }),
    )
  }

  const serves: Api['serves'] = async (networkId, signal) => {
    if (!supported) {
      const answer: CallOutput<'supportedChains'> = await api.call('supportedChains', {}, signal && { signal })
      supported = answer.http
    }
    return servesNetwork(supported, networkId)
  }

  const api: Api = {
    async call(name, input, { signal, networkId, fresh = false } = {}) {
      const definition = calls[name] as unknown as CallDefinition
      if (projectId === undefined) throw new LatchkeyError('api.unavailable')
      const asked = definition.request.safeParse(input)
      if (!asked.success) throw new LatchkeyError('api.invalidInput', { params: { call: name }, cause: asked.error })
      const { gated, cacheMs } = definition
      if (gated && (networkId === undefined || !(await serves(networkId, signal)))) {
        if ('error' in gated) throw new LatchkeyError(gated.error as 'network.noSwaps')
        return gated.empty as CallOutput<typeof name>
      }
      const key = JSON.stringify([name, asked.data])
      const known = cacheMs !== undefined && !fresh && cache.get(key, cacheMs)
      if (known) return known.value as CallOutput<typeof name>
      const work = async (shared: AbortSignal) => {
        const answer = await send(name, definition, asked.data, shared)
        if (cacheMs !== undefined) cache.set(key, answer)
        return answer as CallOutput<typeof name>
      }
      // What changes something is never shared: two askers mean two changes.
      if (definition.method === 'POST') return work(signal ?? new AbortController().signal)
      // A fresh answer is not one that is under way already.
      return flights.run(fresh ? `fresh ${key}` : key, signal, work)
    },
    serves,
    imageUrl: (name, imageId) => urlOf(calls[name] as unknown as CallDefinition, { imageId }).href,
    watch(heard) {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
  }
  return api
}

/** The value of a JSON text; what is no JSON is no value, which no schema of an answer takes. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined

const refusalSchema = z.object({
  reasons: z.optional(z.array(z.object({ name: z.optional(z.string()), description: z.string() }))),
  error: z.optional(z.unknown()),
  message: z.optional(z.string()),
})

/** What a refusal says: the name service gives reasons, others a message, or text alone. */
function refusalOf(data: unknown): { reasons: readonly ApiReason[]; serverText: string } {
  const parsed = refusalSchema.safeParse(data)
  const { reasons = [], error, message } = parsed.success ? parsed.data : {}
  const words = [data, error, message, at(error, 'message'), reasons[0]?.description]
  return {
    reasons,
    serverText: words
      .filter((word) => typeof word === 'string')
      .join(' ')
      .slice(0, 500),
  }
}

async function apiErrorFrom(call: string, thrown: unknown, now: number): Promise<ApiError> {
  if (thrown instanceof ApiError) return thrown
  if (isTimeoutError(thrown)) return new ApiError('api.expired', { call, cause: thrown })
  if (!isHTTPError(thrown)) return new ApiError('api.offline', { call, cause: thrown })
  const { status } = thrown.response
  const fault: ApiFault = status === 429 ? 'api.busy' : status >= 500 ? 'api.failed' : 'api.refused'
  return new ApiError(fault, {
    call,
    status,
    ...refusalOf(thrown.data),
    retryAfterMs: retryAfterMs(thrown.response, now),
    cause: thrown,
  })
}

/** `Retry-After` in milliseconds: seconds, or a date. */
function retryAfterMs(response: Response, now: number): number | undefined {
  const text = response.headers.get('retry-after')
  if (text === null) return undefined
  const seconds = Number(text)
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text) - now
  return Number.isFinite(ms) && ms > 0 ? ms : undefined
}
