import type { Outcome } from '../entities/attempt.ts'
import type { PairingSession, SessionEvent } from '../schemas/pairing.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { SignInParams } from '../rules/pairing/authenticate.ts'
import type { DeletedIds, DeletedKind } from '../rules/pairing/deleted.ts'
import type { AuthenticationContract } from './authentication.contract.ts'
import type { Exchanged, SessionExchange } from './exchange.contract.ts'
import type { MessageOf, PairingMessage } from './messages.ts'
import type { Approval, Offer, ProposalContract, Proposed, Reason } from './proposal.contract.ts'
import type { SessionContract } from './session.contract.ts'
import type { Role } from './sessionRequest.contract.ts'
import { address } from '../kit/address.ts'

/** What is asked of the pairing. `id` is the caller's and unique; each ends with one `pairing.settled` that bears it. */
export type PairingCommand =
  /** The page proposes a session. Ends with the session. */
  | { type: 'pairing.propose'; id: string; proposed: Proposed }
  /** The page asks for a sign-in and a session in one. Ends with both. */
  | { type: 'pairing.authenticate'; id: string; params: SignInParams }
  /** The page asks the wallet. Ends with its answer. */
  | {
      type: 'pairing.request'
      id: string
      topic: string
      chainId: string
      request: { method: string; params: unknown }
      expirySeconds?: number
    }
  /** The wallet takes up a page's offer. */
  | { type: 'pairing.pair'; id: string; uri: string }
  /** The wallet's answers to what it was asked. The first id is the caller's. */
  | { type: 'pairing.approve'; id: string; proposalId: number; approval: Approval }
  /** The visitor refused the session. */
  | { type: 'pairing.reject'; id: string; proposalId: number; reason: Reason }
  /** The visitor answered a request. */
  | { type: 'pairing.respond'; id: string; requestId: number; answer: unknown }
  /** The visitor signed in. */
  | { type: 'pairing.signIn'; id: string; requestId: number; credentials: unknown }
  /** The visitor did not sign in. */
  | { type: 'pairing.refuseSignIn'; id: string; requestId: number; reason: Reason }
  /** What either side says in a session. */
  | { type: 'pairing.speak'; id: string; exchange: SessionExchange }
  /** Leaves a session. */
  | { type: 'pairing.disconnect'; id: string; topic: string }

/** What a peer did in a session. */
export type SessionMessage = MessageOf<
  | 'request.received'
  | 'session.acknowledged'
  | 'session.unsettled'
  | 'session.updated'
  | 'session.extended'
  | 'session.pinged'
  | 'session.emitted'
  | 'session.deleted'
  | 'session.flooded'
>

/** What its items tell the pairing. */
export type PairingReport =
  /** What a caller asked for is over. */
  | { type: 'report.settled'; id: string | undefined; outcome: Outcome<unknown> }
  /** An offer was made for a caller. */
  | { type: 'report.offered'; name: string; id: string; offer: Offer }
  /** An item waits for the visitor’s decision. */
  | { type: 'report.asked'; name: string }
  /** An item is over; its key must not be used again. */
  | { type: 'report.closed'; kind: DeletedKind; name: string; key: number | string; outcome: Outcome<unknown> }
  /** For those outside. */
  | { type: 'report.told'; event: PairingContract['emitted'] }

export interface PairingContract {
  context: {
    role: Role
    /** Requests are shown as they come, not one at a time. */
    queueDisabled: boolean
    /** Ids that must not be used again. */
    deleted: DeletedIds
    /** Commands that wait for the client. */
    waiting: readonly PairingCommand[]
    /** Messages that came before it was time for them: for sessions of an earlier visit, or for one that is being settled. */
    held: readonly SessionMessage[]
    /** Items that wait for the visitor's decision, by name. */
    asked: Readonly<Record<string, true>>
    /** Which actor carries a caller's command out, by name. */
    calls: Readonly<Record<string, string>>
    /** Which actor hears what becomes of a pairing's topic, by name. */
    offers: Readonly<Record<string, string>>
    /** The topics of live sessions. */
    topics: Readonly<Record<string, true>>
    /** Topics of sessions that were stored at the start. */
    stored: Readonly<Record<string, true>>
    relay: 'unknown' | 'connected' | 'disconnected'
    error: LatchkeyError | undefined
  }
  event:
    | PairingCommand
    /** Opens the client now, so that stored sessions are heard. */
    | { type: 'pairing.open' }
    /** Closes the client; sessions stay stored. */
    | { type: 'pairing.close' }
    /** Calls off what was begun with this id. */
    | { type: 'pairing.cancel'; id: string }
    /** The client is open, with what it had stored and what came meanwhile. */
    | {
        type: 'client.opened'
        sessions: readonly PairingSession[]
        /** Topics of stored sessions that this side never agreed to. */
        unwanted: readonly string[]
        offers: readonly Offer[]
        received: readonly PairingMessage[]
      }
    /** The client could not be opened. */
    | { type: 'client.failed'; error: unknown }
    | PairingMessage
    | PairingReport
    | { type: `xstate.done.actor.session.${string}`; output: SessionContract['output'] }
    | { type: `xstate.done.actor.proposal.${string}`; output: ProposalContract['output'] }
    | { type: `xstate.done.actor.authentication.${string}`; output: AuthenticationContract['output'] }
    | { type: `xstate.done.actor.exchange.${string}`; output: Exchanged }
    | { type: `xstate.error.actor.${string}`; error: unknown }
  state: 'idle' | { open: 'initialising' | 'catchingUp' | 'ready' } | 'failed'
  tag: 'busy' | 'open'
  input: { role: Role; queueDisabled?: boolean }
  emitted:
    /** What a caller asked for is over, as the outcome says. */
    | { type: 'pairing.settled'; id: string; outcome: Outcome<unknown> }
    /** An offer was made: a wallet can take it up. */
    | { type: 'pairing.offered'; id: string; offer: Offer }
    /** The visitor is to decide: the actor of that name waits for it. */
    | { type: 'pairing.asked'; name: string }
    /** What a peer said was not believed. */
    | { type: 'pairing.refused'; kind: string; error: LatchkeyError | undefined }
    /** A session is there, a new one or one of an earlier visit. */
    | { type: 'session.opened'; session: PairingSession }
    /** A session covers something else now, or lasts longer. */
    | { type: 'session.changed'; session: PairingSession }
    /** The wallet told an event. */
    | { type: 'session.emitted'; topic: string; event: SessionEvent }
    /** A session is over. */
    | { type: 'session.ended'; topic: string; ending: SessionContract['output']['ending'] }
}

export const pairing = address<PairingContract>()('pairing')
