import type { Connection } from '../entities/account.ts'
import type { Network } from '../entities/network.ts'
import type { Quote, SwapToken } from '../entities/swap.ts'
import type { TokenBalance } from '../entities/token.ts'
import type { LatchkeyError } from '../errors/error.ts'

/** What a quote is asked for. */
export interface QuoteOrder {
  connection: Connection
  network: Network
  from: SwapToken
  to: SwapToken
  /** In base units. */
  fromUnits: bigint
}

/** A quote, and what a unit of gas costs beside it, in wei; nothing where the API does not tell. */
export interface Quoted {
  quote: Quote
  gasPrice: bigint | undefined
  /** What the account has of a token that nobody suggests, as the chain tells it. */
  held?: TokenBalance | undefined
}

export interface SwapQuoteContract {
  context: QuoteOrder & {
    /** Somebody looks at it. */
    isWatched: boolean
    /** The page can be seen. */
    isVisible: boolean
    quoted: Quoted | undefined
    error: LatchkeyError | undefined
  }
  event:
    /** Asks again, now. */
    | { type: 'swapQuote.refresh' }
    /** Whether somebody looks at it. */
    | { type: 'swapQuote.setWatched'; isWatched: boolean }
    /** The page can be seen. */
    | { type: 'page.shown' }
    /** It cannot be seen any more. */
    | { type: 'page.hidden' }
  state: 'pausing' | 'asking' | { quoted: 'fresh' | 'renewing' | 'resting' } | 'stale' | 'failed'
  tag: 'busy' | 'valid'
  input: QuoteOrder & { isWatched: boolean }
}
