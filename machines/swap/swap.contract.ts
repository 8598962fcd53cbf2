import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Network } from '../entities/network.ts'
import type { Quote, SwapToken, SwapWish } from '../entities/swap.ts'
import type { TokenBalance } from '../entities/token.ts'
import type { ViewName } from '../entities/view.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'
import type { SwapOrder, SwapResult } from './swapExecution.contract.ts'
import type { Quoted } from './swapQuote.contract.ts'

/** What is given, and what is wanted for it. */
export type SwapSide = 'from' | 'to'

/** A token that nobody suggests, and what the account has of it; nothing where that could not be read. */
export interface FoundToken {
  token: SwapToken
  held: TokenBalance | undefined
}

export interface SwapContract {
  context: {
    readonly connection: Connection
    readonly network: Network
    /** What the API suggests, and what was read from the chain. */
    tokens: readonly SwapToken[]
    /** What the account holds, also of tokens that were read from the chain. */
    balances: readonly TokenBalance[]
    /** Of them, what the chain was asked for. */
    found: readonly TokenBalance[]
    from: SwapToken | undefined
    to: SwapToken | undefined
    /** As typed, in whole source tokens. */
    amount: string
    /** In percent, as typed. */
    slippage: string
    /** What the draft is to begin with. */
    wish: SwapWish | undefined
    /** Of the draft as it is; nothing while it is asked for, or too old. */
    quote: Quote | undefined
    /** When it came, in milliseconds since 1970. */
    quotedAt: number
    /** What a unit of gas costs, in wei. */
    gasPrice: bigint | undefined
    /** A price impact of ten percent or more is what the visitor wants. */
    isAccepted: boolean
    /** Somebody says that the quote is looked at, which is renewed. */
    isWatched: boolean
    /** A view that shows the quote is shown. */
    isShown: boolean
    /** The side that a token is chosen for. */
    side: SwapSide
    /** What is searched for among the tokens, as typed. */
    search: string
    /** Why there is no quote. */
    quoteError: LatchkeyError | undefined
    /** Why the last attempt did not succeed. */
    error: LatchkeyError | undefined
    /** The swap that was asked for last, fixed at that moment. */
    order: SwapOrder | undefined
    /** It was called off before the wallet was asked. */
    isUnasked: boolean
    /** A token that is to be read once the tokens are there, by its contract's address. */
    sought: string | undefined
    /** What became of it. */
    result: SwapResult | undefined
  }
  event:
    /** What is given; where that is what was wanted, the two sides change places. */
    | { type: 'swap.setFrom'; token: SwapToken }
    /** What is wanted for it; where that is what was given, the two sides change places. */
    | { type: 'swap.setTo'; token: SwapToken }
    /** Shows the tokens, to choose one for a side. */
    | { type: 'swap.chooseToken'; side: SwapSide }
    /** Looks for tokens by symbol, name or address; an address that no token of the list has is read from the chain. */
    | { type: 'swap.search'; search: string }
    /** How much is given, as decimal text in whole tokens. */
    | { type: 'swap.setAmount'; amount: string }
    /** How much less than quoted it may bring, in percent: from 0.01 to 50. */
    | { type: 'swap.setSlippage'; slippage: string }
    /** Fills in all there is, less the network's fee. */
    | { type: 'swap.setMaximum' }
    /** Swaps the sides: what would have been brought is given. */
    | { type: 'swap.flip' }
    /** Begins a draft with these tokens, by symbol, name or address, and this amount. */
    | ({ type: 'swap.begin' } & SwapWish)
    /** What is carried out is called off, and no wallet was asked. */
    | { type: 'swap.keepUnasked' }
    /** Reads a token that nobody suggests from the chain, by its contract's address. */
    | { type: 'swap.findToken'; address: string }
    /** Asks for the quote again. */
    | { type: 'swap.refresh' }
    /** Whether somebody looks at the quote, so that it is renewed. */
    | { type: 'swap.watch'; isWatched: boolean }
    /** The visitor wants it in spite of what it loses. */
    | { type: 'swap.acceptImpact' }
    /** Loads the tokens again. */
    | { type: 'swap.retry' }
    /** Carries the swap out; what is missing or wrong is told instead. `read`: the quote that the visitor has seen, and no other, is to be asked for. */
    | { type: 'swap.submit'; read?: Quote }
    /** Stops waiting for the wallet. What the visitor still confirms there is done nevertheless. */
    | { type: 'swap.cancel' }
    /** Begins a new draft. */
    | { type: 'swap.reset' }
    /** Somebody asked for the view of the draft. */
    | { type: 'swap.viewEntered' }
    /** The visitor goes back from the tokens. */
    | { type: 'swap.viewLeft' }
    /** There is a quote. */
    | ({ type: 'swap.quoted' } & Quoted)
    /** There is none, as the error says, or not any more. */
    | { type: 'swap.unquoted'; error: LatchkeyError | undefined }
    | FactOf<'view.shown'>
    | FactOf<'balance.loaded'>
    | FactOf<'transaction.settled'>
    | { type: 'xstate.error.actor.swapQuote'; error: unknown }
  state:
    | 'loading'
    | 'unavailable'
    | { editing: 'checking' | 'incomplete' | 'finding' | 'estimating' | { pricing: 'waiting' | 'quoted' } }
    | 'executing'
    | 'swapped'
  tag: 'busy' | 'submittable'
  input: Pick<SwapContract['context'], 'connection' | 'network' | 'balances' | 'isShown'>
  emitted: /** A swap is over, or could not be submitted; done means that it is on the chain. */
  { type: 'swap.settled'; outcome: Outcome<SwapResult> }
}

export const swap = address<SwapContract>()('swap')

/** Whether a view shows the quote, which is renewed as long as somebody looks. */
export const showsQuote = (view: ViewName | undefined): boolean => view === 'Swap' || view === 'SwapPreview'
