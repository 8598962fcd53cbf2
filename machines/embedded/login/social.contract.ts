import type { Connection } from '../../shared/account.types.ts'
import type { Outcome } from '../../shared/outcome.types.ts'
import type { Secret } from '../../shared/secret.types.ts'
import type { SocialProvider } from './social.types.ts'
import type { ViewName } from '../../shell/view.types.ts'
import type { LatchkeyError } from '../../shared/errors/error.ts'
import type { BroadcastEventOf } from '../../events.ts'
import { actorKey } from '../../core/actorKey.ts'

export interface SocialContract {
  context: {
    /** The provider that the user signs in with. */
    provider: SocialProvider | undefined
    /** The user's name at the provider; undefined until it is known. */
    userName: string | undefined
    /** The email address of the account at the provider; undefined if the provider does not share it. */
    email: string | undefined
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
    /**
     * Signs in with an account at a provider. Opens a window, which browsers allow only in a click handler: load the feature
     * before. `requestId` is returned with the outcome.
     */
    | { type: 'social.choose'; provider: SocialProvider; requestId?: string }
    /** Retries the step that failed, with a new window if needed. */
    | { type: 'social.retry' }
    /** Cancels the attempt with this id; without an id, the one in progress. */
    | { type: 'social.cancel'; requestId?: string }
    /** The user navigated back from the view. */
    | { type: 'social.viewLeft'; view: ViewName }
    /** The secure site's page in the window reported the result. */
    | { type: 'social.returned'; uri: Secret }
    /** The user closed the window, or the provider cut it off from this page, which looks the same. */
    | { type: 'social.windowClosed' }
    /** The window could not be opened, or no longer shows the secure site. */
    | { type: 'social.windowFailed'; error: LatchkeyError }
    | BroadcastEventOf<'modal.closed'>
    | BroadcastEventOf<'account.connected'>
    | BroadcastEventOf<'storage.updated'>
  state:
    | 'idle'
    | { open: 'requesting' | 'waiting' | 'closed' }
    | 'accepting'
    | 'connecting'
    | 'unconnected'
    | 'failed'
    | 'signingOut'
  tag: 'busy' | 'inProgress'
  emitted: /** The sign-in ended. `outcome`: `done` with the connection, `cancelled` or `failed`. */
  { type: 'social.settled'; requestId: string | undefined; outcome: Outcome<Connection> }
}

export const social = actorKey<SocialContract>()('social')
