import type { Outcome } from '../entities/attempt.ts'
import type { Secret } from '../entities/secret.ts'
import type { ViewName } from '../entities/view.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

export interface EmailUpdateContract {
  context: {
    /** The account that is active is one of the embedded wallet. */
    embedded: boolean
    /** The address that the wallet is to have. */
    newEmail: string | undefined
    /** When a code was asked for last; nothing once the change is done, or was refused. */
    lastAskedAt: number | undefined
    /** How long another code has to be waited for, in whole seconds; 0 where one may be asked for. */
    secondsLeft: number
    /** The caller's own id, handed back with the outcome. */
    attempt: string | undefined
    /** Why it does not go on. */
    error: LatchkeyError | undefined
  }
  event:
    /** Gives the embedded wallet another e-mail address. `attempt` is handed back with the outcome. */
    | { type: 'emailUpdate.submit'; email: string; attempt?: string }
    /** The visitor typed the code that the mail brought: `new Secret('123456')`. */
    | { type: 'emailUpdate.submitCode'; code: Secret }
    /** Asks for another code: it begins with the current address again. */
    | { type: 'emailUpdate.resend' }
    /** Calls it off: the attempt with that id, else whichever is under way. */
    | { type: 'emailUpdate.cancel'; attempt?: string }
    /** The visitor went back from it. */
    | { type: 'emailUpdate.viewLeft'; view: ViewName }
    | FactOf<'modal.closed'>
    | FactOf<'view.shown'>
    | FactOf<'scope.changed'>
  state:
    | 'idle'
    | 'cooling'
    | 'deciding'
    | 'requesting'
    | 'enteringCurrent'
    | 'checkingCurrent'
    | 'enteringNew'
    | { checkingNew: 'awaited' | 'left' }
  tag: 'busy' | 'underWay'
  input: Pick<EmailUpdateContract['context'], 'embedded'>
  emitted: /** The change is over, as the outcome says: done with the address that the wallet has now. */
  { type: 'emailUpdate.settled'; attempt: string | undefined; outcome: Outcome<string> }
}

export const emailUpdate = address<EmailUpdateContract>()('emailUpdate')
