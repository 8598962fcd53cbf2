import { LatchkeyError } from './error.ts'

/** Why an API call returned no usable response. */
export type ApiFailure = 'api.offline' | 'api.expired' | 'api.busy' | 'api.refused' | 'api.failed' | 'api.malformed'

/** One reason why a call was rejected, as the name service returns it. */
export interface ApiReason {
  name?: string | undefined
  description: string
}

interface Details {
  /** The name of the call in the table of API calls. */
  call: string
  status?: number | undefined
  reasons?: readonly ApiReason[] | undefined
  /** The server's own text. Some alerts are detected by it. */
  serverText?: string | undefined
  retryAfterMs?: number | undefined
  cause?: unknown
}

/** A failed API call. */
export class ApiError extends LatchkeyError {
  override name = 'ApiError'
  readonly call: string
  /** The HTTP status; undefined without a response. */
  readonly status: number | undefined
  readonly reasons: readonly ApiReason[]
  readonly serverText: string
  /** How long the server requests to wait before the next call; undefined if it does not. */
  readonly retryAfterMs: number | undefined

  constructor(code: ApiFailure, { call, status, reasons = [], serverText = '', retryAfterMs, cause }: Details) {
    super(code, {
      params: { call, status: status ?? 0, reason: reasons[0]?.description ?? serverText },
      cause,
    } as never)
    this.call = call
    this.status = status
    this.reasons = reasons
    this.serverText = serverText
    this.retryAfterMs = retryAfterMs
  }
}

/** Returns the API error in a thrown value or among its causes. */
export function apiErrorOf(thrown: unknown): ApiError | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) if (error instanceof ApiError) return error
  return undefined
}

/** Returns the description of the first reason. Errors of the name service are shown with it [8.13] to [8.16]. */
export const firstReasonOf = (thrown: unknown): string | undefined => apiErrorOf(thrown)?.reasons[0]?.description
