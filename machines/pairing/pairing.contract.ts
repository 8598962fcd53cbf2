import type { Outcome } from '../shared/outcome.types.ts'
import type { PairingSession, SessionEvent } from './pairing.schemas.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { SignInParams } from './rules/authenticate.ts'
import type { DeletedIds, DeletedKind } from './rules/deletedIds.ts'
import type { AuthenticationContract } from './authentication.contract.ts'
import type { ExchangeResult, SessionExchange } from './exchange.contract.ts'
import type { MessageOf, PairingMessage } from './messages.ts'
import type { Approval, PairingUri, ProposalContract, Proposed, Reason } from './proposal.contract.ts'
import type { SessionContract } from './session.contract.ts'
import type { Role } from './sessionRequest.contract.ts'
import { actorKey } from '../core/actorKey.ts'

/** The commands of the pairing. `id` is the caller's and unique. Each command ends with one `pairing.settled` with this id. */
export type PairingCommand =
  /** Proposes a session, on the app's side. Settles with the session. */
  | { type: 'pairing.propose'; id: string; proposed: Proposed }
  /** Requests a sign-in and a session in one step, on the app's side. Settles with both. */
  | { type: 'pairing.authenticate'; id: string; params: SignInParams }
  /** Sends a request to the wallet. Settles with the wallet's response. */
  | {
      type: 'pairing.request'
      id: string
      topic: string
      chainId: string
      request: { method: string; params: unknown }
      expirySeconds?: number
    }
  /** Uses the pairing URI of an app, on the wallet's side. */
  | { type: 'pairing.pair'; id: string; uri: string }
  /** Approves a proposal, on the wallet's side. Here and below, `id` is the caller's. */
  | { type: 'pairing.approve'; id: string; proposalId: number; approval: Approval }
  /** Rejects a proposal, on the wallet's side. */
  | { type: 'pairing.reject'; id: string; proposalId: number; reason: Reason }
  /** Responds to a request, on the wallet's side. */
  | { type: 'pairing.respond'; id: string; requestId: number; answer: unknown }
  /** Approves a sign-in request with the user's credentials, on the wallet's side. */
  | { type: 'pairing.signIn'; id: string; requestId: number; credentials: unknown }
  /** Rejects a sign-in request, on the wallet's side. */
  | { type: 'pairing.refuseSignIn'; id: string; requestId: number; reason: Reason }
  /** Sends a message in a session, such as a ping or an event, from either side. */
  | { type: 'pairing.speak'; id: string; exchange: SessionExchange }
  /** Disconnects a session. */
  | { type: 'pairing.disconnect'; id: string; topic: string }

/** A message of a peer in a session. */
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

/** A report of an item to the pairing. */
export type PairingReport =
  /** The command of a caller ended. */
  | { type: 'report.settled'; id: string | undefined; outcome: Outcome<unknown> }
  /** A pairing URI was created for a caller. */
  | { type: 'report.uriCreated'; name: string; id: string; pairingUri: PairingUri }
  /** An item waits for the user's decision. */
  | { type: 'report.requested'; name: string }
  /** An item ended. Its key must not be used again. */
  | { type: 'report.closed'; kind: DeletedKind; name: string; key: number | string; outcome: Outcome<unknown> }
  /** An event for subscribers of the pairing. */
  | { type: 'report.event'; event: PairingContract['emitted'] }

export interface PairingContract {
  context: {
    /** The side of this instance: the app (`requester`) or the wallet (`responder`). */
    role: Role
    /** Whether requests are shown as they arrive, instead of one at a time. */
    queueDisabled: boolean
    /** The ids of deleted sessions, pairings, proposals and requests. They must not be used again. */
    deleted: DeletedIds
    /** Commands that wait until the client is open. */
    waiting: readonly PairingCommand[]
    /** Messages that are buffered: their session is of an earlier visit and not ready, or is still being created. */
    earlyMessages: readonly SessionMessage[]
    /** The items that wait for the user's decision, by name. */
    pendingItems: Readonly<Record<string, true>>
    /** The names of the actors that carry out commands, by the caller's id. */
    calls: Readonly<Record<string, string>>
    /** The names of the actors that wait for a wallet's response, by pairing topic. */
    pairingActors: Readonly<Record<string, string>>
    /** The topics of the open sessions. A topic identifies a session at the relay. */
    topics: Readonly<Record<string, true>>
    /** The topics of the sessions that were stored at the start; empty once their messages were delivered. */
    stored: Readonly<Record<string, true>>
    /** Whether the client is connected to the relay, which forwards the messages; `unknown` at the start. */
    relay: 'unknown' | 'connected' | 'disconnected'
    /** Why the client could not be opened or the relay could not be reached; undefined if neither failed. */
    error: LatchkeyError | undefined
  }
  event:
    | PairingCommand
    /** Opens the client, so that messages of stored sessions arrive. */
    | { type: 'pairing.open' }
    /** Closes the client. Sessions stay stored. */
    | { type: 'pairing.close' }
    /** Cancels the command with this id. */
    | { type: 'pairing.cancel'; id: string }
    /** The client is open. The event contains what it had stored, and what arrived meanwhile. */
    | {
        type: 'client.opened'
        sessions: readonly PairingSession[]
        /** The topics of stored sessions that this side never agreed to. */
        unwanted: readonly string[]
        pairingUris: readonly PairingUri[]
        received: readonly PairingMessage[]
      }
    /** The client could not be opened. */
    | { type: 'client.failed'; error: unknown }
    | PairingMessage
    | PairingReport
    /** A session ended. */
    | { type: `xstate.done.actor.session.${string}`; output: SessionContract['output'] }
    /** A proposal ended. */
    | { type: `xstate.done.actor.proposal.${string}`; output: ProposalContract['output'] }
    /** A sign-in ended. */
    | { type: `xstate.done.actor.authentication.${string}`; output: AuthenticationContract['output'] }
    /** A message to the other side was confirmed, or could not be sent. */
    | { type: `xstate.done.actor.exchange.${string}`; output: ExchangeResult }
    /** An actor crashed. */
    | { type: `xstate.error.actor.${string}`; error: unknown }
  state: 'idle' | { open: 'initialising' | 'catchingUp' | 'ready' } | 'failed'
  tag: 'busy' | 'open'
  input: { /** This side. */ role: Role; /** Whether requests are shown as they arrive. */ queueDisabled?: boolean }
  emitted:
    /** Emitted once per command. `outcome`: `done` with the result, `cancelled`, `declined`, `expired` or `failed`. */
    | { type: 'pairing.settled'; id: string; outcome: Outcome<unknown> }
    /** A pairing URI was created. A wallet can use it until it expires. */
    | { type: 'pairing.uriCreated'; id: string; pairingUri: PairingUri }
    /** The user must decide. The actor with this name waits for the decision. */
    | { type: 'pairing.requested'; name: string }
    /** A message of a peer was rejected. */
    | { type: 'pairing.refused'; kind: string; error: LatchkeyError | undefined }
    /** A session opened: a new one, or one of an earlier visit. */
    | { type: 'session.opened'; session: PairingSession }
    /** The namespaces or the expiry of a session changed. */
    | { type: 'session.changed'; session: PairingSession }
    /** The wallet emitted an event. */
    | { type: 'session.emitted'; topic: string; event: SessionEvent }
    /** A session ended. */
    | { type: 'session.ended'; topic: string; ending: SessionContract['output']['ending'] }
}

export const pairing = actorKey<PairingContract>()('pairing')
