import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Connector } from '../entities/connector.ts'
import type { NetworkId } from '../entities/namespace.ts'
import type { LatchkeyError } from '../errors/error.ts'
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
