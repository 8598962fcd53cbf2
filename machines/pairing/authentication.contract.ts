import type { Outcome } from '../shared/outcome.types.ts'
import type { AuthPayload, AuthRequest, Cacao, PairingSession } from './pairing.schemas.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { SignInParams } from './rules/authenticate.ts'
import type { MessageOf } from './messages.ts'
import type { PairingUri, Reason } from './proposal.contract.ts'
import type { Role } from './sessionRequest.contract.ts'

/** The result of a one-click sign-in. A wallet that does not support it may create only a session. */
export interface SignedIn {
  /** Empty if the session is not signed in. */
  credentials: readonly Cacao[]
  session: PairingSession | undefined
}

export interface AuthenticationContract {
  context: {
    /** The side of this instance: the app (`requester`) or the wallet (`responder`). */
    role: Role
    /** The caller's id on the app's side, the id of the request on the wallet's side. */
    id: string
    /** What the app requests; undefined on the wallet's side. */
    params: SignInParams | undefined
    /** The payload to sign. */
    payload: AuthPayload | undefined
    /** The pairing URI that a wallet can accept; undefined until it is created, and on the wallet's side. */
    pairingUri: PairingUri | undefined
    /** The request that the wallet received, with its requester; undefined on the app's side. */
    request: AuthRequest | undefined
    /** What the verification service reports about the app's origin, on the wallet's side. */
    verifyContext: unknown
    /** Why the wallet must not sign: the text is for another origin than the requester's. Undefined if it may sign. */
    fault: LatchkeyError | undefined
    /** When the app made the request, in milliseconds since 1970. */
    requestedAt: number
    /** The texts that the user's accounts signed, with their signatures; empty until there are any. */
    credentials: readonly Cacao[]
    /** The session as received, including one that has to be disconnected. */
    session: unknown
    /** Why the sign-in is rejected, on the wallet's side; undefined unless it is. */
    reason: Reason | undefined
    /** The id of the caller that waits until the approval or rejection is sent. */
    answering: string | undefined
    /** The result: `done` with the sign-in, `cancelled`, `declined`, `expired` or `failed`. */
    outcome: Outcome<SignedIn>
  }
  event:
    /** Cancels the sign-in. */
    | { type: 'authentication.cancel' }
    /** Withdraws an approval or a rejection that is being sent. `id` is the caller's. */
    | { type: 'authentication.recall'; id: string }
    /** A pairing URI was created. A wallet can use it until it expires. */
    | { type: 'pairingUri.created'; pairingUri: PairingUri }
    /** No pairing URI could be created. */
    | { type: 'pairingUri.failed'; error: unknown }
    | MessageOf<'authentication.answered'>
    | MessageOf<'authentication.refused'>
    /** Approves the sign-in with the user's credentials. `id` is the caller's. */
    | { type: 'authentication.approve'; id: string; credentials: unknown }
    /** Rejects the sign-in. `id` is the caller's. */
    | { type: 'authentication.reject'; id: string; reason: Reason }
    /** The request, the credentials or the rejection was validated. `fault`: what is wrong with it. */
    | { type: 'authentication.validated'; fault: LatchkeyError | undefined }
  state:
    | 'validating'
    | { requesting: 'creating' | 'waitingForWallet' }
    | 'requested'
    | 'verifying'
    | 'answering'
    | 'authenticated'
    | 'rejected'
    | 'expired'
    | 'cancelled'
    | 'failed'
  /** `deciding`: the user must decide. `showingUri`: the user can scan the code. */
  tag: 'busy' | 'deciding' | 'showingUri'
  /** The app passes the `params` that it requests; the wallet passes the `request` that it received. */
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
