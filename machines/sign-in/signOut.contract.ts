import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { SignInRules } from '../project/configuration.types.ts'
import type { Namespace } from '../shared/namespace.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'

/** The sessions that end: all, those of a namespace, or all except those of the active account and network. */
export type Leaving =
  | { whose: 'all' }
  | { whose: 'namespace'; namespace: Namespace }
  | { whose: 'others'; connection: Connection }

export interface SignOutContract {
  context: {
    /** The app's sign-in rules, which define when a session ends. */
    readonly rules: SignInRules
    /** The sessions to end, in order. */
    queue: readonly Leaving[]
    /** The ids of the callers that wait until the queue is empty. */
    requestIds: readonly string[]
    /** Why some of the sessions did not end; undefined if there was no error. */
    error: LatchkeyError | undefined
  }
  event:
    /** Ends every session of this app. `requestId`: the caller's id, which is returned with the outcome. */
    | { type: 'signOut.submit'; requestId?: string }
    /** Stops waiting for the outcome. The sessions still end. */
    | { type: 'signOut.cancel'; requestId: string }
    | BroadcastEventOf<'account.disconnected'>
    | BroadcastEventOf<'account.connected'>
    | BroadcastEventOf<'account.changed'>
    | BroadcastEventOf<'account.networkChanged'>
  state: 'deciding' | 'idle' | 'ending'
  tag: 'busy'
  input: SignInRules
  emitted: /** Emitted once per caller. `outcome`: `done` if all sessions ended, or `failed` with the last error. */
  { type: 'signOut.settled'; requestId: string; outcome: Outcome<undefined> }
}

export const signOut = actorKey<SignOutContract>()('signOut')
