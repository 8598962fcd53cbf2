import type { Connection } from '../shared/account.types.ts'
import type { Network } from '../shared/network.types.ts'
import type { Quote, SwapToken } from './swap.types.ts'
import type { TokenBalance } from '../shared/token.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'

/** The input of a quote. */
export interface QuoteOrder {
  /** The connection of the account that swaps. */
  connection: Connection
  /** The network on which the tokens are swapped. */
  network: Network
  /** The token to sell. */
  from: SwapToken
  /** The token to buy. */
  to: SwapToken
  /** The amount to sell, in base units. */
  fromUnits: bigint
}

/** A quote, with the price of one unit of gas in wei; undefined if the API does not return it. */
export interface QuoteResult {
  quote: Quote
  gasPrice: bigint | undefined
  /** The account's balance of a token that the API does not list, read from the chain. */
  balance?: TokenBalance | undefined
}

export interface SwapQuoteContract {
  context: QuoteOrder & {
    /** Whether the user watches the quote. */
    isWatched: boolean
    /** Whether the page is visible. */
    isVisible: boolean
    /** The last quote; undefined before the first, and after a failure. */
    quoted: QuoteResult | undefined
    /** Why there is no quote; undefined otherwise. */
    error: LatchkeyError | undefined
  }
  event:
    /** Fetches the quote again, at once. */
    | { type: 'swapQuote.refresh' }
    /** Sets whether the user watches the quote. */
    | { type: 'swapQuote.setWatched'; isWatched: boolean }
    /** The page became visible. */
    | { type: 'page.shown' }
    /** The page was hidden. */
    | { type: 'page.hidden' }
  state: 'pausing' | 'loading' | { quoted: 'fresh' | 'renewing' | 'hidden' } | 'stale' | 'failed'
  tag: 'busy' | 'valid'
  input: QuoteOrder & {
    /** Whether the user watches the quote. */
    isWatched: boolean
  }
}
