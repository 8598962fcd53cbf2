import { LatchkeyError } from './error.ts'

/** Why the API gave no answer that can be used. */
export type ApiFault = 'api.offline' | 'api.expired' | 'api.busy' | 'api.refused' | 'api.failed' | 'api.malformed'

/** One reason of a refusal, as the name service gives them. */
export interface ApiReason {
  name?: string | undefined
  description: string
}

interface Details {
  /** The call's name in the table of calls. */
  call: string
  status?: number | undefined
  reasons?: readonly ApiReason[] | undefined
  /** The server's own words; texts that mean an alert are looked for in them. */
  serverText?: string | undefined
  retryAfterMs?: number | undefined
  cause?: unknown
}

/** A call of the API that failed. */
export class ApiError extends LatchkeyError {
  override name = 'ApiError'
  readonly call: string
  /** The HTTP status, where there was an answer. */
  readonly status: number | undefined
  readonly reasons: readonly ApiReason[]
  readonly serverText: string
  /** The server asks not to be asked again for so long. */
  readonly retryAfterMs: number | undefined

  constructor(code: ApiFault, { call, status, reasons = [], serverText = '', retryAfterMs, cause }: Details) {
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

/** The API error in a thrown value or among its causes. */
export function apiErrorOf(thrown: unknown): ApiError | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) if (error instanceof ApiError) return error
  return undefined
}

/** The first reason's description, which the name service's refusals are shown with [8.13] to [8.16]. */
export const firstReasonOf = (thrown: unknown): string | undefined => apiErrorOf(thrown)?.reasons[0]?.description
