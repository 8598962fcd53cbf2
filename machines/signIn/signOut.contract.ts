import type { Outcome } from '../entities/attempt.ts'
import type { SignInRules } from '../entities/configuration.ts'
import type { SignedIn } from '../entities/signIn.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

export interface SignOutContract {
  context: {
    readonly rules: SignInRules
    /** The accounts that are known to be signed in on this page. */
    known: readonly SignedIn[]
    /** Those whose sign-ins are to end. */
    ending: readonly SignedIn[]
    /** Those who wait for it, by their ids. */
    attempts: readonly string[]
  }
  event:
    /** An account is signed in. */
    | { type: 'signOut.know'; account: SignedIn }
    /** Ends every sign-in of this page. `attempt` is handed back with the outcome. */
    | { type: 'signOut.submit'; attempt: string }
    /** Whoever asked does not wait any more; the sign-ins end all the same. */
    | { type: 'signOut.cancel'; attempt: string }
    | FactOf<'account.disconnected'>
    | FactOf<'account.changed'>
    | FactOf<'account.networkChanged'>
  state: 'idle' | 'ending'
  tag: 'busy'
  input: SignInRules
  emitted: /** It is over, as the outcome says. */
  { type: 'signOut.settled'; attempt: string; outcome: Outcome<undefined> }
}

export const signOut = address<SignOutContract>()('signOut')
