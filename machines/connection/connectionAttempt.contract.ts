import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Connector } from '../shared/connector.types.ts'
import type { Namespace, NetworkId } from '../shared/namespace.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { StoredApp, SelectedWallet } from './deepLinks.rules.ts'

export interface ConnectionAttemptContract {
  context: {
    /** The connector of the wallet. */
    connector: Connector
    /** The network to start on, for a wallet that has no network. */
    networkId: NetworkId | undefined
    /** Other namespaces that may connect if the wallet shares no account in the connector's own. */
    availableNamespaces: readonly Namespace[]
    /** The namespaces that a wallet on another device shared. */
    namespaces: readonly Namespace[]
    /** The wallet that the user selected in the catalog; undefined if any wallet may scan the code. */
    selectedWallet: SelectedWallet | undefined
    /** How to open the app of the connected wallet again; undefined if a code was scanned. */
    app: StoredApp | undefined
    /** Why the wallet shows no new prompt: it still shows an earlier one. Undefined in all other cases. */
    error: LatchkeyError | undefined
    /** The outcome that the attempt ends with. */
    outcome: Outcome<Connection>
  }
  event:
    /** Cancels the attempt. A later response of the wallet is ignored. */
    | { type: 'connectionAttempt.cancel' }
    /** The user selected a wallet of the catalog for the open pairing URI. */
    | { type: 'connectionAttempt.selectWallet'; selectedWallet: SelectedWallet }
  /**
   * `loading`: the wallet's code loads. `overdue`: the wallet has not responded for a while; its window may be hidden behind another. `pending`: the wallet still
   * shows an earlier prompt, and is polled until the user has approved or rejected that one.
   */
  state:
    | 'deciding'
    | 'loading'
    | { requesting: 'waiting' | 'overdue' }
    | { pending: 'waiting' | 'checking' }
    | 'walletConnect'
    | 'storingApp'
    | 'ended'
  tag: 'busy' | 'loading' | 'overdue'
  input: {
    /** The connector of the wallet. */
    connector: Connector
    /** Other namespaces that may connect if the wallet shares no account in the connector's own. */
    availableNamespaces?: readonly Namespace[]
    /** The wallet that the user selected in the catalog. Without it, any wallet may scan the code. */
    selectedWallet?: SelectedWallet | undefined
    /** The network to start on, for a wallet that has no network. */
    networkId?: NetworkId | undefined
  }
  output: Outcome<Connection>
}
