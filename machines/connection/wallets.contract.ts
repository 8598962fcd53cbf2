import type { NetworkId } from '../entities/namespace.ts'
import type { Connector } from '../entities/connector.ts'
import type { ViewName } from '../entities/view.ts'
import type { Wallet } from '../entities/wallet.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import type { Page } from '../rules/deepLinks.ts'
import type { Offered, WalletPage, WalletQuery } from '../rules/wallets.ts'
import { address } from '../kit/address.ts'

/** What the catalogue answered when the modal was opened. */
export interface Offers {
  featured?: WalletPage | undefined
  recommended: WalletPage
  excluded?: WalletPage | undefined
}

/** The same, as it is asked for. */
export interface OfferQueries {
  featured?: WalletQuery
  recommended: WalletQuery
  excluded?: WalletQuery
}

export interface WalletsContract {
  context: Offered & {
    /** The networks whose wallets are asked for. */
    chains: readonly NetworkId[]
    /** How many wallets the catalogue has, apart from the featured ones. */
    count: number
    /** The wallet that the visitor chose and that is not installed here. */
    chosen: Wallet | undefined
    page: Page | undefined
    configured: boolean
    /** A code comes first where no wallet of this browser is to be chosen; on a phone all wallets do [2.4] [2.5]. */
    codeFirst: boolean
    /** Where wallets are chosen on this device, where not every device does it there. */
    home: ViewName | undefined
    /** The modal that is part of the page was seen. */
    shown: boolean
    error: LatchkeyError | undefined
  }
  event:
    /** Asks for the lists now, or once more after a failure. */
    | { type: 'wallets.load' }
    /** Connects a wallet of the catalogue if it is installed here, and shows where to get it otherwise. */
    | { type: 'wallets.choose'; wallet: Wallet }
    /** Shows where to get a wallet, for who has none. */
    | { type: 'wallets.get'; wallet: Wallet }
    /** The visitor looks for a wallet to get. */
    | { type: 'wallets.viewEntered'; view: ViewName }
    /** Where the page is, and on what kind of device. */
    | { type: 'page.seen'; page: Page }
    /** The connectors that this page has now. */
    | { type: 'wallets.setConnectors'; connectors: readonly Connector[] }
    | FactOf<'modal.opened'>
    | FactOf<'modal.shown'>
    | FactOf<'view.shown'>
    | FactOf<'memory.restored'>
    | FactOf<'memory.changed'>
    | FactOf<'account.connected'>
    | FactOf<'scope.changed'>
  /** `local`: without a project id only what is installed here, and what the site adds, is offered. */
  state: 'deciding' | 'local' | 'idle' | 'loading' | 'ready' | 'failed'
  tag: 'busy'
  input: Pick<
    WalletsContract['context'],
    'options' | 'namespaces' | 'chains' | 'configured' | 'codeFirst' | 'connectors' | 'recent'
  >
}

export const wallets = address<WalletsContract>()('wallets')
