import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Connector } from '../shared/connector.types.ts'
import type { Namespace, NetworkId } from '../shared/namespace.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { StoredApp, SelectedWallet } from './deepLinks.rules.ts'

export interface AttemptContract {
  context: {
    connector: Connector
    /** The network to start on, for a wallet that has no network. */
    networkId: NetworkId | undefined
    /** Namespaces that may connect if the wallet does not share the connector's own. */
    availableNamespaces: readonly Namespace[]
    /** The namespaces that a wallet on another device shared. */
    namespaces: readonly Namespace[]
    selectedWallet: SelectedWallet | undefined
    /** How to open the app of the connected wallet again; undefined if a code was scanned. */
    app: StoredApp | undefined
    /** Why the wallet shows no new prompt: it still shows an earlier one. Undefined in all other cases. */
    error: LatchkeyError | undefined
    outcome: Outcome<Connection>
  }
  event:
    /** Cancels the attempt. A later answer of the wallet is ignored. */
    | { type: 'attempt.cancel' }
    /** The user chose a catalog wallet for the open offer. */
    | { type: 'attempt.selectWallet'; selectedWallet: SelectedWallet }
  /**
   * `overdue`: the wallet has not answered for a while; its window may be hidden behind another. `pending`: the wallet still shows
   * an earlier prompt, and is polled until the user has answered that one.
   */
  state:
    | 'deciding'
    | { requesting: 'waiting' | 'overdue' }
    | { pending: 'waiting' | 'checking' }
    | 'walletConnect'
    | 'storingApp'
    | 'ended'
  tag: 'busy' | 'overdue'
  input: {
    connector: Connector
    availableNamespaces?: readonly Namespace[]
    selectedWallet?: SelectedWallet | undefined
    networkId?: NetworkId | undefined
  }
  output: Outcome<Connection>
}
