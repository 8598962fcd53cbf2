/**
 * The arithmetic of swaps. Amounts are base units as bigint, prices are decimal text: floating-point numbers never round them.
 */
import { SWAP } from '../constants.ts'
import type { PriceImpact, Quote } from './swap.types.ts'
import { apiErrorOf } from '../shared/errors/apiError.ts'
import type { ErrorCode } from '../shared/errors/catalog.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { formatAmount, isDecimal, parseAmount } from '../shared/amounts.rules.ts'

/** The number of hundredths of a percent in the whole. */
const WHOLE = 10_000n
/** The number of decimals of a percentage that can be set. */
const PERCENT_DECIMALS = 2

/** `1.5e-7`: the format of very small and very large numbers. */
const SCIENTIFIC = /^(\d+)(?:\.(\d+))?e([+-]\d+)$/

/**
 * Returns the shortest decimal text that identifies a number: `decimalOf(1e-7)` → `'0.0000001'`. Undefined for anything but a
 * number above 0.
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

/** Returns a decimal text as a fraction of integers. */
const fractionOf = (text: string) => {
  const decimals = text.split('.')[1]?.length ?? 0
  return { units: parseAmount(text, decimals), scale: 10n ** BigInt(decimals) }
}

/**
 * Parses the typed slippage tolerance into hundredths of a percent. Throws `swap.slippage` unless it is from 0.01 to 50 percent.
 */
export function parseSlippage(percent: string): bigint {
  try {
    const hundredths = parseAmount(percent, PERCENT_DECIMALS)
    if (hundredths >= SWAP.slippageAtLeast && hundredths <= SWAP.slippageAtMost) return hundredths
  } catch {
    // Text that is not a percentage gives the same error.
  }
  const params = {
    least: formatAmount(SWAP.slippageAtLeast, PERCENT_DECIMALS),
    most: formatAmount(SWAP.slippageAtMost, PERCENT_DECIMALS),
  }
  throw new LatchkeyError('swap.slippage', { params })
}

/** Returns what is wrong with the typed slippage tolerance; undefined if it is valid. */
export function validateSlippage(percent: string): LatchkeyError | undefined {
  try {
    parseSlippage(percent)
    return undefined
  } catch (error) {
    return error as LatchkeyError
  }
}

/** Returns the minimum output in base units: the quote less the slippage tolerance, which is in hundredths of a percent. */
export const minimumReceived = (toUnits: bigint, slippage: bigint): bigint => (toUnits * (WHOLE - slippage)) / WHOLE

/** Returns the maximum that may be lost to slippage, in base units. Together with `minimumReceived` it is exactly the quote. */
export const maxSlippageLoss = (toUnits: bigint, slippage: bigint): bigint =>
  toUnits - minimumReceived(toUnits, slippage)

/** Returns the API's fee as decimal text in the source token: 0.85 percent, with every digit. */
export const apiFee = (fromUnits: bigint, decimals: number): string =>
  formatAmount(fromUnits * SWAP.feeHundredths, decimals + String(WHOLE).length - 1)

/** The API's fee in percent, as decimal text. */
export const apiFeePercent = formatAmount(SWAP.feeHundredths, PERCENT_DECIMALS)

/** Returns the estimated network fee of a swap in wei, before its gas is known. */
export const typicalNetworkFee = (gasPrice: bigint): bigint => gasPrice * SWAP.usualGas

/**
 * Returns the maximum amount of a token that can be swapped, in base units: the whole balance, less the fee if it is paid in the
 * same token. Throws `send.gasUnaffordable`.
 */
export function maximumAmount(balance: bigint, fee: bigint, token: { symbol: string; isNative: boolean }): bigint {
  const maximum = token.isNative ? balance - (fee * SWAP.feeMarginPercent) / 100n : balance
  if (maximum <= 0n) throw new LatchkeyError('send.gasUnaffordable', { params: { symbol: token.symbol } })
  return maximum
}

/** Returns the values of both sides of a quote over the same denominator; undefined if a price is missing. */
function fiatValues({ from, to, fromUnits, toUnits }: Quote): { paid: bigint; received: bigint } | undefined {
  if (from.price === undefined || to.price === undefined) return undefined
  const [fromPrice, toPrice] = [fractionOf(from.price), fractionOf(to.price)]
  const paid = fromUnits * fromPrice.units * 10n ** BigInt(to.decimals) * toPrice.scale
  const received = toUnits * toPrice.units * 10n ** BigInt(from.decimals) * fromPrice.scale
  return paid > 0n ? { paid, received } : undefined
}

/**
 * Returns what a quote loses compared with the prices of its tokens: (in − out) / in × 100, truncated to six decimals; undefined
 * if a price is missing.
 */
export function priceImpact(quote: Quote): PriceImpact | undefined {
  const values = fiatValues(quote)
  if (!values) return undefined
  const { paid, received } = values
  const lost = (paid - received) * 100n
  const percent = formatAmount((lost * 10n ** BigInt(SWAP.impactDecimals)) / paid, SWAP.impactDecimals)
  const level = lost >= SWAP.extremePercent * paid ? 'extreme' : lost >= SWAP.highPercent * paid ? 'high' : 'none'
  return { percent, level }
}

/** Returns the output for one whole source token, as decimal text, truncated to the decimals of the target token. */
export const exchangeRate = ({ from, to, fromUnits, toUnits }: Quote): string =>
  fromUnits === 0n ? '0' : formatAmount((toUnits * 10n ** BigInt(from.decimals)) / fromUnits, to.decimals)

/** Returns the initial amount of a flipped draft: the output of the swap, or 1 without a quote. */
export const flippedAmount = (quote: Pick<Quote, 'to' | 'toUnits'> | undefined): string =>
  quote && quote.toUnits > 0n ? formatAmount(quote.toUnits, quote.to.decimals) : '1'

/** Returns what is wrong with a typed amount. `balance` is the account's balance of the token, as decimal text. */
export function validateSwapAmount(
  amount: string,
  token: { symbol: string; decimals: number },
  balance: string | undefined,
): LatchkeyError | undefined {
  if (!isDecimal(amount)) return new LatchkeyError('amount.invalid', { params: { value: amount } })
  if (amount.startsWith('-')) return new LatchkeyError('amount.negative')
  const { symbol, decimals } = token
  try {
    const units = parseAmount(amount, decimals)
    if (units === 0n) return new LatchkeyError('amount.negative')
    return balance !== undefined && units > parseAmount(balance, decimals)
      ? new LatchkeyError('amount.insufficient')
      : undefined
  } catch (cause) {
    return new LatchkeyError('amount.tooPrecise', { params: { symbol, decimals }, cause })
  }
}

/**
 * Returns the error of a failed step of a swap. A `LatchkeyError` with its own code is kept. A refusal by the API, and anything
 * else, gets the code of the step.
 */
export const swapError = (thrown: unknown, code: ErrorCode): LatchkeyError =>
  thrown instanceof LatchkeyError && thrown.code !== 'unknown' && !thrown.code.startsWith('api.refused')
    ? thrown
    : new LatchkeyError(code as 'swap.buildFailed', { cause: thrown })

/** Returns why there is no quote: no route, too little liquidity, or an API error. */
export function quoteError(thrown: unknown): LatchkeyError {
  const refusal = apiErrorOf(thrown)
  if (refusal?.code !== 'api.refused') return swapError(thrown, 'swap.quoteFailed')
  return new LatchkeyError(/liquidity/i.test(refusal.serverText) ? 'swap.noLiquidity' : 'swap.noRoute', {
    cause: thrown,
  })
}
