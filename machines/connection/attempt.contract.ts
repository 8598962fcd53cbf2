import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Connector } from '../entities/connector.ts'
import type { Namespace, NetworkId } from '../entities/namespace.ts'
import type { AppChoice, Chosen } from '../rules/deepLinks.ts'
export interface AttemptContract {
  context: {
    connector: Connector
    /** The network to begin on, where the wallet has none of its own. */
    networkId: NetworkId | undefined
    /** Namespaces that the wallet may be connected in where it does not share the connector's own. */
    free: readonly Namespace[]
    /** The namespaces that a wallet on another device shared. */
    namespaces: readonly Namespace[]
    chosen: Chosen | undefined
    /** How the app of the wallet that was connected is opened again. */
    app: AppChoice | undefined
    outcome: Outcome<Connection>
  }
  event:
    /** Calls the attempt off. */
    | { type: 'attempt.cancel' }
    /** The visitor chose a wallet of the catalogue for the offer that is open. */
    | { type: 'attempt.direct'; chosen: Chosen }
  state: 'deciding' | 'external' | 'embedded' | 'walletConnect' | 'remembering' | 'ended'
  tag: 'busy'
  input: {
    connector: Connector
    free?: readonly Namespace[]
    chosen?: Chosen | undefined
    networkId?: NetworkId | undefined
  }
  output: Outcome<Connection>
}
