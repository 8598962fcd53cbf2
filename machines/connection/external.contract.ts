import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Connector } from '../shared/connector.types.ts'
import type { NetworkId } from '../shared/namespace.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
export interface ExternalContract {
  context: {
    connector: Connector
    /** The network to start on, for a wallet that has no network. */
    networkId: NetworkId | undefined
    /** Why the wallet shows no new prompt: it still shows an earlier one. Undefined in all other cases. */
    error: LatchkeyError | undefined
    outcome: Outcome<Connection>
  }
  event: /** Cancels the attempt. A later answer of the wallet is ignored. */
  { type: 'external.cancel' }
  /** `pending`: the wallet still shows an earlier prompt. It is polled until the user has answered that one. */
  state: 'requesting' | { pending: 'resting' | 'looking' } | 'connected' | 'ended' | 'cancelled'
  tag: 'busy'
  input: { connector: Connector; networkId?: NetworkId | undefined }
  output: Outcome<Connection>
}
