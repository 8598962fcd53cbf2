import type { Outcome } from '../entities/attempt.ts'
import type { PairingSession } from '../schemas/pairing.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { Question } from '../rules/pairing/questions.ts'
import type { MessageOf } from './messages.ts'

/** The page asks, the wallet answers [6.4]. */
export type Role = 'requester' | 'responder'

/** What a request was answered with. */
export type Answer = { result: unknown } | { error: { code: number; message: string; data?: unknown } }

export interface SessionRequestContract {
  context: {
    role: Role
    /** The caller's id at the page, the message's at the wallet. */
    id: string
    session: PairingSession
    /** As it was asked, or as it came. */
    asked: unknown
    /** What was asked, once it is known to be well formed. */
    question: Question | undefined
    /** Milliseconds since 1970. */
    expiresAt: number
    verifyContext: unknown
    /** What the wallet answers, and the id of the caller who waits for it to be sent. */
    answer: Answer | undefined
    answering: string | undefined
    outcome: Outcome<unknown>
  }
  event:
    /** The wallet's answer. `id` is the caller's. */
    | { type: 'sessionRequest.respond'; id: string; answer: unknown }
    /** Calls it off. */
    | { type: 'sessionRequest.cancel' }
    /** Takes back an answer that is on its way; another one may follow. */
    | { type: 'sessionRequest.recall'; id: string }
    /** Whether what was asked may be asked in this session. */
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
  /** `asking`: the visitor is to decide. */
  tag: 'busy' | 'asking'
  input:
    | { role: 'requester'; id: string; session: PairingSession; question: Question }
    | { role: 'responder'; session: PairingSession; received: MessageOf<'request.received'> }
  output: { id: string; topic: string; outcome: Outcome<unknown> }
}
