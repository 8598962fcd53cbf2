import type { Outcome } from '../entities/attempt.ts'
import type { Namespace } from '../entities/namespace.ts'
import type { Cacao, PairingSession } from '../schemas/pairing.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { SignInParams } from '../rules/pairing/authenticate.ts'
import type { Offer } from './proposal.contract.ts'

export interface OfferContract {
  context: {
    /** The caller's id. */
    id: string
    chains: readonly string[]
    /** The namespace that the visitor began from. */
    namespace: Namespace
    /** The page speaks to a wallet already, and another one is wanted. */
    speaking: boolean
    /** The session that the page speaks in already, in other namespaces, and that serves this one as well. */
    joining: PairingSession | undefined
    /** The wallet is asked to sign in with the session. */
    readonly signsIn: boolean
    /** What the wallet is to sign. */
    params: SignInParams | undefined
    offer: Offer | undefined
    /** What the wallet signed. */
    credentials: readonly Cacao[]
    /** The topic of a session that is not wanted after all. */
    unwanted: string | undefined
    outcome: Outcome<PairingSession>
  }
  event:
    /** The session of an earlier visit, where there is one. */
    | { type: 'offer.looked'; session: PairingSession | undefined }
    /** Nobody can tell whether there are sessions of an earlier visit. */
    | { type: 'offer.unknown'; error: LatchkeyError }
    /** There is an offer that a wallet can take up. */
    | { type: 'offer.made'; offer: Offer }
    /** The offer is over, as its outcome says. */
    | { type: 'offer.ended'; outcome: Outcome<PairingSession>; credentials?: readonly Cacao[] }
    /** A wallet took an offer up, this one or one of an earlier visit. */
    | { type: 'session.opened'; session: PairingSession }
  state: 'choosing' | 'waiting' | 'beginning' | 'writing' | 'offering' | 'keeping' | 'settled'
  tag: 'offering'
  input: Pick<OfferContract['context'], 'id' | 'chains' | 'namespace' | 'speaking' | 'joining' | 'signsIn'>
  output: {
    id: string
    namespace: Namespace
    joining: boolean
    outcome: Outcome<PairingSession>
    /** The topic of a session that is not wanted after all. */
    unwanted?: string
  }
}
