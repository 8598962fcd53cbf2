/** The API client. It sends the calls of the table and accepts only responses that match their schemas. */
import ky, { isHTTPError } from 'ky'
import { API } from '../../machines/constants.ts'
import type { Network } from '../../machines/shared/network.types.ts'
import { ApiError } from '../../machines/shared/errors/apiError.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { servesNetwork } from '../../machines/project/project.rules.ts'
import { boundedFetch } from '../platform/boundedFetch.ts'
import { loadPart } from '../platform/loadPart.ts'
import type { CallDefinition, Hosts } from './call.ts'
import type { CallInput, CallName, CallOutput } from './calls.ts'
import { clientCalls } from './clientCalls.ts'
import { NETWORK_IMAGE_IDS } from './networkImages.ts'
import { apiErrorFrom, refusalIn, MAX_PAUSE_MS, retryAfterMs } from './refusal.ts'
import { Cache, SharedCalls } from './shared.ts'
import { readResult, bodyOf, fitsPath, readJson, urlOf, type Fields, type Sender } from './wire.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** The network of the call; required for calls that belong to a network. */
  networkId?: string
  /** Bypasses the cache, including the browser's. */
  fresh?: boolean
}

/** The API. Every failure is an `ApiError`, or a `LatchkeyError` if no request was made. */
export interface Api {
  call<Name extends CallName>(name: Name, input: CallInput<Name>, options?: CallOptions): Promise<CallOutput<Name>>
  /** Whether the API serves a network. The response is cached for a day; after a failure the next call requests it again. */
  serves(networkId: string, signal?: AbortSignal): Promise<boolean>
  /** The URL of an image, or `undefined`. Makes no request. */
  imageUrl(name: 'walletImage' | 'assetImage', imageId: string): string | undefined
  /** The URL of a network's image: from its `assets.imageId`, else from the API's default for the network. Makes no request. */
  networkImage(network: Pick<Network, 'caipNetworkId' | 'assets'>): string | undefined
  /** Subscribes to every failed call. Returns a function that unsubscribes. */
  watch(listener: (error: ApiError) => void): () => void
}

export interface ApiOptions extends Sender {
  /** The time limit in milliseconds for one call, including all retries and reading the response. */
  timeoutMs: number
  now(): number
  fetch?: typeof globalThis.fetch
  /** Receives warnings, for example about list entries that were left out. */
  warn(error: LatchkeyError): void
}

/** The longest timeout that browsers support. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1
const RETRIED_STATUSES = [408, 429, ...Array.from({ length: 100 }, (_, index) => 500 + index)]

export function createApi(options: ApiOptions): Api {
  const listeners = new Set<(error: ApiError) => void>()
  const inFlight = new SharedCalls()
  const cache = new Cache(options.now)
  const send = createSend(options, (error) => {
    for (const listener of listeners) listener(error)
  })

  const serves: Api['serves'] = async (networkId, signal) => {
    const { http }: CallOutput<'supportedChains'> = await api.call('supportedChains', {}, signal && { signal })
    return servesNetwork(http, networkId)
  }

  const api: Api = {
    async call(name, input, { signal, networkId, fresh = false } = {}) {
      signal?.throwIfAborted()
      if (!options.projectId) throw new LatchkeyError('api.unavailable')
      const definition = isClientCall(name) ? definitionOf(name) : await featureDefinitionOf(name)
      const fields = fieldsOf(name, definition, input)
      const { gated, cacheMs, cacheKeyFields } = definition
      if (gated && (networkId === undefined || !(await serves(networkId, signal)))) {
        if ('error' in gated) throw new LatchkeyError(gated.error as 'network.noSwaps')
        return gated.empty as CallOutput<typeof name>
      }
      const key = JSON.stringify([name, fields])
      const cacheKey = cacheKeyFields
        ? JSON.stringify([name, ...cacheKeyFields.map((field) => fields[field] ?? null)])
        : key
      const cached = cacheMs !== undefined && !fresh && cache.get(cacheKey, cacheMs)
      if (cached) return cached.value as CallOutput<typeof name>
      const fetchAndCache = async (sharedSignal: AbortSignal) => {
        const sequence = cache.nextSequence()
        const answer = await send({ name, definition, fields, signal: sharedSignal, fresh })
        if (cacheMs !== undefined) cache.set(cacheKey, answer, sequence)
        return answer as CallOutput<typeof name>
      }
      // Writes are never shared: two callers expect two changes.
      if (definition.method === 'POST') return fetchAndCache(signal ?? new AbortController().signal)
      // A `fresh` call does not join one that is already in flight.
      return inFlight.run(fresh ? `fresh ${key}` : key, signal, fetchAndCache)
    },
    serves,
    imageUrl(name, imageId) {
      const definition = definitionOf(name)
      const { success } = definition.request.safeParse({ imageId })
      return options.projectId && success ? urlOf(definition, { imageId }, options).href : undefined
    },
    networkImage({ caipNetworkId, assets }) {
      const imageId = assets?.imageId ?? NETWORK_IMAGE_IDS[caipNetworkId]
      return imageId === undefined ? undefined : api.imageUrl('assetImage', imageId)
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return api
}

/** Creates requests with the retries and limits that every call has. */
const createRequest = ({ timeoutMs, now, fetch }: ApiOptions) =>
  ky.create({
    timeout: Math.min(timeoutMs, MAX_TIMEOUT_MS),
    totalTimeout: Math.min(timeoutMs, MAX_TIMEOUT_MS),
    parseJson: readJson,
    retry: {
      limit: API.retryCount,
      methods: ['get'],
      statusCodes: RETRIED_STATUSES,
      afterStatusCodes: RETRIED_STATUSES,
      maxRetryAfter: API.retryAfterAtMostMs,
      delay: (attempt) => API.retryDelayMs * 2 ** (attempt - 1),
      shouldRetry: ({ error }) =>
        isHTTPError(error) && (retryAfterMs(error.response, now()) ?? 0) > API.retryAfterAtMostMs ? false : undefined,
    },
    fetch: boundedFetch(API.answerAtMostBytes, fetch),
  })

/** One call with its input. */
interface PreparedCall {
  name: CallName
  definition: CallDefinition
  fields: Fields
  signal: AbortSignal
  fresh: boolean
}

/** Sends calls over the network. Each resolves to a valid response or rejects with an `ApiError`. */
function createSend(options: ApiOptions, onError: (error: ApiError) => void) {
  const { now } = options
  const request = createRequest(options)
  /** The time until which no call goes to a host, as the host requested. */
  const pausedUntil = new Map<keyof Hosts, number>()

  /** The remaining pause of a host. Capped, because a clock that was set back must not turn a short pause into a long one. */
  const remainingPauseMs = (host: keyof Hosts): number => {
    const pauseMs = (pausedUntil.get(host) ?? 0) - now()
    return pauseMs <= MAX_PAUSE_MS ? Math.max(pauseMs, 0) : 0
  }

  function throwWhilePaused(name: CallName, host: keyof Hosts) {
    const pauseMs = remainingPauseMs(host)
    if (pauseMs > 0) throw new ApiError('api.busy', { call: name, status: 429, retryAfterMs: pauseMs })
  }

  return async ({ name, definition, fields, signal, fresh }: PreparedCall): Promise<unknown> => {
    const { host, method, response, lists = [], binary } = definition
    try {
      throwWhilePaused(name, host)
      const httpRequest = request(urlOf(definition, fields, options), {
        method,
        signal,
        headers: { accept: binary ? 'image/*' : 'application/json' },
        hooks: { beforeRetry: [() => throwWhilePaused(name, host)] },
        ...(fresh && { cache: 'no-cache' }),
        ...(method === 'POST' && { json: bodyOf(definition, fields, options) }),
      })
      const { status } = await httpRequest
      // Read through the request, so that the timeout also covers the body.
      const result = readResult(definition, binary ? await httpRequest.blob() : readJson(await httpRequest.text()))
      if ('error' in result) throw refusalIn(name, status, result.error)
      const { value } = result
      const parsed = response.safeParse(value)
      if (!parsed.success) throw new ApiError('api.malformed', { call: name, status, cause: parsed.error })
      for (const list of lists)
        reportInvalidEntries({ name, status, warn: options.warn }, fieldAt(value, list), fieldAt(parsed.data, list))
      return parsed.data
    } catch (thrown) {
      if (signal.aborted) throw signal.reason
      const error = apiErrorFrom(name, thrown, now())
      if (error.retryAfterMs !== undefined)
        pausedUntil.set(host, now() + Math.max(remainingPauseMs(host), error.retryAfterMs))
      onError(error)
      throw error
    }
  }
}

/** Warns about list entries that were left out. Throws if all entries are invalid. */
function reportInvalidEntries(
  { name, status, warn }: Pick<ApiOptions, 'warn'> & { name: CallName; status: number },
  received: unknown,
  valid: unknown,
) {
  if (!Array.isArray(received) || !Array.isArray(valid) || received.length === valid.length) return
  if (valid.length === 0) throw new ApiError('api.malformed', { call: name, status })
  warn(
    new LatchkeyError('api.itemsBroken', {
      params: { call: name, count: received.length - valid.length, total: received.length },
    }),
  )
}

/** Validates the input with the schema of the call. */
function fieldsOf(name: CallName, definition: CallDefinition, input: unknown): Fields {
  const { success, data, error } = definition.request.safeParse(input)
  if (success && fitsPath(definition, data)) return data
  throw new LatchkeyError('api.invalidInput', { params: { call: name }, cause: error })
}

type ClientCallName = keyof typeof clientCalls
const isClientCall = (name: CallName): name is ClientCallName => name in clientCalls

/** A call without its specific types: the client treats all calls alike. */
const definitionOf = (name: ClientCallName) => clientCalls[name] as unknown as CallDefinition
const featureDefinitionOf = async (name: Exclude<CallName, ClientCallName>) =>
  (await loadPart(import('./featureCalls.ts'))).featureCalls[name] as unknown as CallDefinition

/** A field of a response; `''` is the response itself. */
const fieldAt = (value: unknown, key: string): unknown =>
  key === '' ? value : typeof value === 'object' && value !== null ? (value as Fields)[key] : undefined
