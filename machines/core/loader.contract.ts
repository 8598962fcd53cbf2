import type { EventObject } from 'xstate'
import type { ActiveAccount } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'

export interface LoaderContract {
  context: {
    /** The name of the feature. */
    name: string
    /** Whether the feature loads without a command. */
    eager: boolean
    /** Whether the code is available: from the start, or because it was loaded before. */
    isLoaded: boolean
    /** The account that the feature belongs to; undefined for a feature that lives as long as the instance. */
    activeAccount: ActiveAccount | undefined
    /** The context that the same feature of the previous account left for this one. */
    carriedOver: Readonly<Record<string, unknown>>
    /** The commands received before the feature was running, oldest first. */
    waiting: readonly EventObject[]
    /** The ids of the callers that wait for the feature. */
    requestIds: readonly string[]
    /** How many times the feature crashed. */
    crashes: number
    /** Why the feature could not be loaded; undefined unless loading failed. */
    error: LatchkeyError | undefined
  }
  event:
    /** Loads the feature, or retries after a failure. `requestId` is the caller's id, which is returned with the outcome. */
    | { type: 'feature.load'; requestId?: string }
    /** Stops waiting on behalf of the caller with this id. */
    | { type: 'feature.cancel'; requestId: string }
    /** Delivers a command to the feature. */
    | { type: 'feature.deliver'; command: EventObject }
    /** The feature crashed. */
    | { type: `xstate.error.actor.${string}`; error: unknown }
  /** `stopped`: the feature crashed more often than it may be restarted. */
  state: 'absent' | 'loading' | 'running' | 'failed' | 'stopped'
  tag: 'busy'
  input: {
    /** The name of the feature. */
    name: string
    /** Whether the feature loads without a command. */
    eager: boolean
    /** Whether the code is available. */
    isLoaded: boolean
    /** The account that the feature belongs to; undefined for a feature that lives as long as the instance. */
    activeAccount: ActiveAccount | undefined
    /** The context that the same feature of the previous account left for this one. */
    carriedOver?: Readonly<Record<string, unknown>>
  }
  emitted: /** Emitted once per caller. `outcome`: `done` if the feature is running, `failed` if it cannot load or crashed. */
  { type: 'feature.settled'; requestId: string; outcome: Outcome<undefined> }
}
