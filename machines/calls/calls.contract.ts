import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { CallsStatus } from './calls.types.ts'
import { actorKey } from '../core/actorKey.ts'

/** A sent bundle, and the wallet that knows its status. The status of calls that were sent one by one is read from the chain. */
export interface SentBundle {
  /** The id that the wallet returned, or one that Latchkey created for calls that were sent one by one. */
  id: string
  /** The connection of the wallet that sent the bundle; undefined if that wallet is not connected. */
  connection?: Connection | undefined
}

export interface CallsContract {
  context: {
    /** The ids of the bundles that are followed. */
    followed: readonly string[]
    /** The callers that wait for the result of a bundle. */
    waiting: readonly { requestId: string; id: string }[]
  }
  event:
    /** Follows a bundle until it ends. */
    | ({ type: 'calls.follow' } & SentBundle)
    /** Follows a bundle until it ends. `requestId` is the caller's id, which is returned with the outcome. */
    | ({ type: 'calls.wait'; requestId?: string } & SentBundle)
    /** Stops waiting on behalf of the caller. The bundle is still followed. */
    | { type: 'calls.cancel'; requestId?: string }
    /** A bundle ended. */
    | { type: `xstate.done.actor.${string}`; output: Outcome<CallsStatus> }
    /** The actor that follows a bundle crashed. */
    | { type: `xstate.error.actor.${string}`; error: unknown }
  state: 'following'
  emitted: /** A bundle ended. Emitted once per caller. `outcome`: `done` with the status, `expired` or `failed`. */
  { type: 'calls.settled'; requestId: string; outcome: Outcome<CallsStatus> }
}

export const calls = actorKey<CallsContract>()('calls')
