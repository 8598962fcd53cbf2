import type { Outcome } from '../shared/outcome.types.ts'
import type { PairingSession } from './pairing.schemas.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { SessionRequest } from './rules/sessionRequests.ts'
import type { MessageOf } from './messages.ts'

/** The app sends requests (`requester`), the wallet responds to them (`responder`) [6.4]. */
export type Role = 'requester' | 'responder'

/** The response to a request: a result or an error. */
export type Answer = { result: unknown } | { error: { code: number; message: string; data?: unknown } }

export interface SessionRequestContract {
  context: {
    /** The side of this instance: the app (`requester`) or the wallet (`responder`). */
    role: Role
    /** The caller's id on the app's side, the id of the message on the wallet's side. */
    id: string
    /** The session in which the request is sent. */
    session: PairingSession
    /** The request as submitted or received, before its validation. */
    unvalidatedRequest: unknown
    /** The request; undefined until it is known to be well formed. */
    request: SessionRequest | undefined
    /** When the request expires, in milliseconds since 1970. */
    expiresAt: number
    /** What the verification service reports about the app's origin, on the wallet's side. */
    verifyContext: unknown
    /** The response to send, on the wallet's side; undefined until the user decides. */
    answer: Answer | undefined
    /** The id of the caller that waits until the response is sent. */
    answering: string | undefined
    /** The result: `done` with the response, `cancelled`, `declined`, `expired` or `failed`. */
    outcome: Outcome<unknown>
  }
  event:
    /** Responds to the request, on the wallet's side. `id` is the caller's. */
    | { type: 'sessionRequest.respond'; id: string; answer: unknown }
    /** Cancels the request. */
    | { type: 'sessionRequest.cancel' }
    /** Withdraws a response that is being sent. Another one may follow. `id` is the caller's. */
    | { type: 'sessionRequest.recall'; id: string }
    /** The request was validated for this session. `fault`: why it is not allowed; undefined if it is. */
    | { type: 'sessionRequest.validated'; fault: LatchkeyError | undefined }
  state:
    | 'validating'
    | 'publishing'
    | 'waiting'
    | 'responding'
    | 'refusing'
    | 'answered'
    | 'rejected'
    | 'expired'
    | 'cancelled'
    | 'failed'
  /** `deciding`: the user must decide. */
  tag: 'busy' | 'deciding'
  /** `role`: the side of this instance. The app submits a `request`; the wallet received the message `received`. */
  input:
    | { role: 'requester'; id: string; session: PairingSession; request: SessionRequest }
    | { role: 'responder'; session: PairingSession; received: MessageOf<'request.received'> }
  output: { id: string; topic: string; outcome: Outcome<unknown> }
}
