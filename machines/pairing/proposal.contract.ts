import type { Outcome } from '../entities/attempt.ts'
import type {
  PairingSession,
  Proposal,
  ProposalNamespaces,
  SessionNamespaces,
  SessionProperties,
} from '../schemas/pairing.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { MessageOf } from './messages.ts'
import type { Role } from './sessionRequest.contract.ts'

/** What a page proposes. What is required is asked for as optional too, and looked for when the wallet has settled. */
export interface Proposed {
  /** A pairing that both sides know of, to propose over again; a new one is made where it is left out. */
  pairingTopic?: string
  /** Relays that the wallet may speak over. */
  relays?: { protocol: string; data?: string }[]
  requiredNamespaces?: ProposalNamespaces
  optionalNamespaces?: ProposalNamespaces
  sessionProperties?: SessionProperties
  scopedProperties?: SessionProperties
}

/** What a wallet scans, or is opened with. `expiresAt` is in milliseconds since 1970. */
export interface Offer {
  uri: string
  pairingTopic: string
  expiresAt: number
  /** What the page requires of a wallet that takes it up. */
  requiredNamespaces?: ProposalNamespaces
}

/** What a wallet approves. */
export interface Approval {
  namespaces: SessionNamespaces
  /** `irn`, where it is left out. */
  relayProtocol?: string
  sessionProperties?: SessionProperties
  scopedProperties?: SessionProperties
}

/** What a wallet says no with. The code is never zero. */
export interface Reason {
  code: number
  message: string
}

export interface ProposalContract {
  context: {
    role: Role
    /** The caller's id at the page, the proposal's at the wallet. */
    id: string
    /** What the page proposes. */
    proposed: Proposed | undefined
    offer: Offer | undefined
    /** What the wallet was proposed, and by whom. */
    proposal: Proposal | undefined
    verifyContext: unknown
    /** What the wallet is about to answer, and the id of the caller who waits for it to be sent. */
    approval: Approval | undefined
    reason: Reason | undefined
    answering: string | undefined
    /** The session, also one that is not good enough and has to be left. */
    session: unknown
    outcome: Outcome<PairingSession>
  }
  event:
    /** Calls it off. */
    | { type: 'proposal.cancel' }
    /** Takes back an answer that is on its way; `id` is its caller's. */
    | { type: 'proposal.recall'; id: string }
    /** There is an offer that a wallet can take up. */
    | { type: 'offer.made'; offer: Offer }
    /** No offer could be made. */
    | { type: 'offer.failed'; error: unknown }
    | MessageOf<'proposal.settled'>
    | MessageOf<'proposal.refused'>
    /** The visitor said yes. `id` is the caller’s. */
    | { type: 'proposal.approve'; id: string; approval: Approval }
    /** The visitor said no. `id` is the caller’s. */
    | { type: 'proposal.reject'; id: string; reason: Reason }
    /** Whether what was settled, or is to be answered, is good. */
    | { type: 'proposal.validated'; fault: LatchkeyError | undefined; session?: PairingSession | undefined }
  state:
    | 'validating'
    | { proposing: 'creating' | 'offered' }
    | 'proposed'
    | 'approving'
    | 'rejecting'
    | 'approved'
    | 'rejected'
    | 'expired'
    | 'cancelled'
    | 'failed'
  /** `asking`: the visitor is to decide. `offering`: the visitor may scan. */
  tag: 'busy' | 'asking' | 'offering'
  input:
    | { role: 'requester'; id: string; proposed: Proposed; offer?: Offer }
    | { role: 'responder'; proposal: Proposal; verifyContext: unknown }
  output: {
    /** The proposal's id and the pairing's topic, as far as they are known: not to be used again. */
    id: string
    pairingTopic: string | undefined
    outcome: Outcome<PairingSession>
    /** The topic of a session that was settled and is not good enough. */
    unwanted: string | undefined
  }
}
