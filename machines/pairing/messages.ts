import type { LatchkeyError } from '../shared/errors/error.ts'

/**
 * What a peer or the relay did, as the official client reports it. Values of type `unknown` come from the peer and must be
 * validated. `id` is the id of the message; its first digits are the time at which the peer wrote it.
 */
export type PairingMessage =
  /** A wallet approved the proposal of the app. */
  | { type: 'proposal.settled'; pairingTopic: string; session: unknown }
  /** A wallet rejected the proposal, or it timed out in the protocol. */
  | { type: 'proposal.refused'; pairingTopic: string; error: LatchkeyError }
  /** A wallet responded to a sign-in: with credentials, or with an ordinary session if it does not support sign-in. */
  | { type: 'authentication.answered'; pairingTopic: string; credentials: unknown; session: unknown }
  /** A wallet rejected a sign-in, or it timed out in the protocol. */
  | { type: 'authentication.refused'; pairingTopic: string; error: LatchkeyError }
  /** An app proposed a session to the wallet. */
  | { type: 'proposal.received'; id: number; proposal: unknown; verifyContext: unknown }
  /** An app requested a sign-in and a session from the wallet. */
  | { type: 'authentication.received'; id: number; topic: string; request: unknown; verifyContext: unknown }
  /** An app sent a request to the wallet. */
  | { type: 'request.received'; id: number; topic: string; params: unknown; verifyContext: unknown }
  /** The app confirmed a session that the wallet settled. */
  | { type: 'session.acknowledged'; topic: string }
  /** The app did not accept the session. */
  | { type: 'session.unsettled'; topic: string; error: LatchkeyError }
  /** A peer changed the namespaces of the session. */
  | { type: 'session.updated'; id: number; topic: string; namespaces: unknown }
  /** A peer extended the session. */
  | { type: 'session.extended'; id: number; topic: string }
  /** A peer pinged the session. */
  | { type: 'session.pinged'; id: number; topic: string }
  /** The wallet emitted an event to the app. */
  | { type: 'session.emitted'; id: number; topic: string; params: unknown }
  /** A peer exceeded the limit of messages in a session. Its further messages are ignored. */
  | { type: 'session.flooded'; topic: string }
  /** A peer disconnected the session, or the session expired. */
  | { type: 'session.deleted'; topic: string }
  /** The relay is connected. */
  | { type: 'relay.connected' }
  /** The relay is disconnected. The client reconnects automatically. */
  | { type: 'relay.disconnected' }
  /** The relay could not be reached, or refused the connection. */
  | { type: 'relay.failed'; error: unknown }

export type MessageOf<Type extends PairingMessage['type']> = Extract<PairingMessage, { type: Type }>
