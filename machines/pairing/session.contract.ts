import type { PairingSession } from './pairing.schemas.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import { actorKey } from '../core/actorKey.ts'
import type { NewestTimes } from './rules/messageOrder.ts'
import type { SessionRequest } from './rules/sessionRequests.ts'
import type { ExchangeResult, SessionExchange } from './exchange.contract.ts'
import type { MessageOf } from './messages.ts'
import type { Role, SessionRequestContract } from './sessionRequest.contract.ts'

/** Why a session ended. */
export type Ending =
  /** The other side disconnected. */
  | 'left'
  /** This side disconnected. */
  | 'disconnected'
  | 'expired'
  /** The app did not confirm the session in time, or rejected it. */
  | 'unsettled'
  /** The other side exceeded the limit of messages. */
  | 'flooded'
  /** An error occurred on this side. */
  | 'failed'
  /** This side closed the client. The session is stored for the next visit. */
  | 'closed'

export interface SessionContract {
  context: {
    /** The side of this instance: the app (`requester`) or the wallet (`responder`). */
    role: Role
    /** The session, with its current namespaces and expiry. */
    session: PairingSession
    /** Whether the session was stored on an earlier visit. */
    restored: boolean
    /** The newest times of updates and events. Older messages are rejected. */
    seen: NewestTimes
    /** Ids of the messages that arrived: a relay may deliver one twice. */
    receivedIds: readonly number[]
    /** The names of the actors that carry out commands, by the caller's id. */
    open: Readonly<Record<string, string>>
    /** The id of the caller that waits for the disconnection. */
    leaver: string | undefined
    /** Why the session ends. */
    ending: Ending
    /** The error that ended the session; undefined if there was none. */
    error: LatchkeyError | undefined
  }
  event:
    | MessageOf<'session.acknowledged'>
    | MessageOf<'session.unsettled'>
    | MessageOf<'session.updated'>
    | MessageOf<'session.extended'>
    | MessageOf<'session.pinged'>
    | MessageOf<'session.emitted'>
    | MessageOf<'session.deleted'>
    | MessageOf<'session.flooded'>
    | MessageOf<'request.received'>
    /** Rejects a request, because too many requests wait already. */
    | { type: 'session.crowded'; id: number }
    /** The session was extended. */
    | { type: 'session.renewed' }
    /** The other side sent a message, so it has the session. */
    | { type: 'session.proven' }
    /** Sends a message in the session. `id` is the caller's. */
    | { type: 'session.send'; id: string; exchange: SessionExchange }
    /** Sends a request to the wallet. `id` is the caller's. */
    | { type: 'session.request'; id: string; request: SessionRequest }
    /** Cancels the command with this id. */
    | { type: 'session.cancel'; id: string }
    /** Disconnects the session. `id` is the caller's. */
    | { type: 'session.disconnect'; id: string }
    /** A message to the other side was confirmed, or could not be sent. */
    | { type: `xstate.done.actor.exchange.${string}`; output: ExchangeResult }
    /** A request of the app ended. */
    | { type: `xstate.done.actor.sessionRequest.${string}`; output: SessionRequestContract['output'] }
  state:
    | {
        live: { connectionStatus: 'deciding' | 'checking' | 'settled' | 'acknowledged'; lifetime: 'running' }
      }
    | 'leaving'
    | 'ended'
  /** `live`: both sides can send messages. `checking`: it is unknown whether the wallet still has the session. */
  tag: 'busy' | 'live' | 'checking'
  /** `role`: the side of this instance. `session`: the new or stored session. `restored`: it is of an earlier visit. */
  input: { role: Role; session: PairingSession; restored: boolean }
  output: { topic: string; ending: Ending; error: LatchkeyError | undefined }
}

/** Returns the actor key of a session's machine. */
export const sessionKey = (topic: string) => actorKey<SessionContract>()(`session:${topic}`)
