import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { SignInRules } from '../entities/configuration.ts'
import type { Namespace } from '../entities/namespace.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

/** Whose sign-ins end: everybody's, those of a namespace, or those of all but the account and the network that are active now. */
export type Leaving =
  | { whose: 'all' }
  | { whose: 'namespace'; namespace: Namespace }
  | { whose: 'others'; connection: Connection }

export interface SignOutContract {
  context: {
    readonly rules: SignInRules
    /** What is to end, one after the other. */
    queue: readonly Leaving[]
    /** Those who wait for all of it, by their ids. */
    attempts: readonly string[]
    /** Why something of it did not end. */
    error: LatchkeyError | undefined
  }
  event:
    /** Ends every sign-in of this page. `attempt` is handed back with the outcome. */
    | { type: 'signOut.submit'; attempt?: string }
    /** Whoever asked does not wait any more; the sign-ins end all the same. */
    | { type: 'signOut.cancel'; attempt: string }
    | FactOf<'account.disconnected'>
    | FactOf<'account.connected'>
    | FactOf<'account.changed'>
    | FactOf<'account.networkChanged'>
  state: 'deciding' | 'idle' | 'ending'
  tag: 'busy'
  input: SignInRules
  emitted: /** It is over, as the outcome says. */
  { type: 'signOut.settled'; attempt: string; outcome: Outcome<undefined> }
}

export const signOut = address<SignOutContract>()('signOut')
