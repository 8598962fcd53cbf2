import type { Cacao, ProposalNamespaces, SessionNamespaces } from '../../machines/schemas/pairing.ts'
import type { PairingMessage } from '../../machines/pairing/messages.ts'
import type { Approval, Offer, Proposed, Reason } from '../../machines/pairing/proposal.contract.ts'
import type { Answer } from '../../machines/pairing/sessionRequest.contract.ts'
import type { SignInParams } from '../../machines/rules/pairing/authenticate.ts'

/** What a page proposes. All of it is optional for the wallet: what is required is stored, and checked when it has settled. */
export interface ProposeParams extends Proposed {
  optionalNamespaces: ProposalNamespaces
}

/**
 * Moves the bytes of the pairing protocol, for the page's side and for the wallet's. It guards against the defects of the
 * client under it and decides nothing. What rejects, rejects with a `LatchkeyError`, or with the signal's reason.
 */
export interface PairingDriver {
  /**
   * Proposes a session; `proposal.settled` or `proposal.refused` tells what became of it. When the signal aborts before
   * that, the proposal is withdrawn, and a session that is settled all the same is ended.
   */
  propose(params: ProposeParams, signal: AbortSignal): Promise<Offer>
  /** Asks for a sign-in; `authentication.answered` or `authentication.refused` tells what became of it. Withdrawn like a proposal. */
  authenticate(params: SignInParams, signal: AbortSignal): Promise<Offer>
  /** Takes an offer back, of this visit or of an earlier one. One that a wallet has answered stays as it is. */
  withdraw(offer: Pick<Offer, 'pairingTopic'>): Promise<void>
  /** Asks the wallet something. Resolves to its answer. */
  request(
    call: { topic: string; chainId: string; request: { method: string; params: unknown }; expirySeconds: number },
    signal: AbortSignal,
  ): Promise<unknown>

  /** Takes up a page's offer. */
  pair(uri: string, signal: AbortSignal): Promise<void>
  /** Approves a page's proposal and settles the session. Resolves to it, not yet acknowledged. */
  approve(params: Approval & { id: number }, signal: AbortSignal): Promise<unknown>
  reject(params: { id: number; reason: Reason }, signal: AbortSignal): Promise<void>
  respond(params: { topic: string; id: number; answer: Answer }, signal: AbortSignal): Promise<void>
  /** Answers a sign-in with credentials. Resolves to the session that comes with them, where one does. */
  approveSignIn(params: { id: number; credentials: readonly Cacao[] }, signal: AbortSignal): Promise<unknown>
  rejectSignIn(params: { id: number; reason: Reason }, signal: AbortSignal): Promise<void>

  /** Resolves once the other side has confirmed. */
  update(params: { topic: string; namespaces: SessionNamespaces }, signal: AbortSignal): Promise<void>
  extend(params: { topic: string }, signal: AbortSignal): Promise<void>
  ping(params: { topic: string }, signal: AbortSignal): Promise<void>
  emit(
    params: { topic: string; chainId: string; event: { name: string; data?: unknown } },
    signal: AbortSignal,
  ): Promise<void>
  disconnect(params: { topic: string }, signal: AbortSignal): Promise<void>

  /** Writes down what a session covers, as this side agreed to it. */
  keep(params: { topic: string; namespaces: SessionNamespaces }): Promise<void>
  /** The sessions that are stored. */
  sessions(): readonly unknown[]
  /** What this side agreed to before, by the topics of its sessions. */
  agreed(): Readonly<Record<string, unknown>>
  /** The pairings that both sides know of; `expiry` is in seconds since 1970. */
  pairings(): readonly { topic: string; expiry: number }[]
  /** The page's own proposals that are stored, by pairing topic: they outlive the page's reload. */
  offers(): readonly Offer[]
  /** What pages asked the wallet and it has not answered, as it is stored. */
  received(): readonly PairingMessage[]
  watch(heard: (message: PairingMessage) => void): () => void
  /** Ends timers and the socket; what was stored stays. */
  close(): Promise<void>
}
