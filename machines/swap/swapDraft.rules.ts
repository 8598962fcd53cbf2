/** The draft of a swap: validation, and the data that is derived from it. */
import { SOLANA, SUGGESTED_SYMBOLS, SWAP } from '../constants.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../shared/namespace.types.ts'
import type { Quote, SwapToken, SwapRequest } from './swap.types.ts'
import { balanceKey, type TokenBalance } from '../shared/token.types.ts'
import type { Fee } from '../send/transfer.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import type { SwapCounted } from '../events.ts'
import type { SwapContract } from './swap.contract.ts'
import type { SwapOrder } from './swapExecution.contract.ts'
import type { QuoteOrder } from './swapQuote.contract.ts'
import { validateAddress } from '../shared/addresses.rules.ts'
import { formatAmount, parseAmount } from '../shared/amounts.rules.ts'
import { nativeId } from '../account/balance.rules.ts'
import {
  priceImpact,
  minimumReceived,
  parseSlippage,
  validateSlippage,
  validateSwapAmount,
  typicalNetworkFee,
} from './swap.rules.ts'
import { displaySymbol } from '../shared/texts.rules.ts'

type Context = SwapContract['context']
type Draft = Pick<Context, 'from' | 'to' | 'amount' | 'slippage'>

const SWAPPABLE: readonly Namespace[] = ['eip155', 'solana']

/** Whether tokens can be swapped on a network. The API may still not serve it. */
export const isSwappable = (networkId: NetworkId): boolean => SWAPPABLE.includes(namespaceOf(networkId))

const isSameId = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Whether two sides are the same token. */
export const isSameSide = (one: SwapToken | undefined, other: SwapToken | undefined): boolean =>
  one !== undefined && other !== undefined && isSameId(one.address, other.address)

/** Whether network fees are paid in a token. */
export const isNativeSide = ({ chainId, address }: SwapToken): boolean => isSameId(address, nativeId(chainId))

/** Returns the account's balance of a token, as decimal text; undefined if unknown. */
export const findBalance = (balances: readonly TokenBalance[], token: SwapToken | undefined): string | undefined =>
  token &&
  balances.find(
    ({ chainId, address }) => chainId === token.chainId && isSameId(address ?? nativeId(chainId), token.address),
  )?.quantity.numeric

/** Returns loaded balances with those that were read from the chain for other tokens. */
export function mergeBalances(
  tokens: readonly TokenBalance[],
  chainBalances: readonly TokenBalance[],
): Pick<Context, 'balances' | 'unlistedBalances'> {
  const isLoaded = (own: TokenBalance) => tokens.some((token) => isSameId(balanceKey(token), balanceKey(own)))
  return { balances: [...tokens, ...chainBalances.filter((own) => !isLoaded(own))], unlistedBalances: chainBalances }
}

/** The same after another balance was read from the chain, or read again. */
export function updateBalance({ balances, unlistedBalances }: Context, read: TokenBalance | undefined) {
  if (!read) return { balances, unlistedBalances }
  const others = unlistedBalances.filter((own) => !isSameId(balanceKey(own), balanceKey(read)))
  return mergeBalances(
    balances.filter((own) => !unlistedBalances.includes(own)),
    [...others, read],
  )
}

/** Returns what is wrong with a draft before a quote is fetched. */
export function validateForQuote({ from, to, amount }: Draft): LatchkeyError | undefined {
  if (!from || !to || amount === '') return new LatchkeyError('swap.incomplete')
  if (isSameSide(from, to)) return new LatchkeyError('swap.sameToken')
  return validateSwapAmount(amount, from, undefined)
}

/** Returns the first reason why a swap cannot be submitted; undefined if it can. */
export function validateSwap(context: Context): LatchkeyError | undefined {
  const { from, amount, slippage, quote, balances, isAccepted } = context
  const fault = validateForQuote(context) ?? validateSlippage(slippage)
  if (fault || !from) return fault
  const amountError = validateSwapAmount(amount, from, findBalance(balances, from) ?? '0')
  if (amountError) return amountError
  if (!quote) return new LatchkeyError('swap.staleQuote')
  const impact = priceImpact(quote)
  return impact?.level === 'extreme' && !isAccepted
    ? new LatchkeyError('swap.impactUnconfirmed', { params: { percent: impact.percent } })
    : undefined
}

/** The next thing that the user has to do, in the order of the swap view. */
export type SwapStep =
  | 'selectToken'
  | 'sameToken'
  | 'enterAmount'
  | 'incorrectAmount'
  | 'insufficientBalance'
  | 'incorrectSlippage'
  | 'unpriced'
  | 'pricing'
  | 'review'

/** Returns what a swap needs next. */
export function swapStep(context: Context): SwapStep {
  const { from, to, amount, slippage, quote, quoteError, balances } = context
  if (!from || !to) return 'selectToken'
  if (isSameSide(from, to)) return 'sameToken'
  if (amount === '') return 'enterAmount'
  const fault = validateSwapAmount(amount, from, findBalance(balances, from) ?? '0')
  if (fault) return fault.code === 'amount.insufficient' ? 'insufficientBalance' : 'incorrectAmount'
  if (validateSlippage(slippage)) return 'incorrectSlippage'
  if (quote) return 'review'
  return quoteError ? 'unpriced' : 'pricing'
}

/** Returns what is wrong with the typed amount; undefined if nothing was typed or no token is selected. */
export const validateSwapInput = ({ amount, from, balances }: Context): LatchkeyError | undefined =>
  amount === '' || !from ? undefined : validateSwapAmount(amount, from, findBalance(balances, from) ?? '0')

/** What is known about the costs of a swap. */
type FeeInput = Pick<Context, 'gasPrice' | 'network'> & Partial<Pick<Context, 'to' | 'balances'>>

/**
 * Returns the network fee of a swap, in base units of the native token: an estimate; on Solana the maximum, including the deposit
 * of a new token account.
 */
function swapFeeUnits({ gasPrice, network, to, balances }: FeeInput): bigint | undefined {
  if (namespaceOf(network.caipNetworkId) !== 'solana')
    return gasPrice === undefined ? undefined : typicalNetworkFee(gasPrice)
  const opens = to !== undefined && !isNativeSide(to) && findBalance(balances ?? [], to) === undefined
  return SOLANA.swapFeeLamports + (opens ? SOLANA.holdingLamports : 0n)
}

/** Returns the estimated network fee of a swap; undefined if the gas price is unknown. */
export function estimateSwapFee(draft: FeeInput): Fee | undefined {
  const { symbol, decimals } = draft.network.nativeCurrency
  const units = swapFeeUnits(draft)
  if (units === undefined) return undefined
  const isMaximum = namespaceOf(draft.network.caipNetworkId) === 'solana'
  return { amount: formatAmount(units, decimals), symbol, ...(isMaximum && { isMaximum }) }
}

/** Whether a token may have to be approved before it is swapped. */
export const needsAllowance = (token: SwapToken): boolean =>
  namespaceOf(token.chainId) === 'eip155' && !isNativeSide(token)

/** Whether too little of the native token remains for the network fee; false if either is unknown. */
export function cannotPaySwapFee(context: Context): boolean {
  const { network, balances, from, amount } = context
  const { decimals } = network.nativeCurrency
  const nativeBalance = balances.find((token) => token.chainId === network.caipNetworkId && token.address === undefined)
  const fee = swapFeeUnits(context)
  if (fee === undefined || !nativeBalance || !from) return false
  const isGiven = isNativeSide(from) && validateSwapAmount(amount, from, undefined) === undefined
  const paid = isGiven ? parseAmount(amount, decimals) : 0n
  return parseAmount(nativeBalance.quantity.numeric, decimals) < paid + fee
}

/** Whether the quote that the user saw is still the current one. */
export const isSameQuote = (quote: Quote | undefined, read: Quote | undefined): boolean =>
  read === undefined || (quote !== undefined && quote.toUnits === read.toUnits && quote.fromUnits === read.fromUnits)

/** Returns the analytics data of a swap. */
export const swapAnalytics = ({ from, to, fromUnits, toUnits }: Quote): SwapCounted => ({
  networkId: from.chainId,
  fromToken: from.symbol,
  toToken: to.symbol,
  fromAmount: formatAmount(fromUnits, from.decimals),
  toAmount: formatAmount(toUnits, to.decimals),
})

/** Returns the parameters of messages about a swap. */
export const swapParams = ({ from, to }: Quote) => ({ from: displaySymbol(from.symbol), to: displaySymbol(to.symbol) })

/** Returns the input of a quote. The draft must be complete. */
export function toQuoteOrder({ connection, network, from, to, amount }: Context): QuoteOrder {
  if (!from || !to) throw new LatchkeyError('swap.incomplete')
  return { connection, network, from, to, fromUnits: parseAmount(amount, from.decimals) }
}

/** Returns the swap as the user saw it. There must be a quote. */
export function toSwapOrder({ connection, network, quote, quotedAt, slippage }: Context): SwapOrder {
  if (!quote) throw new LatchkeyError('swap.staleQuote')
  const hundredths = parseSlippage(slippage)
  const minimum = minimumReceived(quote.toUnits, hundredths)
  return { connection, network, quote, quotedAt, slippage: hundredths, minimum }
}

/** Returns the swap that would be submitted now; undefined without a quote or with an invalid slippage tolerance. */
export const currentSwapOrder = (context: Context): SwapOrder | undefined =>
  context.quote && !validateSlippage(context.slippage) ? toSwapOrder(context) : undefined

/** There is no quote for the draft. */
export const noQuote = {
  quote: undefined,
  quotedAt: 0,
  gasPrice: undefined,
  quoteError: undefined,
  isAccepted: false,
} as const

/** An empty draft. The slippage tolerance stays as the user set it. */
export const emptySwap = {
  ...noQuote,
  amount: '',
  search: '',
  error: undefined,
  order: undefined,
  result: undefined,
} as const

export const defaultSlippage = SWAP.slippagePercent

/** The lower-case words by which the tokens of a list are searched, computed once for each list. */
interface SearchIndex {
  words: readonly (readonly [symbol: string, name: string, address: string])[]
  /** The last search and its result. */
  last: readonly [text: string, matches: readonly SwapToken[]] | undefined
}
const searchIndexes = new WeakMap<readonly SwapToken[], SearchIndex>()
const searchIndexOf = (tokens: readonly SwapToken[]): SearchIndex => {
  const cached = searchIndexes.get(tokens)
  if (cached) return cached
  const words = tokens.map(
    ({ symbol, name, address }) => [symbol.toLowerCase(), name.toLowerCase(), address.toLowerCase()] as const,
  )
  const index: SearchIndex = { words, last: undefined }
  searchIndexes.set(tokens, index)
  return index
}

/**
 * Returns the tokens that match a search by symbol, name or address. Those with exactly this symbol come first. The same tokens
 * and search return the same list.
 */
export function searchTokens(tokens: readonly SwapToken[], search: string): readonly SwapToken[] {
  const text = search.trim().toLowerCase()
  if (text === '') return tokens
  const searchIndex = searchIndexOf(tokens)
  if (searchIndex.last?.[0] === text) return searchIndex.last[1]
  const exact: SwapToken[] = []
  const others: SwapToken[] = []
  for (const [index, token] of tokens.entries()) {
    const words = searchIndex.words[index]
    if (words?.[0] === text) exact.push(token)
    else if (words?.some((word) => word.includes(text))) others.push(token)
  }
  const matches = [...exact, ...others]
  searchIndex.last = [text, matches]
  return matches
}

/** Returns a symbol in the form in which it is compared: letters in other forms and cases are equal. */
const comparable = (symbol: string): string => symbol.normalize('NFKC').trim().toLowerCase()

const similarTokens = new WeakMap<readonly SwapToken[], ReadonlySet<SwapToken>>()
/** Returns the tokens that have the symbol of another one listed before them, and are easily mistaken for it. */
export function findSimilarTokens(tokens: readonly SwapToken[]): ReadonlySet<SwapToken> {
  const cached = similarTokens.get(tokens)
  if (cached) return cached
  const listed = tokens.filter(({ isUnlisted }) => !isUnlisted)
  const firsts = new Map<string, SwapToken>()
  for (const token of listed) {
    const symbol = comparable(token.symbol)
    const first = firsts.get(symbol)
    // The native token is never considered a look-alike, wherever it is listed.
    if (!first || isNativeSide(token)) firsts.set(symbol, token)
  }
  const similar = new Set(tokens.filter((token) => (firsts.get(comparable(token.symbol)) ?? token) !== token))
  similarTokens.set(tokens, similar)
  return similar
}

/** A reason to check a token: the API does not list it, or it is easily mistaken for another one. */
export type TokenWarning = 'unlisted' | 'alike'

/** Returns why the user should check a token; undefined if there is no reason. */
export function tokenWarning(tokens: readonly SwapToken[], token: SwapToken): TokenWarning | undefined {
  const own = tokens.find((other) => isSameSide(other, token)) ?? token
  if (findSimilarTokens(tokens).has(own)) return 'alike'
  return token.isUnlisted && 'unlisted'
}

/** Returns the tokens that are suggested first: the native token, and the most popular ones. */
export function suggestedTokens(tokens: readonly SwapToken[]): readonly SwapToken[] {
  const similar = findSimilarTokens(tokens)
  const rankOf = (token: SwapToken) => (isNativeSide(token) ? -1 : SUGGESTED_SYMBOLS.indexOf(token.symbol))
  return tokens
    .filter((token) => !token.isUnlisted && !similar.has(token) && (isNativeSide(token) || rankOf(token) >= 0))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .slice(0, SWAP.suggested)
}

/** Returns the address that is searched for if no token of the list has it. */
export function unlistedAddress(
  { tokens, network }: Pick<Context, 'tokens' | 'network'>,
  search: string,
): string | undefined {
  const address = search.trim()
  if (validateAddress(namespaceOf(network.caipNetworkId), address)) return undefined
  return findToken(tokens, address) ? undefined : address
}

/** Returns the token that a word means: by its address, or else by its symbol, or else by its name. */
const findToken = (tokens: readonly SwapToken[], word: string | undefined): SwapToken | undefined => {
  if (word === undefined) return undefined
  const text = word.trim().toLowerCase()
  return (
    tokens.find(({ address }) => address.toLowerCase() === text || address.toLowerCase().endsWith(`:${text}`)) ??
    tokens.find(({ symbol }) => symbol.toLowerCase() === text) ??
    tokens.find(({ name }) => name.toLowerCase() === text)
  )
}

/** Returns the initial draft: as requested, or else 1 of the native token. */
export function initialDraft(tokens: readonly SwapToken[], request: SwapRequest | undefined): Partial<Context> {
  const from = findToken(tokens, request?.fromToken) ?? tokens.find(isNativeSide)
  return { ...noQuote, from, to: findToken(tokens, request?.toToken), amount: request?.amount ?? '1' }
}

/** Adds a token that was read from the chain. A token that is listed already stays unchanged. */
export const withToken = (tokens: readonly SwapToken[], token: SwapToken): readonly SwapToken[] =>
  tokens.some((listed) => isSameSide(listed, token)) ? tokens : [token, ...tokens]
