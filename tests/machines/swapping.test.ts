import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Quote, SwapToken } from '../../machines/swap/swap.types.ts'
import { formatAmount, parseAmount } from '../../machines/shared/amounts.rules.ts'
import {
  apiFee,
  decimalOf,
  flippedAmount,
  priceImpact,
  maximumAmount,
  minimumReceived,
  maxSlippageLoss,
  parseSlippage,
  exchangeRate,
  validateSlippage,
  validateSwapAmount,
  typicalNetworkFee,
} from '../../machines/swap/swap.rules.ts'
import { fullAmount, separatorsOf, typedAmount, writtenAmount } from '../../react-skin/components/amountText.ts'

const token = (decimals: number, price?: string): SwapToken => ({
  chainId: 'eip155:1',
  address: `eip155:1:0x${'0'.repeat(39)}${decimals % 10}`,
  name: 'Token',
  symbol: 'TOK',
  decimals,
  price,
})
const quote = (fromUnits: bigint, toUnits: bigint, [from, to] = [token(18, '1'), token(18, '1')]): Quote => ({
  from,
  to,
  fromUnits,
  toUnits,
})
const one = 10n ** 18n
const units = fc.bigInt(1n, 10n ** 48n)
const decimals = fc.integer({ min: 0, max: 36 })
const slippages = fc.bigInt(1n, 5_000n)
/** The languages of the skin. */
const locales = ['en', 'ar', 'de', 'es', 'fr', 'ja', 'pt-BR', 'zh-CN']

describe('the cost of a swap', () => {
  test('includes 150,000 gas at the gas price: 455,966,887,160 wei come to 0.068395033074', () => {
    expect(formatAmount(typicalNetworkFee(455_966_887_160n), 18)).toBe('0.068395033074')
  })

  test('includes 0.85 percent for the API: 0.0085 of 1, with every digit of tokens with many decimals', () => {
    expect(apiFee(one, 18)).toBe('0.0085')
    expect(apiFee(1n, 18)).toBe('0.0000000000000000000085')
    expect(apiFee(10n ** 48n, 18)).toBe(`85${'0'.repeat(26)}`)
  })

  test('includes up to 1 percent of slippage: 0.01 of 1, and the rest is the minimum [9.27]', () => {
    const slippage = parseSlippage('1')
    const dollar = 10n ** 6n
    expect(formatAmount(maxSlippageLoss(dollar, slippage), 6)).toBe('0.01')
    expect(formatAmount(minimumReceived(dollar, slippage), 6)).toBe('0.99')
  })

  test('divides the quote into the minimum and the maximum loss, to the last unit, for any slippage', () => {
    fc.assert(
      fc.property(units, slippages, (to, slippage) => {
        const least = minimumReceived(to, slippage)
        expect(least + maxSlippageLoss(to, slippage)).toBe(to)
        expect(least >= 0n && least * 10_000n <= to * (10_000n - slippage)).toBe(true)
        expect((least + 1n) * 10_000n).toBeGreaterThan(to * (10_000n - slippage))
      }),
    )
  })

  test('reduces the maximum amount only when it is paid in the same token', () => {
    const [native, other] = [
      { symbol: 'ETH', isNative: true },
      { symbol: 'USD', isNative: false },
    ]
    expect(maximumAmount(one, 10n ** 17n, native)).toBe(875_000_000_000_000_000n)
    expect(maximumAmount(one, 10n ** 17n, other)).toBe(one)
    expect(() => maximumAmount(one, one, native)).toThrow('Not enough ETH to pay the network fee')
    expect(() => maximumAmount(125n, 100n, native)).toThrow('Not enough ETH')
    expect(maximumAmount(126n, 100n, native)).toBe(1n)
  })
})

describe('slippage', () => {
  test.each([
    ['0.01', 1n],
    ['1', 100n],
    ['2.50', 250n],
    ['50', 5_000n],
  ])('can be %s percent', (text, hundredths) => {
    expect(parseSlippage(text)).toBe(hundredths)
    expect(validateSlippage(text)).toBeUndefined()
  })

  test.each(['', '0', '0.009', '0.001', '50.01', '51', '-1', '1e1', '1,5', 'NaN', '٥'])('cannot be %s', (text) => {
    expect(validateSlippage(text)?.message).toBe('Choose a slippage tolerance from 0.01 to 50 percent')
  })
})

describe('the price impact', () => {
  test('is exactly 0.85 for a quote that loses only the fee', () => {
    expect(priceImpact(quote(one, (one * 9_915n) / 10_000n))).toEqual({ percent: '0.85', level: 'none' })
  })

  test.each([
    [97_000_000_001n, '2.999999', 'none'],
    [97_000_000_000n, '3', 'high'],
    [90_000_000_001n, '9.999999', 'high'],
    [90_000_000_000n, '10', 'extreme'],
    [0n, '100', 'extreme'],
    [110_000_000_000n, '-10', 'none'],
  ] as const)('of %s for 100,000,000,000 is %s percent: %s', (to, percent, level) => {
    expect(priceImpact(quote(100_000_000_000n, to))).toEqual({ percent, level })
  })

  test('compares the value of both sides, whatever their decimals', () => {
    const sides: [SwapToken, SwapToken] = [token(18, '2500'), token(6, '0.5')]
    expect(priceImpact(quote(2n * one, 10_000n * 10n ** 6n, sides))).toEqual({ percent: '0', level: 'none' })
    expect(priceImpact(quote(2n * one, 9_000n * 10n ** 6n, sides))).toEqual({ percent: '10', level: 'extreme' })
  })

  test('is undefined without a price, or without an amount', () => {
    expect(priceImpact(quote(one, one, [token(18), token(18, '1')]))).toBeUndefined()
    expect(priceImpact(quote(one, one, [token(18, '1'), token(18)]))).toBeUndefined()
    expect(priceImpact(quote(0n, one))).toBeUndefined()
  })

  test('does not depend on the number of decimals', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 20n),
        fc.bigInt(0n, 10n ** 20n),
        decimals,
        decimals,
        (given, got, one, other) => {
          const sides: [SwapToken, SwapToken] = [token(one, '3.25'), token(other, '0.0007')]
          const scaled = quote(given * 10n ** BigInt(one), got * 10n ** BigInt(other), sides)
          expect(priceImpact(scaled)).toEqual(priceImpact(quote(given, got, [token(0, '3.25'), token(0, '0.0007')])))
        },
      ),
    )
  })
})

describe('amounts', () => {
  test.each([
    [1e-18, '0.000000000000000001'],
    [1e30, `1${'0'.repeat(30)}`],
    [1.5e-7, '0.00000015'],
    [0.1, '0.1'],
    [2500.123456789, '2500.123456789'],
    [1.2345e21, '1234500000000000000000'],
  ])('write a price of %s as %s, without an exponent', (number, text) => {
    expect(decimalOf(number)).toBe(text)
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('have no price of %s', (number) => {
    expect(decimalOf(number)).toBeUndefined()
  })

  test('write every price with the digits that distinguish it from every other', () => {
    fc.assert(
      fc.property(fc.double({ min: Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true }), (price) => {
        expect(Number(decimalOf(price))).toBe(price)
        expect(decimalOf(price)).toMatch(/^\d+(\.\d+)?$/)
      }),
    )
  })

  test('are exact for the smallest unit and for 1e30', () => {
    expect(parseAmount('0.000000000000000001', 18)).toBe(1n)
    expect(formatAmount(1n, 18)).toBe('0.000000000000000001')
    expect(parseAmount(`1${'0'.repeat(30)}`, 18)).toBe(10n ** 48n)
    expect(formatAmount(10n ** 48n, 18)).toBe(`1${'0'.repeat(30)}`)
  })

  test('start a flipped swap with what would have been received, to the last unit, or with 1 without a quote', () => {
    expect(flippedAmount(undefined)).toBe('1')
    expect(flippedAmount(quote(one, 0n))).toBe('1')
    fc.assert(
      fc.property(units, decimals, (to, count) => {
        expect(parseAmount(flippedAmount({ to: token(count), toUnits: to }), count)).toBe(to)
      }),
    )
  })

  test.each(locales)('are formatted and parsed without gaining or losing anything: %s', (locale) => {
    const separators = separatorsOf(locale)
    fc.assert(
      fc.property(units, decimals, (amount, count) => {
        const text = formatAmount(amount, count)
        expect(parseAmount(typedAmount(writtenAmount(text, separators), separators), count)).toBe(amount)
        const read = fullAmount(text, separators).replaceAll(separators.group, '').replace(separators.decimal, '.')
        expect(parseAmount(read, count)).toBe(amount)
      }),
    )
  })

  test('include a rate: what one whole token brings, cut to the decimals of the other', () => {
    expect(exchangeRate(quote(2n * one, 5_000_000_001n, [token(18), token(6)]))).toBe('2500')
    expect(exchangeRate(quote(3n, 1n, [token(0), token(6)]))).toBe('0')
    expect(exchangeRate(quote(0n, 1n))).toBe('0')
  })

  test.each([
    ['', 'amount.invalid'],
    ['1,5', 'amount.invalid'],
    ['-1', 'amount.negative'],
    ['0.0', 'amount.negative'],
    ['0.0000001', 'amount.tooPrecise'],
    ['2.000001', 'amount.insufficient'],
  ])('are refused as %o: %s [5.14]', (amount, code) => {
    expect(validateSwapAmount(amount, token(6), '2')?.code).toBe(code)
  })

  test('may be the whole balance, or anything while the balance is unknown', () => {
    expect(validateSwapAmount('2', token(6), '2')).toBeUndefined()
    expect(validateSwapAmount('3', token(6), undefined)).toBeUndefined()
  })
})
