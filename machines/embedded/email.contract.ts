import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { ViewName } from '../entities/view.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'
import type { Secret } from '../entities/secret.ts'

export interface EmailContract {
  context: {
    /** The address that signs in. */
    email: string | undefined
    /** When a code was asked for last; nothing once one was accepted. */
    lastLoginAt: number | undefined
    /** How long another code has to be waited for, in whole seconds; 0 where one may be asked for. */
    secondsLeft: number
    /** How often the frame was asked whether the device is registered. */
    looks: number
    /** The caller's own id, handed back with the outcome. */
    attempt: string | undefined
    /** Somebody was signed in before, be it in another tab: whoever is called off signs nobody out. */
    inUse: boolean
    /** Somebody may have signed in since. */
    signedIn: boolean
    /** The answer to a code never came: somebody may have signed in by it, whatever becomes of the next. */
    doubtful: boolean
    /** Why it does not go on. */
    error: LatchkeyError | undefined
  }
  event:
    /** The visitor turns to the field for an address. */
    | { type: 'email.select' }
    /** Signs in with an e-mail address. `attempt` is handed back with the outcome. */
    | { type: 'email.submit'; email: string; attempt?: string }
    /** The visitor typed the code that the mail brought: `new Secret('123456')`. */
    | { type: 'email.submitCode'; code: Secret }
    /** Asks for another code. */
    | { type: 'email.resend' }
    /** Goes on where it failed. */
    | { type: 'email.retry' }
    /** Calls it off: the attempt with that id, else whichever is under way. */
    | { type: 'email.cancel'; attempt?: string }
    /** The visitor went back from it. */
    | { type: 'email.viewLeft'; view: ViewName }
    | FactOf<'modal.closed'>
    | FactOf<'view.shown'>
    | FactOf<'account.connected'>
    | FactOf<'memory.restored'>
    | FactOf<'memory.changed'>
  state:
    | 'idle'
    | 'cooling'
    | 'deciding'
    | 'requesting'
    | 'resending'
    | 'registering'
    | 'entering'
    | 'checking'
    | 'connecting'
    | 'unconnected'
    | 'signingOut'
  tag: 'busy' | 'underWay'
  input: Pick<EmailContract['context'], 'email' | 'lastLoginAt'>
  emitted: /** Signing in is over, as the outcome says. */
  { type: 'email.settled'; attempt: string | undefined; outcome: Outcome<Connection> }
}

export const email = address<EmailContract>()('email')
