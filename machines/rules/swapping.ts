/** The arithmetic of swaps. Amounts are bigint base units, prices decimal text: no number is ever rounded through a float. */
import { SWAP } from '../constants.ts'
import type { Impact, Quote } from '../entities/swap.ts'
import { apiErrorOf } from '../errors/apiError.ts'
import type { ErrorCode } from '../errors/catalogue.ts'
import { LatchkeyError } from '../errors/error.ts'
import { formatAmount, isDecimal, parseAmount } from './amounts.ts'

/** Hundredths of a percent that are the whole. */
const WHOLE = 10_000n
/** Decimals of a percentage as it is settable. */
const PERCENT_DECIMALS = 2

/** `1.5e-7`, as numbers are written that are very small or large. */
const SCIENTIFIC = /^(\d+)(?:\.(\d+))?e([+-]\d+)$/

/**
 * The decimal text of a number, with the digits that tell it from every other: `decimalOf(1e-7)` → `'0.0000001'`. Nothing for what is
 * no number above 0.
 */
export function decimalOf(value: number): string | undefined {
  if (!Number.isFinite(value) || value <= 0) return undefined
  const text = String(value)
  const [, whole = '', fraction = '', exponent = '0'] = SCIENTIFIC.exec(text) ?? []
  if (whole === '') return text
  const units = BigInt(whole + fraction)
  const decimals = fraction.length - Number(exponent)
  return decimals >= 0 ? formatAmount(units, decimals) : (units * 10n ** BigInt(-decimals)).toString()
}

/** A decimal text as a fraction of whole numbers. */
const fractionOf = (text: string) => {
  const decimals = text.split('.')[1]?.length ?? 0
  return { units: parseAmount(text, decimals), scale: 10n ** BigInt(decimals) }
}

/** The slippage that was typed, in hundredths of a percent. Throws `swap.slippage` for what is not from 0.01 to 50 percent. */
export function parseSlippage(percent: string): bigint {
  try {
    const hundredths = parseAmount(percent, PERCENT_DECIMALS)
    if (hundredths >= SWAP.slippageAtLeast && hundredths <= SWAP.slippageAtMost) return hundredths
  } catch {
    // What is no number of percent is told like any other.
  }
  const params = {
    least: formatAmount(SWAP.slippageAtLeast, PERCENT_DECIMALS),
    most: formatAmount(SWAP.slippageAtMost, PERCENT_DECIMALS),
  }
  throw new LatchkeyError('swap.slippage', { params })
}

/** What is wrong with a slippage as typed; nothing where it may be used. */
export function slippageFault(percent: string): LatchkeyError | undefined {
  try {
    parseSlippage(percent)
    return undefined
  } catch (error) {
    return error as LatchkeyError
  }
}

/** The least that a swap may bring, in base units: the quote less the slippage, which is in hundredths of a percent. */
export const minimumReceived = (toUnits: bigint, slippage: bigint): bigint => (toUnits * (WHOLE - slippage)) / WHOLE

/** The most that may be lost on the way, in base units: with `minimumReceived` it is exactly the quote. */
export const mostLost = (toUnits: bigint, slippage: bigint): bigint => toUnits - minimumReceived(toUnits, slippage)

/** What the API keeps of what is given, as decimal text of the source token: 0.85 percent, with every digit. */
export const apiFee = (fromUnits: bigint, decimals: number): string =>
  formatAmount(fromUnits * SWAP.feeHundredths, decimals + String(WHOLE).length - 1)

/** The same in percent, as decimal text. */
export const apiFeePercent = formatAmount(SWAP.feeHundredths, PERCENT_DECIMALS)

/** What a swap costs in the native token before its gas is known, in wei: a price in wei by a usual amount of gas. */
export const usualNetworkFee = (gasPrice: bigint): bigint => gasPrice * SWAP.usualGas

/** The most of a token that can be swapped, in base units: all of it, less the fee where that is paid in the same token. Throws `send.gasUnaffordable`. */
export function maximumOf(held: bigint, fee: bigint, token: { symbol: string; isNative: boolean }): bigint {
  const left = token.isNative ? held - (fee * SWAP.feeMarginPercent) / 100n : held
  if (left <= 0n) throw new LatchkeyError('send.gasUnaffordable', { params: { symbol: token.symbol } })
  return left
}

/** What both sides of a quote are worth, over the same denominator; nothing where a price is missing. */
function worths({ from, to, fromUnits, toUnits }: Quote): { given: bigint; got: bigint } | undefined {
  if (from.price === undefined || to.price === undefined) return undefined
  const [fromPrice, toPrice] = [fractionOf(from.price), fractionOf(to.price)]
  const given = fromUnits * fromPrice.units * 10n ** BigInt(to.decimals) * toPrice.scale
  const got = toUnits * toPrice.units * 10n ** BigInt(from.decimals) * fromPrice.scale
  return given > 0n ? { given, got } : undefined
}

/** What a quote loses against the prices of its tokens: (in − out) / in × 100, cut to six decimals; nothing where a price is missing. */
export function impactOf(quote: Quote): Impact | undefined {
  const worth = worths(quote)
  if (!worth) return undefined
  const { given, got } = worth
  const lost = (given - got) * 100n
  const percent = formatAmount((lost * 10n ** BigInt(SWAP.impactDecimals)) / given, SWAP.impactDecimals)
  const level = lost >= SWAP.extremePercent * given ? 'extreme' : lost >= SWAP.highPercent * given ? 'high' : 'none'
  return { percent, level }
}

/** What one whole source token brings, as decimal text, cut to what the target token counts. */
export const rateOf = ({ from, to, fromUnits, toUnits }: Quote): string =>
  fromUnits === 0n ? '0' : formatAmount((toUnits * 10n ** BigInt(from.decimals)) / fromUnits, to.decimals)

/** The amount that a flipped draft begins with: what the swap would have brought, or 1 where there was no quote. */
export const flippedAmount = (quote: Pick<Quote, 'to' | 'toUnits'> | undefined): string =>
  quote && quote.toUnits > 0n ? formatAmount(quote.toUnits, quote.to.decimals) : '1'

/** What is wrong with an amount as typed, beside what the account has of the token, as decimal text. */
export function swapAmountFault(
  amount: string,
  token: { symbol: string; decimals: number },
  held: string | undefined,
): LatchkeyError | undefined {
  if (!isDecimal(amount)) return new LatchkeyError('amount.invalid', { params: { value: amount } })
  if (amount.startsWith('-')) return new LatchkeyError('amount.negative')
  const { symbol, decimals } = token
  try {
    const units = parseAmount(amount, decimals)
    if (units === 0n) return new LatchkeyError('amount.negative')
    return held !== undefined && units > parseAmount(held, decimals)
      ? new LatchkeyError('amount.insufficient')
      : undefined
  } catch (cause) {
    return new LatchkeyError('amount.tooPrecise', { params: { symbol, decimals }, cause })
  }
}

/** Why a step of a swap failed: by the name that it has, else by what was done. What a node or the API says of itself is kept. */
export const swapError = (thrown: unknown, code: ErrorCode): LatchkeyError =>
  thrown instanceof LatchkeyError && thrown.code !== 'unknown' && !thrown.code.startsWith('api.refused')
    ? thrown
    : new LatchkeyError(code as 'swap.buildFailed', { cause: thrown })

/** Why there is no quote: no way, too little on it, or what the API says of itself. */
export function quoteError(thrown: unknown): LatchkeyError {
  const refusal = apiErrorOf(thrown)
  if (refusal?.code !== 'api.refused') return swapError(thrown, 'swap.quoteFailed')
  return new LatchkeyError(/liquidity/i.test(refusal.serverText) ? 'swap.noLiquidity' : 'swap.noRoute', {
    cause: thrown,
  })
}
