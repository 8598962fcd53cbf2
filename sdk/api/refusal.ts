/** Converts a failed call to an `ApiError`. */
import { isHTTPError, isTimeoutError } from 'ky'
import * as z from 'zod/mini'
import { ApiError, type ApiFailure, type ApiReason } from '../../machines/shared/errors/apiError.ts'
import { BodyTooLargeError } from '../platform/boundedFetch.ts'
import { listOf } from './call.ts'
import { readJson } from './wire.ts'

/** The longest pause, in milliseconds, that a server can request. Limited, so that no app stays blocked permanently. */
export const MAX_PAUSE_MS = 3_600_000

/** A value that does not match the schema is treated as missing. */
const maybe = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((value: unknown): z.infer<Schema> | undefined => schema.safeParse(value).data),
  )

const refusalSchema = z.object({
  reasons: maybe(listOf(z.object({ name: maybe(z.string()), description: z.string() }))),
  error: z.optional(z.unknown()),
  message: maybe(z.string()),
})

/** HTML error pages contain no message to quote. */
const isMessage = (value: unknown): value is string => typeof value === 'string' && !/^\s*</.test(value)

/**
 * The message of an error response. The name service sends reasons, others a message or plain text, whatever the content type
 * says.
 */
function refusalOf(data: unknown): { reasons: readonly ApiReason[]; serverText: string } {
  const value = typeof data === 'string' ? readJson(data) : data
  const parsed = refusalSchema.safeParse(value)
  const { reasons = [], error, message } = parsed.success ? parsed.data : {}
  const innerMessage = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined
  const texts = [value, error, message, innerMessage, ...reasons.map(({ description }) => description)]
  return { reasons, serverText: texts.filter(isMessage).join(' ').slice(0, 500) }
}

/** An error in a JSON-RPC response. */
export function refusalIn(call: string, status: number, error: unknown): ApiError {
  const { reasons, serverText } = refusalOf({ error })
  return new ApiError('api.refused', { call, status, reasons, serverText, cause: error })
}

/** Converts a value thrown during a call to an `ApiError`. */
export function apiErrorFrom(call: string, thrown: unknown, now: number): ApiError {
  if (thrown instanceof ApiError) return thrown
  if (isTimeoutError(thrown)) return new ApiError('api.expired', { call, cause: thrown })
  if (thrown instanceof BodyTooLargeError) return new ApiError('api.malformed', { call, cause: thrown })
  if (!isHTTPError(thrown)) return new ApiError('api.offline', { call, cause: thrown })
  const { status, statusText } = thrown.response
  const code: ApiFailure = status === 429 ? 'api.busy' : status >= 500 ? 'api.failed' : 'api.refused'
  const { reasons, serverText } = refusalOf(thrown.data)
  return new ApiError(code, {
    call,
    status,
    reasons,
    serverText: serverText || `${status} ${statusText}`.trim(),
    retryAfterMs: retryAfterMs(thrown.response, now),
    cause: thrown,
  })
}

/** `Retry-After` in milliseconds: seconds, or a date. */
export function retryAfterMs(response: Response, now: number): number | undefined {
  const text = response.headers.get('retry-after')
  if (text === null) return undefined
  const seconds = Number(text)
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text) - now
  return ms > 0 ? Math.min(ms, MAX_PAUSE_MS) : undefined
}
