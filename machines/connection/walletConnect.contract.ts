import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Connector } from '../entities/connector.ts'
import type { Namespace } from '../entities/namespace.ts'
import type { AppChoice, AppLink, Chosen } from '../rules/deepLinks.ts'
import type { Platform, Platforms } from '../rules/platforms.ts'
export interface WalletConnectContract {
  context: {
    connector: Connector
    /** Namespaces that the wallet may be connected in where it does not share the connector's own. */
    free: readonly Namespace[]
    /** The namespaces that the wallet shared, and that are to be connected. */
    namespaces: readonly Namespace[]
    /** The wallet of the catalogue that is to be connected; any wallet may where there is none. */
    chosen: Chosen | undefined
    /** The ways to that wallet, the best one first. */
    platforms: Platforms
    /** The way that the visitor looks at. */
    platform: Platform
    /** What a wallet scans, or is opened with; nothing while it is being made. */
    uri: string | undefined
    /** Opens the chosen wallet with the offer: there before it is pressed. Nothing where a code is scanned. */
    link: AppLink | undefined
    /** How the wallet's app was opened, as far as it is known that it was. */
    app: AppChoice | undefined
    /** Milliseconds since 1970: until then the offer can be taken up. */
    expiresAt: number
    /** How many offers were made; each takes the place of the one before it. */
    offers: number
    outcome: Outcome<Connection>
  }
  event:
    /** Calls the offer off. */
    | { type: 'walletConnect.cancel' }
    /** Directs the offer to a wallet of the catalogue: the visitor chose one, or another one, while it is open. */
    | { type: 'walletConnect.direct'; chosen: Chosen }
    /** A new offer now: the shown one did not work. */
    | { type: 'walletConnect.refresh' }
    /** Shows another way to the chosen wallet. */
    | { type: 'walletConnect.selectPlatform'; platform: Platform }
    /** The visitor pressed the link. The link itself is followed by whoever shows it. */
    | { type: 'walletConnect.openWallet' }
    /** Copies the offer's URI. */
    | { type: 'walletConnect.copyUri' }
    /** There is an offer that a wallet can take up, until it expires. */
    | { type: 'offer.made'; uri: string; expiresAt: number }
    /** A wallet took the offer up, for these namespaces. */
    | { type: 'offer.approved'; connection: Connection; namespaces: readonly Namespace[] }
    /** A wallet refused the offer, or it could not be made. */
    | { type: 'offer.refused'; error: unknown }
    /** The visitor is back at the page. */
    | { type: 'page.shown' }
    /** The page is out of sight: an app may have opened. */
    | { type: 'page.hidden' }
    /** The page has no longer the focus: something may have opened beside it. */
    | { type: 'page.left' }
  /**
   * `offering`: the visitor may scan, copy or open. `opening`: the link was pressed; then the app took the screen over
   * (`opened`), or nothing happened (`unopened`). All of them stay until the offer is over.
   */
  state:
    | { open: 'preparing' | { offering: 'waiting' | 'opening' | 'opened' | 'unopened' } }
    | 'connected'
    | 'declined'
    | 'expired'
    | 'cancelled'
    | 'failed'
  tag: 'busy' | 'offering' | 'opening' | 'opened' | 'unopened'
  input: { connector: Connector; free?: readonly Namespace[]; chosen?: Chosen | undefined }
  output: { outcome: Outcome<Connection>; app: AppChoice | undefined; namespaces: readonly Namespace[] }
}
