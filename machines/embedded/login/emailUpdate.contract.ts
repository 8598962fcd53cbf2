import type { Outcome } from '../../shared/outcome.types.ts'
import type { Secret } from '../../shared/secret.types.ts'
import type { ViewName } from '../../shell/view.types.ts'
import type { LatchkeyError } from '../../shared/errors/error.ts'
import type { BroadcastEventOf } from '../../events.ts'
import { actorKey } from '../../core/actorKey.ts'

export interface EmailUpdateContract {
  context: {
    /** Whether the active account belongs to the embedded wallet. */
    embedded: boolean
    /** The new email address, trimmed. */
    newEmail: string | undefined
    /** When a code was last requested, in milliseconds since 1970; undefined once the change was completed or rejected. */
    lastRequestedAt: number | undefined
    /** The seconds until another code may be requested, rounded up; 0 if one may be requested now. */
    secondsLeft: number
    /** The caller's id, which is returned with the outcome. */
    requestId: string | undefined
    /** Why the change cannot continue; undefined if there was no error. */
    error: LatchkeyError | undefined
  }
  event:
    /** Changes the email address of the embedded wallet. `requestId` is returned with the outcome. */
    | { type: 'emailUpdate.submit'; email: string; requestId?: string }
    /** Submits the code from the email: `new Secret('123456')`. */
    | { type: 'emailUpdate.submitCode'; code: Secret }
    /** Requests another code, starting again with the current address. */
    | { type: 'emailUpdate.resend' }
    /** Cancels the change with this id; without an id, the one in progress. */
    | { type: 'emailUpdate.cancel'; requestId?: string }
    /** The user navigated back from the view. */
    | { type: 'emailUpdate.viewLeft'; view: ViewName }
    | BroadcastEventOf<'modal.closed'>
    | BroadcastEventOf<'view.shown'>
    | BroadcastEventOf<'activeAccount.changed'>
  state:
    | 'idle'
    | 'coolingDown'
    | 'deciding'
    | 'requesting'
    | 'enteringCurrent'
    | 'checkingCurrent'
    | 'enteringNew'
    | { checkingNew: 'awaited' | 'left' }
  tag: 'busy' | 'inProgress'
  input: Pick<EmailUpdateContract['context'], 'embedded'>
  emitted: /** The change ended. `outcome`: `done` with the new address, `cancelled` or `failed`. */
  { type: 'emailUpdate.settled'; requestId: string | undefined; outcome: Outcome<string> }
}

export const emailUpdate = actorKey<EmailUpdateContract>()('emailUpdate')
