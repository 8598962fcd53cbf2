import type { Outcome } from '../shared/outcome.types.ts'
import type { AuthPayload, AuthRequest, Cacao, PairingSession } from './pairing.schemas.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { SignInParams } from './rules/authenticate.ts'
import type { MessageOf } from './messages.ts'
import type { Offer, Reason } from './proposal.contract.ts'
import type { Role } from './sessionRequest.contract.ts'

/** The result of a one-click sign-in. A wallet that does not support it may create only a session. */
export interface SignedIn {
  /** Empty if the session is not signed in. */
  credentials: readonly Cacao[]
  session: PairingSession | undefined
}

export interface AuthenticationContract {
  context: {
    role: Role
    /** The caller's id on the app's side, the id of the request on the wallet's side. */
    id: string
    /** What the app requests; undefined on the wallet's side. */
    params: SignInParams | undefined
    /** The payload to sign. */
    payload: AuthPayload | undefined
    offer: Offer | undefined
    /** The request that the wallet received, with its requester; undefined on the app's side. */
    request: AuthRequest | undefined
    verifyContext: unknown
    /** Why the wallet must not sign: the text is for another origin than the requester's. Undefined if it may sign. */
    fault: LatchkeyError | undefined
    /** When the app made the request, in milliseconds since 1970. */
    requestedAt: number
    credentials: readonly Cacao[]
    /** The session as received, including one that has to be disconnected. */
    session: unknown
    reason: Reason | undefined
    answering: string | undefined
    outcome: Outcome<SignedIn>
  }
  event:
    /** Cancels the sign-in. */
    | { type: 'authentication.cancel' }
    /** Withdraws an answer that is being sent. `id` is the caller's. */
    | { type: 'authentication.recall'; id: string }
    /** An offer was made. A wallet can accept it. */
    | { type: 'offer.made'; offer: Offer }
    /** No offer could be made. */
    | { type: 'offer.failed'; error: unknown }
    | MessageOf<'authentication.answered'>
    | MessageOf<'authentication.refused'>
    /** Approves the sign-in with the user's credentials. `id` is the caller's. */
    | { type: 'authentication.approve'; id: string; credentials: unknown }
    /** Rejects the sign-in. `id` is the caller's. */
    | { type: 'authentication.reject'; id: string; reason: Reason }
    /** The request or the answer was validated. `fault` says what is wrong with it. */
    | { type: 'authentication.validated'; fault: LatchkeyError | undefined }
  state:
    | 'validating'
    | { requesting: 'creating' | 'offered' }
    | 'requested'
    | 'verifying'
    | 'answering'
    | 'authenticated'
    | 'rejected'
    | 'expired'
    | 'cancelled'
    | 'failed'
  /** `deciding`: the user must decide. `offering`: the user can scan the code. */
  tag: 'busy' | 'deciding' | 'offering'
  input:
    | { role: 'requester'; id: string; params: SignInParams }
    | { role: 'responder'; request: AuthRequest; verifyContext: unknown }
  output: {
    id: string
    pairingTopic: string | undefined
    outcome: Outcome<SignedIn>
    unwanted: string | undefined
  }
}
