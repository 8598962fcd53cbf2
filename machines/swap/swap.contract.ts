import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Network } from '../shared/network.types.ts'
import type { Quote, SwapToken, SwapRequest } from './swap.types.ts'
import type { TokenBalance } from '../shared/token.types.ts'
import type { ViewName } from '../shell/view.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'
import type { SwapOrder, SwapResult } from './swapExecution.contract.ts'
import type { QuoteResult } from './swapQuote.contract.ts'

/** `from`: the token that is sold. `to`: the token that is bought. */
export type SwapSide = 'from' | 'to'

/** A token that the API does not list, and the account's balance of it; undefined if that could not be read. */
export interface FoundToken {
  token: SwapToken
  balance: TokenBalance | undefined
}

export interface SwapContract {
  context: {
    /** The connection of the account that swaps. */
    readonly connection: Connection
    /** The network on which the tokens are swapped. */
    readonly network: Network
    /** The tokens that the API lists, and those that were read from the chain. */
    tokens: readonly SwapToken[]
    /** The account's balances, including those of tokens that were read from the chain. */
    balances: readonly TokenBalance[]
    /** The balances of unlisted tokens, read from the chain. */
    unlistedBalances: readonly TokenBalance[]
    /** The token to sell; undefined if none is selected. */
    from: SwapToken | undefined
    /** The token to buy; undefined if none is selected. */
    to: SwapToken | undefined
    /** The amount to sell in whole tokens, as typed. */
    amount: string
    /** The slippage tolerance in percent, as typed. */
    slippage: string
    /** The initial draft, kept until the tokens are loaded; undefined if there is none. */
    requestedDraft: SwapRequest | undefined
    /** The quote for the current draft; undefined while it is fetched, and after it expired. */
    quote: Quote | undefined
    /** When the quote arrived, in milliseconds since 1970; 0 without a quote. */
    quotedAt: number
    /** The price of one unit of gas, in wei; undefined if unknown. */
    gasPrice: bigint | undefined
    /** Whether the user accepted a price impact of 10 percent or more. */
    isAccepted: boolean
    /** Whether a UI reported that the user watches the quote, so that it is renewed. */
    isWatched: boolean
    /** Whether the shown view displays the quote. */
    isShown: boolean
    /** The side for which the user selects a token. */
    side: SwapSide
    /** The token search, as typed. */
    search: string
    /** Why there is no quote; undefined otherwise. */
    quoteError: LatchkeyError | undefined
    /** Why the last attempt did not succeed; undefined otherwise. */
    error: LatchkeyError | undefined
    /** The swap that was submitted last, frozen at that moment. */
    order: SwapOrder | undefined
    /** Whether that swap was cancelled before the wallet request. */
    isNotRequested: boolean
    /** The contract address of a token to read once the tokens are loaded; undefined if there is none. */
    searchedAddress: string | undefined
    /** The result of the swap; undefined until it is known. */
    result: SwapResult | undefined
  }
  event:
    /** Sets the token to sell. If it is the token to buy, the two sides are swapped. */
    | { type: 'swap.setFrom'; token: SwapToken }
    /** Sets the token to buy. If it is the token to sell, the two sides are swapped. */
    | { type: 'swap.setTo'; token: SwapToken }
    /** Shows the tokens, so that the user selects one for a side. */
    | { type: 'swap.chooseToken'; side: SwapSide }
    /** Searches tokens by symbol, name or address. An address that is not listed is read from the chain. */
    | { type: 'swap.search'; search: string }
    /** Sets the amount to sell, as decimal text in whole tokens. */
    | { type: 'swap.setAmount'; amount: string }
    /** Sets the slippage tolerance in percent, from 0.01 to 50. */
    | { type: 'swap.setSlippage'; slippage: string }
    /** Sets the amount to the whole balance, less the network fee. */
    | { type: 'swap.setMaximum' }
    /** Swaps the two sides. The quoted output becomes the amount to sell. */
    | { type: 'swap.flip' }
    /** Starts a draft with these tokens, by symbol, name or address, and this amount. */
    | ({ type: 'swap.begin' } & SwapRequest)
    /** Records that the swap in progress was cancelled before the wallet request. */
    | { type: 'swap.setNotRequested' }
    /** Reads a token that is not listed from the chain, by its contract address. */
    | { type: 'swap.findToken'; address: string }
    /** Fetches the quote again. */
    | { type: 'swap.refresh' }
    /** Sets whether the user watches the quote, so that it is renewed. */
    | { type: 'swap.watch'; isWatched: boolean }
    /** Accepts the price impact of the quote. */
    | { type: 'swap.acceptImpact' }
    /** Loads the tokens again. */
    | { type: 'swap.retry' }
    /**
     * Carries out the swap, or reports what is missing or wrong. `read`: the quote that the user saw; no other quote is
     * submitted.
     */
    | { type: 'swap.submit'; read?: Quote }
    /** Stops waiting for the wallet. A transaction that the user still confirms there is sent. */
    | { type: 'swap.cancel' }
    /** Starts a new draft. */
    | { type: 'swap.reset' }
    /** The view of the draft was opened. */
    | { type: 'swap.viewEntered' }
    /** The user went back from the tokens. */
    | { type: 'swap.viewLeft' }
    /** A quote arrived. */
    | ({ type: 'swap.quoted' } & QuoteResult)
    /** There is no quote. `error`: the reason; undefined if the quote expired. */
    | { type: 'swap.unquoted'; error: LatchkeyError | undefined }
    | BroadcastEventOf<'view.shown'>
    | BroadcastEventOf<'balance.loaded'>
    | BroadcastEventOf<'transaction.settled'>
    /** The `swapQuote` actor crashed. */
    | { type: 'xstate.error.actor.swapQuote'; error: unknown }
  state:
    | 'loading'
    | 'unavailable'
    | { editing: 'checking' | 'incomplete' | 'finding' | 'estimating' | { pricing: 'waiting' | 'quoted' } }
    | 'executing'
    | 'swapped'
  tag: 'busy' | 'submittable'
  input: Pick<SwapContract['context'], 'connection' | 'network' | 'balances' | 'isShown'>
  emitted: /** Emitted once per submit. `outcome`: `done` if confirmed, `cancelled`, `declined`, `expired` or `failed`. */
  { type: 'swap.settled'; outcome: Outcome<SwapResult> }
}

export const swap = actorKey<SwapContract>()('swap')

/** Whether the view shows the quote, which is renewed while the user watches it. */
export const showsQuote = (view: ViewName | undefined): boolean => view === 'Swap' || view === 'SwapPreview'
