import type { Outcome } from '../shared/outcome.types.ts'
import type { PairingSession } from './pairing.schemas.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { SessionRequest } from './rules/sessionRequests.ts'
import type { MessageOf } from './messages.ts'

/** The app sends requests (`requester`), the wallet answers them (`responder`) [6.4]. */
export type Role = 'requester' | 'responder'

/** The answer to a request. */
export type Answer = { result: unknown } | { error: { code: number; message: string; data?: unknown } }

export interface SessionRequestContract {
  context: {
    role: Role
    /** The caller's id on the app's side, the id of the message on the wallet's side. */
    id: string
    session: PairingSession
    /** The request as submitted or received, before its validation. */
    unvalidatedRequest: unknown
    /** The request; undefined until it is known to be well formed. */
    request: SessionRequest | undefined
    /** When the request expires, in milliseconds since 1970. */
    expiresAt: number
    verifyContext: unknown
    /** What the wallet answers, and the id of the caller that waits until it is sent. */
    answer: Answer | undefined
    answering: string | undefined
    outcome: Outcome<unknown>
  }
  event:
    /** Answers the request, on the wallet's side. `id` is the caller's. */
    | { type: 'sessionRequest.respond'; id: string; answer: unknown }
    /** Cancels the request. */
    | { type: 'sessionRequest.cancel' }
    /** Withdraws an answer that is being sent. Another one may follow. */
    | { type: 'sessionRequest.recall'; id: string }
    /** The request was validated for this session. `fault` says why it is not allowed. */
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
  input:
    | { role: 'requester'; id: string; session: PairingSession; request: SessionRequest }
    | { role: 'responder'; session: PairingSession; received: MessageOf<'request.received'> }
  output: { id: string; topic: string; outcome: Outcome<unknown> }
}
