import type { NetworkId } from '../shared/namespace.types.ts'
import type { Connector } from '../shared/connector.types.ts'
import type { ViewName } from '../shell/view.types.ts'
import type { Wallet } from '../shared/wallet.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEventOf } from '../events.ts'
import type { PageInfo } from '../connection/deepLinks.rules.ts'
import type { KnownWallets, WalletPage, WalletQuery } from './wallets.rules.ts'
import { actorKey } from '../core/actorKey.ts'

/** The lists that the catalog returned when the modal opened. */
export interface OpeningLists {
  featured?: WalletPage | undefined
  recommended: WalletPage
  excluded?: WalletPage | undefined
}

/** The catalog queries for these lists. */
export interface OpeningQueries {
  featured?: WalletQuery
  recommended: WalletQuery
  excluded?: WalletQuery
}

export interface WalletsContract {
  context: KnownWallets & {
    /** The networks whose wallets are requested. */
    chains: readonly NetworkId[]
    /** The number of wallets in the catalog, without the featured ones. */
    count: number
    /** The wallet that the user chose and that is not installed here. */
    selectedWallet: Wallet | undefined
    /** The page and the device of the user; undefined until they are read. */
    page: PageInfo | undefined
    /** Whether the app has a project id, without which there is no wallet catalog. */
    configured: boolean
    /**
     * Whether a QR code is shown first, because no wallet of this browser can be chosen. On a phone, all wallets are shown
     * first [2.4] [2.5].
     */
    codeFirst: boolean
    /** The view in which wallets are chosen on this kind of device; undefined if it does not depend on the device. */
    home: ViewName | undefined
    /** Whether the modal embedded in the page has become visible. */
    isListVisible: boolean
    /** Why the lists could not be fetched; undefined otherwise. */
    error: LatchkeyError | undefined
  }
  event:
    /** Loads the lists, or retries after a failure. */
    | { type: 'wallets.load' }
    /** Connects a wallet of the catalog if it can be reached, and shows where to get it otherwise. */
    | { type: 'wallets.choose'; wallet: Wallet }
    /** Shows where to get a wallet. */
    | { type: 'wallets.get'; wallet: Wallet }
    /** The user opened the view of wallets to get. */
    | { type: 'wallets.viewEntered'; view: ViewName }
    /** The URL of the page and the kind of device were read. */
    | { type: 'page.seen'; page: PageInfo }
    /** Sets the connectors that are available now. */
    | { type: 'wallets.setConnectors'; connectors: readonly Connector[] }
    | BroadcastEventOf<'modal.opened'>
    | BroadcastEventOf<'modal.shown'>
    | BroadcastEventOf<'view.shown'>
    | BroadcastEventOf<'storage.restored'>
    | BroadcastEventOf<'storage.updated'>
    | BroadcastEventOf<'account.connected'>
    | BroadcastEventOf<'activeAccount.changed'>
  /** `unconfigured`: without a project id, only installed wallets and those that the app adds are offered. */
  state: 'deciding' | 'unconfigured' | 'idle' | 'loading' | 'ready' | 'failed'
  tag: 'busy'
  input: Pick<
    WalletsContract['context'],
    'options' | 'namespaces' | 'chains' | 'configured' | 'codeFirst' | 'connectors' | 'recent'
  >
}

export const wallets = actorKey<WalletsContract>()('wallets')
