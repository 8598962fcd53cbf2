import type { SnapshotOf } from '../core/contract.ts'
import type { Fee } from '../send/transfer.types.ts'
import type { Connection } from '../shared/account.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { Network } from '../shared/network.types.ts'
import type { TokenBalance } from '../shared/token.types.ts'
import type { SwapContract, SwapSide } from './swap.contract.ts'
import { priceImpact, validateSlippage } from './swap.rules.ts'
import type { PriceImpact, Quote, SwapToken } from './swap.types.ts'
import {
  cannotPaySwapFee,
  currentSwapOrder,
  estimateSwapFee,
  findBalance,
  needsAllowance,
  swapStep,
  validateSwap,
  validateSwapInput,
  type SwapStep,
} from './swapDraft.rules.ts'
import type { SwapOrder, SwapResult } from './swapExecution.contract.ts'

/** Everything that a UI shows of the machine `swap`. */
export interface SwapViewModel {
  /**
   * `loading`: the tokens are being loaded. `unavailable`: there are none; `error` is the reason. `executing`: the swap was
   * submitted. `swapped`: it is confirmed.
   */
  status: 'loading' | 'unavailable' | 'editing' | 'executing' | 'swapped'
  /** The account that swaps. */
  connection: Connection
  network: Network
  /** The tokens that the API lists, and those that were read from the chain. */
  tokens: readonly SwapToken[]
  /** The account's balances. */
  balances: readonly TokenBalance[]
  /** The token to sell. */
  from: SwapToken | undefined
  /** The token to buy. */
  to: SwapToken | undefined
  /** The account's balance of `from`, as decimal text; undefined if unknown. */
  fromBalance: string | undefined
  /** The account's balance of `to`, as decimal text; undefined if unknown. */
  toBalance: string | undefined
  /** The amount to sell in whole tokens, as typed. */
  amount: string
  /** The slippage tolerance in percent, as typed. */
  slippage: string
  /** The side for which the user selects a token. */
  side: SwapSide
  /** The token search, as typed. */
  search: string
  /** The quote for the draft; undefined while it is fetched, and after it expired. */
  quote: Quote | undefined
  /** The price impact of the quote; undefined if a price is missing. */
  priceImpact: PriceImpact | undefined
  /** The estimated network fee; undefined if unknown. */
  fee: Fee | undefined
  /** The swap that `swap.submit` submits now; undefined without a quote or with an invalid slippage tolerance. */
  order: SwapOrder | undefined
  /** The swap that was submitted last. */
  submittedOrder: SwapOrder | undefined
  /** The result of that swap; undefined until it is confirmed. */
  result: SwapResult | undefined
  /** The next thing that the user has to do. */
  nextStep: SwapStep
  /** Whether the amount and the tokens can be changed. */
  isEditable: boolean
  /** Whether the maximum amount is being computed. */
  isEstimating: boolean
  /** Whether a token that the API does not list is being read from the chain. */
  isFindingToken: boolean
  /** Whether `from` may have to be approved before it is swapped. */
  isApprovalNeeded: boolean
  /** Whether the user must accept the price impact first, by `swap.acceptImpact`. */
  isImpactAcceptanceNeeded: boolean
  /** Whether too little of the native token remains for the network fee; false if either is unknown. */
  isFeeUnaffordable: boolean
  canChooseToken: boolean
  canSetMaximum: boolean
  canFlip: boolean
  /** Whether `swap.submit` submits the draft. */
  canSubmit: boolean
  /** What is wrong with the typed amount. */
  inputError: LatchkeyError | undefined
  /** What is wrong with the typed slippage tolerance. */
  slippageError: LatchkeyError | undefined
  /** The first reason why the draft cannot be submitted, also if something was not entered yet. */
  draftError: LatchkeyError | undefined
  /** Why there is no quote. */
  quoteError: LatchkeyError | undefined
  /** Why the last attempt did not succeed. */
  error: LatchkeyError | undefined
}

/** Returns everything that a UI shows of the machine `swap`. */
export function swapViewModel(snapshot: SnapshotOf<SwapContract>): SwapViewModel {
  const { value, context } = snapshot
  const { from, to, balances, quote, slippage, isAccepted } = context
  const impact = quote && priceImpact(quote)
  const nextStep = swapStep(context)
  const draftError = validateSwap(context)
  return {
    status: typeof value === 'string' ? value : 'editing',
    connection: context.connection,
    network: context.network,
    tokens: context.tokens,
    balances,
    from,
    to,
    fromBalance: findBalance(balances, from),
    toBalance: findBalance(balances, to),
    amount: context.amount,
    slippage,
    side: context.side,
    search: context.search,
    quote,
    priceImpact: impact,
    fee: estimateSwapFee(context),
    order: currentSwapOrder(context),
    submittedOrder: context.order,
    result: context.result,
    nextStep,
    isEditable: snapshot.can({ type: 'swap.setAmount', amount: '' }),
    isEstimating: typeof value === 'object' && value.editing === 'estimating',
    isFindingToken: typeof value === 'object' && value.editing === 'finding',
    isApprovalNeeded: from !== undefined && needsAllowance(from),
    isImpactAcceptanceNeeded: nextStep === 'review' && impact?.level === 'extreme' && !isAccepted,
    isFeeUnaffordable: cannotPaySwapFee(context),
    canChooseToken: snapshot.can({ type: 'swap.chooseToken', side: 'from' }),
    canSetMaximum: snapshot.can({ type: 'swap.setMaximum' }),
    canFlip: snapshot.can({ type: 'swap.flip' }),
    canSubmit: snapshot.hasTag('submittable') && draftError === undefined,
    inputError: validateSwapInput(context),
    slippageError: validateSlippage(slippage),
    draftError,
    quoteError: context.quoteError,
    error: context.error,
  }
}
