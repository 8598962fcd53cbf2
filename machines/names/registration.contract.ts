import type { ActiveAccount } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'

export interface RegistrationContract {
  context: ActiveAccount & {
    /** The label, such as `ann`. */
    readonly name: string
    /** The text that the account signs. */
    claim: string
    /** The signature that the wallet returned. */
    signature: string
    /** The result: `done` with the full name, such as `ann.reown.id`, or why the name was not registered. */
    outcome: Outcome<string>
  }
  event: /** Cancels the attempt. The API may still register a name that it already received. */
  { type: 'registration.cancel' }
  state: 'writing' | 'signing' | 'registering' | 'ended'
  tag: 'busy'
  input: ActiveAccount & { /** The label, such as `ann`. */ name: string }
  output: Outcome<string>
}
