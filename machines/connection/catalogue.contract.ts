import type { NetworkId } from '../entities/namespace.ts'
import type { Wallet } from '../entities/wallet.ts'
import type { WalletOptions } from '../entities/configuration.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

export interface CatalogueContract {
  context: {
    options: WalletOptions
    chains: readonly NetworkId[]
    configured: boolean
    /** Somebody looked at it as it began. */
    shown: boolean
    /** What was read so far, page by page. */
    wallets: readonly Wallet[]
    /** How many there are in all. */
    count: number
    /** The last page that was read; 0 before the first. */
    page: number
    /** As typed, without spaces around it. */
    search: string
    /** Only wallets that the catalogue has certified. */
    certified: boolean
    /** What the search found. */
    results: readonly Wallet[]
    error: LatchkeyError | undefined
  }
  event:
    /** Reads the next page. */
    | { type: 'catalogue.more' }
    /** Searches for wallets by name; an empty text leads back to the pages. */
    | { type: 'catalogue.search'; search: string }
    /** Shows certified wallets only, or all. */
    | { type: 'catalogue.setCertified'; certified: boolean }
    /** What failed is tried once more. */
    | { type: 'catalogue.retry' }
    | FactOf<'view.shown'>
    | FactOf<'modal.closed'>
  state:
    | 'deciding'
    | 'unavailable'
    | 'idle'
    | 'loading'
    | 'ready'
    | 'failed'
    | 'typing'
    | 'searching'
    | 'found'
    | 'searchFailed'
  /** `search`: the results are shown, not the pages. */
  tag: 'busy' | 'search'
  input: Pick<CatalogueContract['context'], 'options' | 'chains' | 'configured' | 'shown'>
}

export const catalogue = address<CatalogueContract>()('catalogue')
