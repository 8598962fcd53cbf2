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
    /** The URI to scan, or to open the wallet with; undefined while the offer is being made. */
    uri: string | undefined
    /**
     * The link that opens the chosen wallet with the offer; undefined if a code is scanned. It exists before the user presses it.
     */
    link: DeepLink | undefined
    /** How the wallet's app was opened; undefined if it is not known to have opened. */
    app: StoredApp | undefined
    /** When the offer expires, in milliseconds since 1970. */
    expiresAt: number
    /** How many offers were made. Each URI replaces the previous one. */
    offers: number
    /** The outcome that the attempt ends with. */
    outcome: Outcome<Connection>
  }
  event:
    /** Cancels the offer. */
    | { type: 'walletConnect.cancel' }
    /** Sends the open offer to a wallet of the catalog that the user chose. */
    | { type: 'walletConnect.selectWallet'; selectedWallet: SelectedWallet }
    /** Makes a new offer now, because the shown one did not work. */
    | { type: 'walletConnect.refresh' }
    /** Selects another platform for the chosen wallet. */
    | { type: 'walletConnect.selectPlatform'; platform: Platform }
    /** The user pressed the link. The UI that shows the link opens it. */
    | { type: 'walletConnect.openWallet' }
    /** Copies the offer's URI. */
    | { type: 'walletConnect.copyUri' }
    /** An offer was made. A wallet can accept it until it expires. */
    | { type: 'offer.made'; uri: string; expiresAt: number }
    /** A wallet accepted the offer, for these namespaces. */
    | { type: 'offer.approved'; connection: Connection; namespaces: readonly Namespace[] }
    /** A wallet rejected the offer, or it could not be made. */
    | { type: 'offer.refused'; error: unknown }
    /** The page became visible. */
    | { type: 'page.shown' }
    /** The page was hidden: an app may have opened. */
    | { type: 'page.hidden' }
    /** The page lost focus: an app may have opened next to it. */
    | { type: 'page.left' }
  /**
   * `offering`: the user may scan, copy or open. `opening`: the link was pressed. Then the app opened (`opened`), or nothing
   * happened (`notOpened`). These states last until the offer ends.
   */
  state:
    | { open: 'preparing' | { offering: 'waiting' | 'opening' | 'opened' | 'notOpened' } }
    | 'connected'
    | 'declined'
    | 'expired'
    | 'cancelled'
    | 'failed'
  tag: 'busy' | 'offering' | 'opening' | 'opened' | 'notOpened'
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
