import type { Outcome } from '../entities/attempt.ts'
import type { AuthPayload, AuthRequest, Cacao, PairingSession } from '../schemas/pairing.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { SignInParams } from '../rules/pairing/authenticate.ts'
import type { MessageOf } from './messages.ts'
import type { Offer, Reason } from './proposal.contract.ts'
import type { Role } from './sessionRequest.contract.ts'

/** What a one-click sign-in brings. A wallet that knows no sign-in of this kind may bring a session alone. */
export interface SignedIn {
  /** None: the session is not signed in. */
  credentials: readonly Cacao[]
  session: PairingSession | undefined
}

export interface AuthenticationContract {
  context: {
    role: Role
    /** The caller's id at the page, the request's at the wallet. */
    id: string
    /** What the page asks for. */
    params: SignInParams | undefined
    /** What is to be signed. */
    payload: AuthPayload | undefined
    offer: Offer | undefined
    /** What the wallet was asked, and by whom. */
    request: AuthRequest | undefined
    verifyContext: unknown
    /** What keeps the wallet from signing: the page that asks is not the one that the text is for. */
    fault: LatchkeyError | undefined
    /** Since when the page asks, in milliseconds since 1970. */
    askedAt: number
    credentials: readonly Cacao[]
    /** The session as it came, also one that has to be left. */
    session: unknown
    reason: Reason | undefined
    answering: string | undefined
    outcome: Outcome<SignedIn>
  }
  event:
    /** Calls it off. */
    | { type: 'authentication.cancel' }
    /** Takes back an answer that is on its way; `id` is its caller's. */
    | { type: 'authentication.recall'; id: string }
    /** There is an offer that a wallet can take up. */
    | { type: 'offer.made'; offer: Offer }
    /** No offer could be made. */
    | { type: 'offer.failed'; error: unknown }
    | MessageOf<'authentication.answered'>
    | MessageOf<'authentication.refused'>
    /** The visitor signed in. `id` is the caller’s. */
    | { type: 'authentication.approve'; id: string; credentials: unknown }
    /** The visitor said no. `id` is the caller’s. */
    | { type: 'authentication.reject'; id: string; reason: Reason }
    /** Whether what was signed is good. */
    | { type: 'authentication.validated'; fault: LatchkeyError | undefined }
  state:
    | 'validating'
    | { asking: 'creating' | 'offered' }
    | 'asked'
    | 'verifying'
    | 'answering'
    | 'authenticated'
    | 'rejected'
    | 'expired'
    | 'cancelled'
    | 'failed'
  /** `asking`: the visitor is to decide. `offering`: the visitor may scan. */
  tag: 'busy' | 'asking' | 'offering'
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
