import type { ActiveAccount } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { SignInSession } from './signIn.types.ts'
import type { ViewName } from '../shell/view.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'

export interface SignInContract {
  context: ActiveAccount & {
    /** Whether users must sign in or be disconnected. */
    readonly required: boolean
    /** Whether accounts do not sign in here: the app does not offer the network, or sign-in does not include the namespace. */
    readonly exempt: boolean
    /** Whether a sign-in view was visible when `notSignedIn` or `signing` was last entered. */
    isRequestedInView: boolean
    /** The ids of the callers that wait for the sign-in. */
    requestIds: readonly string[]
    /** The valid session; undefined if the user is not signed in. */
    session: SignInSession | undefined
    /** When the session was last checked, in milliseconds since 1970; 0 before. */
    checkedAt: number
    /** Whether the page is visible, as far as is known. */
    isPageVisible: boolean
    /** Why the last attempt failed, or why the session could not be checked; undefined otherwise. */
    error: LatchkeyError | undefined
  }
  event:
    /** Requests a signature from the wallet. `requestId`: the caller's id, which is returned with the outcome. */
    | { type: 'signIn.submit'; requestId?: string }
    /** Declines the sign-in for the user. With `requestId`, only the caller with this id stops waiting. */
    | { type: 'signIn.cancel'; requestId?: string }
    /** The sign-in view was opened. */
    | { type: 'signIn.viewEntered'; view: ViewName }
    /** The user left the sign-in view. */
    | { type: 'signIn.viewLeft'; view: ViewName }
    /** Checks the session again, because the stored sessions may have changed. */
    | { type: 'signIn.checkAgain' }
    /** Ends the session, because the user or the app signs out. */
    | { type: 'signIn.end' }
    /** The page became visible. */
    | { type: 'page.shown' }
    /** The page was hidden. */
    | { type: 'page.hidden' }
    | BroadcastEventOf<'view.shown'>
    | BroadcastEventOf<'modal.closed'>
  /** `checking`: the session is being checked. `deciding`, `notSignedIn` and `expiring` are transient. */
  state:
    | 'deciding'
    | 'exempt'
    | 'loading'
    | 'notSignedIn'
    | 'signedOut'
    | 'leaving'
    | 'prompting'
    | 'signing'
    | 'signedIn'
    | 'expiring'
    | 'checking'
  tag: 'busy'
  input: Pick<SignInContract['context'], 'connection' | 'network' | 'required' | 'exempt'>
  emitted: /** Emitted once per caller. `outcome`: `done` with the session, `cancelled`, `declined`, `expired` or `failed`. */
  { type: 'signIn.settled'; requestId: string; outcome: Outcome<SignInSession> }
}

export const signIn = actorKey<SignInContract>()('signIn')
