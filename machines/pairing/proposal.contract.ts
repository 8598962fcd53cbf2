import type { Outcome } from '../shared/outcome.types.ts'
import type {
  PairingSession,
  Proposal,
  ProposalNamespaces,
  SessionNamespaces,
  SessionProperties,
} from './pairing.schemas.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { MessageOf } from './messages.ts'
import type { Role } from './sessionRequest.contract.ts'

/** What an app proposes. Required namespaces are sent as optional ones, and checked when the wallet has settled. */
export interface Proposed {
  /** A pairing that both sides know, to reuse for this proposal. Without it, a new pairing is created. */
  pairingTopic?: string
  /** The relays that the wallet may use. */
  relays?: { protocol: string; data?: string }[]
  requiredNamespaces?: ProposalNamespaces
  optionalNamespaces?: ProposalNamespaces
  sessionProperties?: SessionProperties
  scopedProperties?: SessionProperties
}

/** What a wallet scans or is opened with. `expiresAt` is in milliseconds since 1970. */
export interface PairingUri {
  uri: string
  pairingTopic: string
  expiresAt: number
  /** The namespaces that the app requires from a wallet. */
  requiredNamespaces?: ProposalNamespaces
}

/** What a wallet approves. */
export interface Approval {
  namespaces: SessionNamespaces
  /** `irn` by default. */
  relayProtocol?: string
  sessionProperties?: SessionProperties
  scopedProperties?: SessionProperties
}

/** The reason for a rejection. The code is never zero. */
export interface Reason {
  code: number
  message: string
}

export interface ProposalContract {
  context: {
    /** The side of this instance: the app (`requester`) or the wallet (`responder`). */
    role: Role
    /** The caller's id on the app's side, the id of the proposal on the wallet's side. */
    id: string
    /** What the app proposes; undefined on the wallet's side. */
    proposed: Proposed | undefined
    /** The pairing URI that a wallet can accept; undefined until it is created, and on the wallet's side. */
    pairingUri: PairingUri | undefined
    /** The proposal that the wallet received, with its proposer; undefined on the app's side. */
    proposal: Proposal | undefined
    /** What the verification service reports about the app's origin, on the wallet's side. */
    verifyContext: unknown
    /** What the user approves, on the wallet's side; undefined until the user does. */
    approval: Approval | undefined
    /** Why the user rejects the proposal, on the wallet's side; undefined until the user does. */
    reason: Reason | undefined
    /** The id of the caller that waits until the approval or rejection is sent. */
    answering: string | undefined
    /** The session as received, including an invalid one that has to be disconnected. */
    session: unknown
    /** The result: `done` with the session, `cancelled`, `declined`, `expired` or `failed`. */
    outcome: Outcome<PairingSession>
  }
  event:
    /** Cancels the proposal. */
    | { type: 'proposal.cancel' }
    /** Withdraws an approval or a rejection that is being sent. `id` is the caller's. */
    | { type: 'proposal.recall'; id: string }
    /** A pairing URI was created. A wallet can use it until it expires. */
    | { type: 'pairingUri.created'; pairingUri: PairingUri }
    /** No pairing URI could be created. */
    | { type: 'pairingUri.failed'; error: unknown }
    | MessageOf<'proposal.settled'>
    | MessageOf<'proposal.refused'>
    /** Approves the proposal. `id` is the caller's. */
    | { type: 'proposal.approve'; id: string; approval: Approval }
    /** Rejects the proposal. `id` is the caller's. */
    | { type: 'proposal.reject'; id: string; reason: Reason }
    /** The proposal, the wallet's session or the user's decision was validated. `fault`: what is wrong with it. */
    | { type: 'proposal.validated'; fault: LatchkeyError | undefined; session?: PairingSession | undefined }
  state:
    | 'validating'
    | { proposing: 'creating' | 'waitingForWallet' }
    | 'proposed'
    | 'approving'
    | 'rejecting'
    | 'approved'
    | 'rejected'
    | 'expired'
    | 'cancelled'
    | 'failed'
  /** `deciding`: the user must decide. `showingUri`: the user can scan the code. */
  tag: 'busy' | 'deciding' | 'showingUri'
  /** The app passes what it proposes, and the URI of an earlier visit if there is one; the wallet, the received proposal. */
  input:
    | { role: 'requester'; id: string; proposed: Proposed; pairingUri?: PairingUri }
    | { role: 'responder'; proposal: Proposal; verifyContext: unknown }
  output: {
    /** The id of the proposal and the topic of its pairing, if known. They must not be used again. */
    id: string
    pairingTopic: string | undefined
    outcome: Outcome<PairingSession>
    /** The topic of a settled session that is invalid and must be disconnected. */
    unwanted: string | undefined
  }
}
