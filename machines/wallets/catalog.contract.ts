import type { NetworkId } from '../shared/namespace.types.ts'
import type { Wallet } from '../shared/wallet.types.ts'
import type { WalletOptions } from '../project/configuration.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'

export interface CatalogContract {
  context: {
    /** The app's options for the list of wallets. */
    options: WalletOptions
    /** The networks whose wallets are requested. */
    chains: readonly NetworkId[]
    /** Whether the app has a project id, without which there is no catalog. */
    configured: boolean
    /** Whether the view of the catalog was visible when the machine started. */
    isVisible: boolean
    /** The wallets of the pages read so far. */
    wallets: readonly Wallet[]
    /** The total number of wallets in the catalog. */
    count: number
    /** The number of the last page that was read; 0 before the first. */
    page: number
    /** The typed text, trimmed. */
    search: string
    /** Whether only wallets that the catalog has certified are shown. */
    certified: boolean
    /** The wallets that the search found. */
    results: readonly Wallet[]
    /** Why the last page or search could not be fetched; undefined otherwise. */
    error: LatchkeyError | undefined
  }
  event:
    /** Reads the next page. */
    | { type: 'catalog.more' }
    /** Searches for wallets by name. An empty text shows the pages again. */
    | { type: 'catalog.search'; search: string }
    /** Shows certified wallets only, or all wallets. */
    | { type: 'catalog.setCertified'; certified: boolean }
    /** Retries the page or the search that failed. */
    | { type: 'catalog.retry' }
    | BroadcastEventOf<'view.shown'>
    | BroadcastEventOf<'modal.closed'>
  state:
    | 'deciding'
    | 'unconfigured'
    | 'idle'
    | 'loading'
    | 'ready'
    | 'failed'
    | 'typing'
    | 'searching'
    | 'found'
    | 'searchFailed'
  /** `search`: the search results are shown instead of the pages. */
  tag: 'busy' | 'search'
  input: Pick<CatalogContract['context'], 'options' | 'chains' | 'configured' | 'isVisible'>
}

export const catalog = actorKey<CatalogContract>()('catalog')
