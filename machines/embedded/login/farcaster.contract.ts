import type { Connection } from '../../shared/account.types.ts'
import type { Outcome } from '../../shared/outcome.types.ts'
import type { ViewName } from '../../shell/view.types.ts'
import type { LatchkeyError } from '../../shared/errors/error.ts'
import type { BroadcastEventOf } from '../../events.ts'
import { actorKey } from '../../core/actorKey.ts'

export interface FarcasterContract {
  context: {
    /**
     * The URL that opens the user's Farcaster app, as a link on this device or as a code for another; undefined until it is
     * fetched.
     */
    url: string | undefined
    /** The user's Farcaster name; undefined until it is known. */
    userName: string | undefined
    /** How many times the frame was polled for the user's approval. */
    pollCount: number
    /** The caller's id, which is returned with the outcome. */
    requestId: string | undefined
    /** Whether a user was signed in before the attempt, possibly from another tab. If so, cancelling it does not sign out. */
    inUse: boolean
    /** Whether the attempt may have signed a user in. */
    signedIn: boolean
    /** Why the sign-in cannot continue; undefined if there was no error. */
    error: LatchkeyError | undefined
  }
  event:
    /** Signs in with the user's Farcaster app. `requestId` is returned with the outcome. */
    | { type: 'farcaster.begin'; requestId?: string }
    /** Retries the step that failed. */
    | { type: 'farcaster.retry' }
    /** Cancels the attempt with this id; without an id, the one in progress. */
    | { type: 'farcaster.cancel'; requestId?: string }
    /** The user navigated back from the view. */
    | { type: 'farcaster.viewLeft'; view: ViewName }
    | BroadcastEventOf<'modal.closed'>
    | BroadcastEventOf<'account.connected'>
    | BroadcastEventOf<'storage.updated'>
  state: 'idle' | 'requesting' | 'waiting' | 'connecting' | 'unconnected' | 'failed' | 'signingOut'
  tag: 'busy' | 'inProgress'
  emitted: /** The sign-in ended. `outcome`: `done` with the connection, `cancelled` or `failed`. */
  { type: 'farcaster.settled'; requestId: string | undefined; outcome: Outcome<Connection> }
}

export const farcaster = actorKey<FarcasterContract>()('farcaster')
