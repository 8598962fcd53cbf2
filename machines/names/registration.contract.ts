import type { Scope } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'

export interface RegistrationContract {
  context: Scope & {
    /** The label, as `ann`. */
    readonly name: string
    /** What the account signs. */
    claim: string
    /** What the wallet answered. */
    signature: string
    /** Done with the whole name, as `ann.reown.id`. */
    outcome: Outcome<string>
  }
  event: /** Calls it off. What the API was handed may be registered all the same. */
  { type: 'registration.cancel' }
  state: 'writing' | 'signing' | 'registering' | 'ended'
  tag: 'busy'
  input: Scope & { name: string }
  output: Outcome<string>
}
