import type { PairingSession } from '../schemas/pairing.ts'
import type { LatchkeyError } from '../errors/error.ts'
import { address } from '../kit/address.ts'
import type { Seen } from '../rules/pairing/ordering.ts'
import type { Question } from '../rules/pairing/questions.ts'
import type { Exchanged, SessionExchange } from './exchange.contract.ts'
import type { MessageOf } from './messages.ts'
import type { Role, SessionRequestContract } from './sessionRequest.contract.ts'

/** Why a session is over. */
export type Ending =
  /** The other side left. */
  | 'left'
  /** This side left. */
  | 'disconnected'
  | 'expired'
  /** The page never confirmed it, or did not take it. */
  | 'unsettled'
  /** The other side said more than anybody could mean. */
  | 'flooded'
  /** Something went wrong here. */
  | 'failed'
  /** This side stopped; the session is stored and waits for the next visit. */
  | 'closed'

export interface SessionContract {
  context: {
    role: Role
    session: PairingSession
    /** It was stored on an earlier visit. */
    restored: boolean
    /** The newest moments seen of updates and events: what is older comes too late. */
    seen: Seen
    /** Ids of the messages that came: a relay may deliver one twice. */
    heard: readonly number[]
    /** Callers who wait for an exchange or for the wallet's answer, and who is at it for them. */
    open: Readonly<Record<string, string>>
    /** Who waits for the leave-taking. */
    leaver: string | undefined
    ending: Ending
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
    /** Too much waits already for a request to be shown. */
    | { type: 'session.crowded'; id: number }
    /** It lasts longer now. */
    | { type: 'session.renewed' }
    /** The other side said something: it has the session. */
    | { type: 'session.proven' }
    /** Says something in the session. `id` is the caller’s. */
    | { type: 'session.speak'; id: string; exchange: SessionExchange }
    /** Asks the wallet. `id` is the caller’s. */
    | { type: 'session.ask'; id: string; question: Question }
    /** Calls off what was begun with this id. */
    | { type: 'session.cancel'; id: string }
    /** Leaves the session. `id` is the caller’s. */
    | { type: 'session.disconnect'; id: string }
    | { type: `xstate.done.actor.exchange.${string}`; output: Exchanged }
    | { type: `xstate.done.actor.sessionRequest.${string}`; output: SessionRequestContract['output'] }
  state:
    | {
        live: { standing: 'deciding' | 'checking' | 'settled' | 'acknowledged'; lifetime: 'running' }
      }
    | 'leaving'
    | 'ended'
  /** `live`: it can be spoken in. `checking`: it is not known yet whether the wallet still has it. */
  tag: 'busy' | 'live' | 'checking'
  input: { role: Role; session: PairingSession; restored: boolean }
  output: { topic: string; ending: Ending; error: LatchkeyError | undefined }
}

/** The machine of a session. */
export const sessionItem = (topic: string) => address<SessionContract>()(`session:${topic}`)
