import type { Outcome } from '../shared/outcome.types.ts'
import type { PairingSession } from './pairing.schemas.ts'
import type { Queue } from './rules/queue.ts'
import type { MessageOf } from './messages.ts'
import { actorKey } from '../core/actorKey.ts'

/** A request as received, and its session at that time. */
export interface QueuedRequest {
  received: MessageOf<'request.received'>
  session: PairingSession
}

export interface RequestQueueContract {
  context: {
    /** Whether all requests are shown as they arrive. */
    disabled: boolean
    /** The requests that wait to be shown, in the order in which they arrived. */
    waiting: Queue<QueuedRequest>
    /** The requests that are shown: at most one, unless the queue is disabled. */
    shown: readonly QueuedRequest[]
    /** Sessions that changed since a request arrived in them. A request is validated against its session when it is shown. */
    changed: Readonly<Record<string, PairingSession>>
    /** Ids that arrived before, oldest first: a relay may deliver a message twice. */
    seen: readonly number[]
  }
  event:
    /** Adds a request that the user must decide. */
    | { type: 'requestQueue.add'; waiting: QueuedRequest }
    /** Stores a session that is new or has changed. */
    | { type: 'requestQueue.setSession'; session: PairingSession }
    /** Drops the requests of a session that ended. */
    | { type: 'requestQueue.drop'; topic: string }
    /** A request ended. */
    | { type: `xstate.done.actor.${string}`; output: { id: string; topic: string; outcome: Outcome<unknown> } }
    /** A request crashed. */
    | { type: `xstate.error.actor.${string}`; error: unknown }
  state: 'validating' | 'idle' | 'active' | 'pausing' | 'disabled'
  tag: 'busy'
  input: { /** Whether all requests are shown as they arrive. */ disabled: boolean }
}

export const requestQueue = actorKey<RequestQueueContract>()('requestQueue')
