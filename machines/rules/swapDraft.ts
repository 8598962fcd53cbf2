/** The draft of a swap: what it still lacks, and what is made of it. */
import { SWAP } from '../constants.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../entities/namespace.ts'
import type { SwapToken, SwapWish } from '../entities/swap.ts'
import type { TokenBalance } from '../entities/token.ts'
import { LatchkeyError } from '../errors/error.ts'
import type { SwapContract } from '../swap/swap.contract.ts'
import type { SwapOrder } from '../swap/swapExecution.contract.ts'
import type { QuoteOrder } from '../swap/swapQuote.contract.ts'
import { parseAmount } from './amounts.ts'
import { nativeId } from './balances.ts'
import { impactOf, minimumReceived, parseSlippage, slippageFault, swapAmountFault } from './swapping.ts'

type Context = SwapContract['context']
type Draft = Pick<Context, 'from' | 'to' | 'amount' | 'slippage'>

const SWAPPABLE: readonly Namespace[] = ['eip155']

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

/** What a quote is asked for. The draft is complete. */
export function quoteOrderOf({ connection, network, from, to, amount }: Context): QuoteOrder {
  if (!from || !to) throw new LatchkeyError('swap.incomplete')
  return { connection, network, from, to, fromUnits: parseAmount(amount, from.decimals) }
}

/** The swap as the visitor read it. There is a quote. */
export function orderOf({ connection, network, quote, slippage }: Context): SwapOrder {
  if (!quote) throw new LatchkeyError('swap.staleQuote')
  const hundredths = parseSlippage(slippage)
  return { connection, network, quote, slippage: hundredths, minimum: minimumReceived(quote.toUnits, hundredths) }
}

/** Nothing is known of what the draft would bring. */
export const unquoted = { quote: undefined, gasPrice: undefined, quoteError: undefined, isAccepted: false } as const

/** A draft of which nothing was said yet; the slippage stays as the visitor set it. */
export const emptySwap = { ...unquoted, amount: '', error: undefined, order: undefined, result: undefined } as const

export const startSlippage = SWAP.slippagePercent

/** The tokens that fit a search by symbol, name or address: those that are called so first. */
export function searchTokens(tokens: readonly SwapToken[], search: string): readonly SwapToken[] {
  const text = search.trim().toLowerCase()
  if (text === '') return tokens
  const found = tokens.filter(({ symbol, name, address }) =>
    [symbol, name, address].some((word) => word.toLowerCase().includes(text)),
  )
  const isCalledSo = ({ symbol }: SwapToken) => symbol.toLowerCase() === text
  return [...found.filter(isCalledSo), ...found.filter((token) => !isCalledSo(token))]
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
