import type { LatchkeyError } from '../errors/error.ts'

/**
 * What a peer or the relay did, as the official client tells it. Whatever is `unknown` in it is a stranger's, to be
 * checked before it is believed. `id` is the message's; its first digits are the moment at which the peer wrote it.
 */
export type PairingMessage =
  /** A wallet approved what the page proposed. */
  | { type: 'proposal.settled'; pairingTopic: string; session: unknown }
  /** A wallet, or the protocol's own timer, refused it. */
  | { type: 'proposal.refused'; pairingTopic: string; error: LatchkeyError }
  /** A wallet answered a sign-in: with credentials, or, where it knows no sign-in, with an ordinary session alone. */
  | { type: 'authentication.answered'; pairingTopic: string; credentials: unknown; session: unknown }
  /** A wallet, or the protocol’s own timer, refused a sign-in. */
  | { type: 'authentication.refused'; pairingTopic: string; error: LatchkeyError }
  /** A page proposed a session to the wallet. */
  | { type: 'proposal.received'; id: number; proposal: unknown; verifyContext: unknown }
  /** A page asked the wallet to sign in, and for a session with it. */
  | { type: 'authentication.received'; id: number; topic: string; request: unknown; verifyContext: unknown }
  /** A page asked something of the wallet. */
  | { type: 'request.received'; id: number; topic: string; params: unknown; verifyContext: unknown }
  /** The page confirmed a session that the wallet settled. */
  | { type: 'session.acknowledged'; topic: string }
  /** The page did not take it. */
  | { type: 'session.unsettled'; topic: string; error: LatchkeyError }
  /** A peer changed what the session covers. */
  | { type: 'session.updated'; id: number; topic: string; namespaces: unknown }
  /** A peer made the session last longer. */
  | { type: 'session.extended'; id: number; topic: string }
  /** A peer asked whether somebody is there. */
  | { type: 'session.pinged'; id: number; topic: string }
  /** The wallet told the page an event. */
  | { type: 'session.emitted'; id: number; topic: string; params: unknown }
  /** A peer says more in a session than anybody could mean; the rest is not heard. */
  | { type: 'session.flooded'; topic: string }
  /** A peer left the session, or it expired. */
  | { type: 'session.deleted'; topic: string }
  /** The relay can be reached. */
  | { type: 'relay.connected' }
  /** The relay cannot be reached; the client tries again by itself. */
  | { type: 'relay.disconnected' }
  /** The relay could not be reached, or refused. */
  | { type: 'relay.failed'; error: unknown }

export type MessageOf<Type extends PairingMessage['type']> = Extract<PairingMessage, { type: Type }>
