import type { Cacao, ProposalNamespaces, SessionNamespaces } from '../../machines/pairing/pairing.schemas.ts'
import type { PairingMessage } from '../../machines/pairing/messages.ts'
import type { Approval, PairingUri, Proposed, Reason } from '../../machines/pairing/proposal.contract.ts'
import type { Answer } from '../../machines/pairing/sessionRequest.contract.ts'
import type { SignInParams } from '../../machines/pairing/rules/authenticate.ts'

/**
 * An app's proposal. All namespaces are optional for the wallet. The required ones are stored, and checked when the session is
 * settled.
 */
export interface ProposeParams extends Proposed {
  optionalNamespaces: ProposalNamespaces
}

/**
 * The transport of the pairing protocol, for apps and wallets. It works around the defects of its client and makes no decisions.
 * Promises reject with a `LatchkeyError`, or with the signal's reason.
 */
export interface PairingDriver {
  /**
   * Proposes a session. `proposal.settled` or `proposal.refused` reports the result. If the signal aborts before that, the
   * proposal is withdrawn, and a session that is settled nevertheless is ended.
   */
  propose(params: ProposeParams, signal: AbortSignal): Promise<PairingUri>
  /** Requests a sign-in. `authentication.answered` or `authentication.refused` reports the result. Withdrawn like a proposal. */
  authenticate(params: SignInParams, signal: AbortSignal): Promise<PairingUri>
  /** Withdraws a pairing URI, of this visit or an earlier one. Has no effect if a wallet has already answered. */
  withdraw(pairingUri: Pick<PairingUri, 'pairingTopic'>): Promise<void>
  /** Sends a request to the wallet. Resolves to its response. */
  request(
    call: { topic: string; chainId: string; request: { method: string; params: unknown }; expirySeconds: number },
    signal: AbortSignal,
  ): Promise<unknown>

  /** Accepts an app's pairing URI. */
  pair(uri: string, signal: AbortSignal): Promise<void>
  /** Approves an app's proposal and settles the session. Resolves to the session before it is acknowledged. */
  approve(params: Approval & { id: number }, signal: AbortSignal): Promise<unknown>
  reject(params: { id: number; reason: Reason }, signal: AbortSignal): Promise<void>
  respond(params: { topic: string; id: number; answer: Answer }, signal: AbortSignal): Promise<void>
  /** Responds to a sign-in with credentials. Resolves to the session that is created with them, if any. */
  approveSignIn(params: { id: number; credentials: readonly Cacao[] }, signal: AbortSignal): Promise<unknown>
  rejectSignIn(params: { id: number; reason: Reason }, signal: AbortSignal): Promise<void>

  /** Resolves when the peer has confirmed the update. */
  update(params: { topic: string; namespaces: SessionNamespaces }, signal: AbortSignal): Promise<void>
  extend(params: { topic: string }, signal: AbortSignal): Promise<void>
  ping(params: { topic: string }, signal: AbortSignal): Promise<void>
  emit(
    params: { topic: string; chainId: string; event: { name: string; data?: unknown } },
    signal: AbortSignal,
  ): Promise<void>
  disconnect(params: { topic: string }, signal: AbortSignal): Promise<void>

  /** Stores the namespaces of a session that this side approved. */
  keep(params: { topic: string; namespaces: SessionNamespaces }): Promise<void>
  /** The stored sessions. */
  sessions(): readonly unknown[]
  /** The namespaces that this side approved, by session topic. */
  agreed(): Readonly<Record<string, unknown>>
  /** The pairings that both sides know; `expiry` is in seconds since 1970. */
  pairings(): readonly { topic: string; expiry: number }[]
  /** The pairing URIs of the app's own stored proposals; they survive a reload. */
  pairingUris(): readonly PairingUri[]
  /** The unanswered requests to the wallet, as stored. */
  received(): readonly PairingMessage[]
  watch(listener: (message: PairingMessage) => void): () => void
  /** Stops timers and closes the socket. The stored data remains. */
  close(): Promise<void>
}
