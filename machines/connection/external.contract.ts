import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Connector } from '../entities/connector.ts'
import type { NetworkId } from '../entities/namespace.ts'
import type { LatchkeyError } from '../errors/error.ts'
export interface ExternalContract {
  context: {
    connector: Connector
    /** The network to begin on, where the wallet has none of its own. */
    networkId: NetworkId | undefined
    /** Why the wallet asks nothing anew: it shows an earlier question. */
    error: LatchkeyError | undefined
    outcome: Outcome<Connection>
  }
  event: /** Calls it off. What the wallet still answers is not taken. */
  { type: 'external.cancel' }
  /** `pending`: the wallet shows an earlier question, and is looked at again and again whether the visitor has answered that one. */
  state: 'requesting' | { pending: 'resting' | 'looking' } | 'connected' | 'ended' | 'cancelled'
  tag: 'busy'
  input: { connector: Connector; networkId?: NetworkId | undefined }
  output: Outcome<Connection>
}
