import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Connector } from '../shared/connector.types.ts'
import type { Namespace } from '../shared/namespace.types.ts'
import type { StoredApp, DeepLink, SelectedWallet } from './deepLinks.rules.ts'
import type { Platform, Platforms } from './platforms.rules.ts'
export interface WalletConnectContract {
  context: {
    /** The WalletConnect connector. */
    connector: Connector
    /** Other namespaces that may connect if the wallet shares no account in the connector's own. */
    availableNamespaces: readonly Namespace[]
    /** The namespaces that the wallet shared and that will be connected. */
    namespaces: readonly Namespace[]
    /** The catalog wallet to connect; undefined if any wallet may connect. */
    selectedWallet: SelectedWallet | undefined
    /** The platforms on which that wallet can be opened, best one first. */
    platforms: Platforms
    /** The platform that the user selected. */
    platform: Platform
    /** The URI to scan, or to open the wallet with; undefined while it is being created. */
    uri: string | undefined
    /** The link that opens the chosen wallet with the URI; undefined if a code is scanned. It exists before the user presses it. */
    link: DeepLink | undefined
    /** How the wallet's app was opened; undefined if it is not known to have opened. */
    app: StoredApp | undefined
    /** When the URI expires, in milliseconds since 1970. */
    expiresAt: number
    /** How many URIs were created. Each one replaces the previous one. */
    uriCount: number
    /** The outcome that the attempt ends with. */
    outcome: Outcome<Connection>
  }
  event:
    /** Cancels the attempt. */
    | { type: 'walletConnect.cancel' }
    /** Uses the open pairing URI for a wallet of the catalog that the user selected. */
    | { type: 'walletConnect.selectWallet'; selectedWallet: SelectedWallet }
    /** Creates a new pairing URI now, because the shown one did not work. */
    | { type: 'walletConnect.refresh' }
    /** Selects another platform for the chosen wallet. */
    | { type: 'walletConnect.selectPlatform'; platform: Platform }
    /** The user pressed the link. The UI that shows the link opens it. */
    | { type: 'walletConnect.openWallet' }
    /** Copies the pairing URI. */
    | { type: 'walletConnect.copyUri' }
    /** A pairing URI was created. A wallet can use it until it expires. */
    | { type: 'pairingUri.created'; uri: string; expiresAt: number }
    /** A wallet approved the proposal, for these namespaces. */
    | { type: 'proposal.approved'; connection: Connection; namespaces: readonly Namespace[] }
    /** A wallet rejected the proposal, or no pairing URI could be created. */
    | { type: 'proposal.rejected'; error: unknown }
    /** The page became visible. */
    | { type: 'page.shown' }
    /** The page was hidden: an app may have opened. */
    | { type: 'page.hidden' }
    /** The page lost focus: an app may have opened next to it. */
    | { type: 'page.left' }
  /**
   * `showingUri`: the user may scan, copy or open. `opening`: the link was pressed. Then the app opened (`opened`), or nothing
   * happened (`notOpened`). These states last until the proposal ends.
   */
  state:
    | { open: 'preparing' | { showingUri: 'waiting' | 'opening' | 'opened' | 'notOpened' } }
    | 'connected'
    | 'declined'
    | 'expired'
    | 'cancelled'
    | 'failed'
  tag: 'busy' | 'showingUri' | 'opening' | 'opened' | 'notOpened'
  input: {
    /** The WalletConnect connector. */
    connector: Connector
    /** Other namespaces that may connect if the wallet shares no account in the connector's own. */
    availableNamespaces?: readonly Namespace[]
    /** The catalog wallet to connect. Without it, any wallet may connect. */
    selectedWallet?: SelectedWallet | undefined
  }
  output: { outcome: Outcome<Connection>; app: StoredApp | undefined; namespaces: readonly Namespace[] }
}
