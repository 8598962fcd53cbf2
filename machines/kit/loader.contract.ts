import type { EventObject } from 'xstate'
import type { Scope } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { LatchkeyError } from '../errors/error.ts'

export interface LoaderContract {
  context: {
    /** The name of the feature. */
    name: string
    /** Nobody has to ask for it. */
    atOnce: boolean
    /** Its code is there: from the start, or as it was loaded before. */
    there: boolean
    /** The account that it belongs to; nothing for what lives as long as the instance. */
    scope: Scope | undefined
    /** What the same feature left for this one, of the account before. */
    kept: Readonly<Record<string, unknown>>
    /** What the feature was asked before it was there, the first one first. */
    waiting: readonly EventObject[]
    /** The callers that wait for it, by their ids. */
    attempts: readonly string[]
    /** How often it stopped by mistake. */
    crashes: number
    /** Why it could not be loaded. */
    error: LatchkeyError | undefined
  }
  event:
    /** Loads the feature; after a failure, once more. `attempt` is the caller's own id, handed back with the outcome. */
    | { type: 'feature.load'; attempt?: string }
    /** The caller with that id waits no more. */
    | { type: 'feature.cancel'; attempt: string }
    /** A command for the feature. */
    | { type: 'feature.deliver'; command: EventObject }
    | { type: `xstate.error.actor.${string}`; error: unknown }
  /** `stopped`: it stopped by mistake more often than it is started again. */
  state: 'absent' | 'loading' | 'running' | 'failed' | 'stopped'
  tag: 'busy'
  input: {
    name: string
    atOnce: boolean
    there: boolean
    scope: Scope | undefined
    kept?: Readonly<Record<string, unknown>>
  }
  emitted: /** The feature is there, or could not be loaded; told once for each caller. */
  { type: 'feature.settled'; attempt: string; outcome: Outcome<undefined> }
}
