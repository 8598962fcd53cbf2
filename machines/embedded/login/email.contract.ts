import type { Connection } from '../../shared/account.types.ts'
import type { Outcome } from '../../shared/outcome.types.ts'
import type { ViewName } from '../../shell/view.types.ts'
import type { LatchkeyError } from '../../shared/errors/error.ts'
import type { BroadcastEventOf } from '../../events.ts'
import { actorKey } from '../../core/actorKey.ts'
import type { Secret } from '../../shared/secret.types.ts'

export interface EmailContract {
  context: {
    /** The address that signs in. */
    email: string | undefined
    /** When a code was last requested, in milliseconds since 1970; undefined once a code was accepted. */
    lastLoginAt: number | undefined
    /** The seconds until another code may be requested, rounded up; 0 if one may be requested now. */
    secondsLeft: number
    /** How many times the frame was polled for the registration of the device. */
    pollCount: number
    /** The caller's id, which is returned with the outcome. */
    requestId: string | undefined
    /** Whether a user was signed in before the attempt, possibly from another tab. If so, cancelling it does not sign out. */
    inUse: boolean
    /** Whether the attempt may have signed a user in. */
    signedIn: boolean
    /** Whether a code got no response. It may have signed the user in, even if the next code is rejected. */
    doubtful: boolean
    /** Why the sign-in cannot continue; undefined if there was no error. */
    error: LatchkeyError | undefined
  }
  event:
    /** The user selects the email field. */
    | { type: 'email.select' }
    /** Signs in with an email address. `requestId` is returned with the outcome. */
    | { type: 'email.submit'; email: string; requestId?: string }
    /** Submits the code from the email: `new Secret('123456')`. */
    | { type: 'email.submitCode'; code: Secret }
    /** Requests another code. */
    | { type: 'email.resend' }
    /** Retries the step that failed. */
    | { type: 'email.retry' }
    /** Cancels the attempt with this id; without an id, the one in progress. */
    | { type: 'email.cancel'; requestId?: string }
    /** The user navigated back from the view. */
    | { type: 'email.viewLeft'; view: ViewName }
    | BroadcastEventOf<'modal.closed'>
    | BroadcastEventOf<'view.shown'>
    | BroadcastEventOf<'account.connected'>
    | BroadcastEventOf<'storage.restored'>
    | BroadcastEventOf<'storage.updated'>
  state:
    | 'idle'
    | 'coolingDown'
    | 'deciding'
    | 'requesting'
    | 'resending'
    | 'registering'
    | 'entering'
    | 'checking'
    | 'connecting'
    | 'unconnected'
    | 'signingOut'
  tag: 'busy' | 'inProgress'
  input: Pick<EmailContract['context'], 'email' | 'lastLoginAt'>
  emitted: /** The sign-in ended. `outcome`: `done` with the connection, `cancelled` or `failed`. */
  { type: 'email.settled'; requestId: string | undefined; outcome: Outcome<Connection> }
}

export const email = actorKey<EmailContract>()('email')
