import type { Outcome } from '../entities/attempt.ts'
import type { PairingSession } from '../entities/pairing.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { Offer } from './proposal.contract.ts'

export interface OfferContract {
  context: {
    /** The caller's id. */
    id: string
    chains: readonly string[]
    /** The page speaks to a wallet already, and another one is wanted. */
    speaking: boolean
    outcome: Outcome<PairingSession>
  }
  event:
    /** The session of an earlier visit, where there is one. */
    | { type: 'offer.looked'; session: PairingSession | undefined }
    | { type: 'offer.unknown'; error: LatchkeyError }
    | { type: 'offer.made'; offer: Offer }
    | { type: 'offer.ended'; outcome: Outcome<PairingSession> }
    /** A wallet took an offer up, this one or one of an earlier visit. */
    | { type: 'session.opened'; session: PairingSession }
  state: 'choosing' | 'waiting' | 'offering' | 'settled'
  tag: 'offering'
  input: { id: string; chains: readonly string[]; speaking: boolean }
  output: { id: string; outcome: Outcome<PairingSession> }
}
