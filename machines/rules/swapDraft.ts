/** The draft of a swap: what it still lacks, and what is made of it. */
import { SOLANA, SUGGESTED_SYMBOLS, SWAP } from '../constants.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../entities/namespace.ts'
import type { Quote, SwapToken, SwapWish } from '../entities/swap.ts'
import { balanceKey, type TokenBalance } from '../entities/token.ts'
import type { Fee } from '../entities/transfer.ts'
import { LatchkeyError } from '../errors/error.ts'
import type { SwapCounted } from '../facts.ts'
import type { SwapContract } from '../swap/swap.contract.ts'
import type { SwapOrder } from '../swap/swapExecution.contract.ts'
import type { QuoteOrder } from '../swap/swapQuote.contract.ts'
import { addressFault } from './addresses.ts'
import { formatAmount, parseAmount } from './amounts.ts'
import { nativeId } from './balances.ts'
import {
  impactOf,
  minimumReceived,
  parseSlippage,
  slippageFault,
  swapAmountFault,
  usualNetworkFee,
} from './swapping.ts'
import { drawnSymbol } from './texts.ts'

type Context = SwapContract['context']
type Draft = Pick<Context, 'from' | 'to' | 'amount' | 'slippage'>

const SWAPPABLE: readonly Namespace[] = ['eip155', 'solana']

/** Whether tokens can be swapped on a network. The API may still not serve it. */
export const isSwappable = (networkId: NetworkId): boolean => SWAPPABLE.includes(namespaceOf(networkId))

const isSameId = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Whether two sides are the same token. */
export const isSameSide = (one: SwapToken | undefined, other: SwapToken | undefined): boolean =>
  one !== undefined && other !== undefined && isSameId(one.address, other.address)

/** Whether fees are paid in a token. */
export const isNativeSide = ({ chainId, address }: SwapToken): boolean => isSameId(address, nativeId(chainId))

/** What the account has of a token, as decimal text; nothing where it is not known. */
export const heldOf = (balances: readonly TokenBalance[], token: SwapToken | undefined): string | undefined =>
  token &&
  balances.find(
    ({ chainId, address }) => chainId === token.chainId && isSameId(address ?? nativeId(chainId), token.address),
  )?.quantity.numeric

/** Balances as they were loaded, with what the chain told of tokens that are not among them. */
export function withFound(
  tokens: readonly TokenBalance[],
  found: readonly TokenBalance[],
): Pick<Context, 'balances' | 'found'> {
  const isLoaded = (own: TokenBalance) => tokens.some((token) => isSameId(balanceKey(token), balanceKey(own)))
  return { balances: [...tokens, ...found.filter((own) => !isLoaded(own))], found }
}

/** The same, once the chain told what the account has of one more, or has of it now. */
export function withHeld({ balances, found }: Context, held: TokenBalance | undefined) {
  if (!held) return { balances, found }
  const others = found.filter((own) => !isSameId(balanceKey(own), balanceKey(held)))
  return withFound(
    balances.filter((own) => !found.includes(own)),
    [...others, held],
  )
}

/** What is wrong with a draft before it is even priced. */
export function pricingFault({ from, to, amount }: Draft): LatchkeyError | undefined {
  if (!from || !to || amount === '') return new LatchkeyError('swap.incomplete')
  if (isSameSide(from, to)) return new LatchkeyError('swap.sameToken')
  return swapAmountFault(amount, from, undefined)
}

/** The first thing that keeps a swap from being asked for; nothing where it may go. */
export function swapFault(context: Context): LatchkeyError | undefined {
  const { from, amount, slippage, quote, balances, isAccepted } = context
  const fault = pricingFault(context) ?? slippageFault(slippage)
  if (fault || !from) return fault
  const held = swapAmountFault(amount, from, heldOf(balances, from) ?? '0')
  if (held) return held
  if (!quote) return new LatchkeyError('swap.staleQuote')
  const impact = impactOf(quote)
  return impact?.level === 'extreme' && !isAccepted
    ? new LatchkeyError('swap.impactUnconfirmed', { params: { percent: impact.percent } })
    : undefined
}

/** The next thing a visitor has to do, in the order the swap view asks for it. */
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

export function swapStep(context: Context): SwapStep {
  const { from, to, amount, slippage, quote, quoteError, balances } = context
  if (!from || !to) return 'selectToken'
  if (isSameSide(from, to)) return 'sameToken'
  if (amount === '') return 'enterAmount'
  const fault = swapAmountFault(amount, from, heldOf(balances, from) ?? '0')
  if (fault) return fault.code === 'amount.insufficient' ? 'insufficientBalance' : 'incorrectAmount'
  if (slippageFault(slippage)) return 'incorrectSlippage'
  if (quote) return 'review'
  return quoteError ? 'unpriced' : 'pricing'
}

/** What is wrong with an amount as typed; nothing while none is, or nothing is chosen to give. */
export const swapTypedFault = ({ amount, from, balances }: Context): LatchkeyError | undefined =>
  amount === '' || !from ? undefined : swapAmountFault(amount, from, heldOf(balances, from) ?? '0')

/** What is known of what a swap costs beside its amounts. */
type Costed = Pick<Context, 'gasPrice' | 'network'> & Partial<Pick<Context, 'to' | 'balances'>>

/** What the network takes of a swap, about, in base units of the native token; on Solana at most, with what stays in an account that is made. */
function swapFeeUnits({ gasPrice, network, to, balances }: Costed): bigint | undefined {
  if (namespaceOf(network.caipNetworkId) !== 'solana')
    return gasPrice === undefined ? undefined : usualNetworkFee(gasPrice)
  const opens = to !== undefined && !isNativeSide(to) && heldOf(balances ?? [], to) === undefined
  return SOLANA.swapFeeLamports + (opens ? SOLANA.holdingLamports : 0n)
}

/** The same as a fee; nothing where the price of gas is not known. */
export function swapFeeOf(draft: Costed): Fee | undefined {
  const { symbol, decimals } = draft.network.nativeCurrency
  const units = swapFeeUnits(draft)
  if (units === undefined) return undefined
  const isMost = namespaceOf(draft.network.caipNetworkId) === 'solana'
  return { amount: formatAmount(units, decimals), symbol, ...(isMost && { isMost }) }
}

/** Whether the wallet may be asked to allow that a token is taken, before it is swapped. */
export const needsAllowance = (token: SwapToken): boolean =>
  namespaceOf(token.chainId) === 'eip155' && !isNativeSide(token)

/** Whether too little of the native token is left for what the network takes; not where either is unknown. */
export function lacksSwapFee(context: Context): boolean {
  const { network, balances, from, amount } = context
  const { decimals } = network.nativeCurrency
  const held = balances.find((token) => token.chainId === network.caipNetworkId && token.address === undefined)
  const fee = swapFeeUnits(context)
  if (fee === undefined || !held || !from) return false
  const isGiven = isNativeSide(from) && swapAmountFault(amount, from, undefined) === undefined
  const given = isGiven ? parseAmount(amount, decimals) : 0n
  return parseAmount(held.quantity.numeric, decimals) < given + fee
}

/** The quote that the visitor read is the one that would be asked for. */
export const isAsRead = (quote: Quote | undefined, read: Quote | undefined): boolean =>
  read === undefined || (quote !== undefined && quote.toUnits === read.toUnits && quote.fromUnits === read.fromUnits)

/** A swap as it is counted. */
export const countedSwap = ({ from, to, fromUnits, toUnits }: Quote): SwapCounted => ({
  networkId: from.chainId,
  fromToken: from.symbol,
  toToken: to.symbol,
  fromAmount: formatAmount(fromUnits, from.decimals),
  toAmount: formatAmount(toUnits, to.decimals),
})

/** A swap as messages name it. */
export const swapParams = ({ from, to }: Quote) => ({ from: drawnSymbol(from.symbol), to: drawnSymbol(to.symbol) })

/** What a quote is asked for. The draft is complete. */
export function quoteOrderOf({ connection, network, from, to, amount }: Context): QuoteOrder {
  if (!from || !to) throw new LatchkeyError('swap.incomplete')
  return { connection, network, from, to, fromUnits: parseAmount(amount, from.decimals) }
}

/** The swap as the visitor read it. There is a quote. */
export function orderOf({ connection, network, quote, quotedAt, slippage }: Context): SwapOrder {
  if (!quote) throw new LatchkeyError('swap.staleQuote')
  const hundredths = parseSlippage(slippage)
  const minimum = minimumReceived(quote.toUnits, hundredths)
  return { connection, network, quote, quotedAt, slippage: hundredths, minimum }
}

/** The swap as it would be asked for now; nothing while there is no quote, or no slippage that may be used. */
export const swapOrderOf = (context: Context): SwapOrder | undefined =>
  context.quote && !slippageFault(context.slippage) ? orderOf(context) : undefined

/** Nothing is known of what the draft would bring. */
export const unquoted = {
  quote: undefined,
  quotedAt: 0,
  gasPrice: undefined,
  quoteError: undefined,
  isAccepted: false,
} as const

/** A draft of which nothing was said yet; the slippage stays as the visitor set it. */
export const emptySwap = {
  ...unquoted,
  amount: '',
  search: '',
  error: undefined,
  order: undefined,
  result: undefined,
} as const

export const startSlippage = SWAP.slippagePercent

/** What tokens are searched by, in small letters, for each list once. */
interface Searched {
  words: readonly (readonly [symbol: string, name: string, address: string])[]
  /** What was searched for last, and found. */
  last: readonly [text: string, found: readonly SwapToken[]] | undefined
}
const searched = new WeakMap<readonly SwapToken[], Searched>()
const searchedOf = (tokens: readonly SwapToken[]): Searched => {
  const known = searched.get(tokens)
  if (known) return known
  const words = tokens.map(
    ({ symbol, name, address }) => [symbol.toLowerCase(), name.toLowerCase(), address.toLowerCase()] as const,
  )
  const made: Searched = { words, last: undefined }
  searched.set(tokens, made)
  return made
}

/** The tokens that fit a search by symbol, name or address: those that are called so first. The same list as long as both are the same. */
export function searchTokens(tokens: readonly SwapToken[], search: string): readonly SwapToken[] {
  const text = search.trim().toLowerCase()
  if (text === '') return tokens
  const known = searchedOf(tokens)
  if (known.last?.[0] === text) return known.last[1]
  const called: SwapToken[] = []
  const others: SwapToken[] = []
  for (const [index, token] of tokens.entries()) {
    const words = known.words[index]
    if (words?.[0] === text) called.push(token)
    else if (words?.some((word) => word.includes(text))) others.push(token)
  }
  const found = [...called, ...others]
  known.last = [text, found]
  return found
}

/** How a symbol is compared: letters of other shapes and cases are the same ones. */
const comparable = (symbol: string): string => symbol.normalize('NFKC').trim().toLowerCase()

const likenesses = new WeakMap<readonly SwapToken[], ReadonlySet<SwapToken>>()
/** The tokens that have the symbol of another one, which is listed before them, and are easily taken for that. */
export function likeTokens(tokens: readonly SwapToken[]): ReadonlySet<SwapToken> {
  const known = likenesses.get(tokens)
  if (known) return known
  const listed = tokens.filter(({ isUnlisted }) => !isUnlisted)
  const firsts = new Map<string, SwapToken>()
  for (const token of listed) {
    const symbol = comparable(token.symbol)
    const first = firsts.get(symbol)
    // Nothing else is the native token, wherever that stands.
    if (!first || isNativeSide(token)) firsts.set(symbol, token)
  }
  const like = new Set(tokens.filter((token) => (firsts.get(comparable(token.symbol)) ?? token) !== token))
  likenesses.set(tokens, like)
  return like
}

/** What is to be looked at twice about a token: nobody suggests it, or it is easily taken for another one. */
export type TokenDoubt = 'unlisted' | 'alike'
export function doubtOf(tokens: readonly SwapToken[], token: SwapToken): TokenDoubt | undefined {
  const own = tokens.find((known) => isSameSide(known, token)) ?? token
  if (likeTokens(tokens).has(own)) return 'alike'
  return token.isUnlisted && 'unlisted'
}

/** The tokens that are offered first: the native one, and those that most visitors look for. */
export function suggestedTokens(tokens: readonly SwapToken[]): readonly SwapToken[] {
  const like = likeTokens(tokens)
  const rankOf = (token: SwapToken) => (isNativeSide(token) ? -1 : SUGGESTED_SYMBOLS.indexOf(token.symbol))
  return tokens
    .filter((token) => !token.isUnlisted && !like.has(token) && (isNativeSide(token) || rankOf(token) >= 0))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .slice(0, SWAP.suggested)
}

/** The address that is searched for, where no token of the list has it. */
export function unknownAddress(
  { tokens, network }: Pick<Context, 'tokens' | 'network'>,
  search: string,
): string | undefined {
  const address = search.trim()
  if (addressFault(namespaceOf(network.caipNetworkId), address)) return undefined
  return meantBy(tokens, address) ? undefined : address
}

/** The one token that is meant: by its address, else by its symbol, else by its name. */
const meantBy = (tokens: readonly SwapToken[], word: string | undefined): SwapToken | undefined => {
  if (word === undefined) return undefined
  const text = word.trim().toLowerCase()
  return (
    tokens.find(({ address }) => address.toLowerCase() === text || address.toLowerCase().endsWith(`:${text}`)) ??
    tokens.find(({ symbol }) => symbol.toLowerCase() === text) ??
    tokens.find(({ name }) => name.toLowerCase() === text)
  )
}

/** The draft that is begun with: what was wished, else the native token, of which there is 1. */
export function begun(tokens: readonly SwapToken[], wish: SwapWish | undefined): Partial<Context> {
  const from = meantBy(tokens, wish?.fromToken) ?? tokens.find(isNativeSide)
  return { ...unquoted, from, to: meantBy(tokens, wish?.toToken), amount: wish?.amount ?? '1' }
}

/** The tokens with one more, which was read from the chain; a suggested one stays as it is. */
export const withToken = (tokens: readonly SwapToken[], token: SwapToken): readonly SwapToken[] =>
  tokens.some((known) => isSameSide(known, token)) ? tokens : [token, ...tokens]
