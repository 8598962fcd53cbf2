/** Which coins a transfer on Bitcoin spends, whatever an address has and whatever rate a server returns. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BITCOIN } from '../../../../machines/constants.ts'
import { LatchkeyError } from '../../../../machines/shared/errors/error.ts'
import {
  validateFeeRate,
  maximumOf,
  planTransaction,
  type Coin,
  type Order,
  type Plan,
} from '../../../../sdk/chains/bip122/coins.ts'

const coin = (value: bigint, vout = 0, isMined = true): Coin => ({ txid: 'ab'.repeat(32), vout, value, isMined })
const coinsOf = (...values: bigint[]) => values.map((value, vout) => coin(value, vout))
const wpkh = (order: Partial<Order>): Order => ({
  coins: coinsOf(100_000n),
  amount: 10_000n,
  rate: 10_000n,
  from: 'wpkh',
  to: 'wpkh',
  symbol: 'BTC',
  ...order,
})

const kinds = fc.constantFrom('pkh', 'sh', 'wpkh', 'wsh', 'tr' as const)
const rates = fc.bigInt(1_000n, BigInt(BITCOIN.rateAtMost) * 1_000n)
const purses = fc
  .array(fc.record({ value: fc.bigInt(1n, 50_000_000n), isMined: fc.boolean() }), { maxLength: 130 })
  .map((values) => values.map(({ value, isMined }, vout) => coin(value, vout, isMined)))
const sumOf = (coins: readonly Coin[]) => coins.reduce((sum, { value }) => sum + value, 0n)

/** The plan, or the code of its error. */
function tried(order: Order): Plan | string {
  try {
    return planTransaction(order)
  } catch (error) {
    if (error instanceof LatchkeyError) return error.code
    throw error
  }
}

describe('a plan', () => {
  test('adds up to the satoshi: amount, fee and change are its coins, each used once', () => {
    fc.assert(
      fc.property(purses, fc.bigInt(546n, 60_000_000n), rates, kinds, kinds, (coins, amount, rate, from, to) => {
        const plan = tried({ coins, amount, rate, from, to, symbol: 'BTC' })
        if (typeof plan === 'string') return
        expect(plan.amount).toBe(amount)
        expect(plan.amount + plan.fee + plan.change).toBe(sumOf(plan.coins))
        expect(new Set(plan.coins).size).toBe(plan.coins.length)
        for (const spent of plan.coins) expect(coins).toContain(spent)
        expect(plan.fee > 0n && plan.fee <= BITCOIN.feeAtMost).toBe(true)
        // No change is lower than what nodes relay.
        expect(plan.change === 0n || plan.change >= 294n).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('exists for the maximum amount, and fails with a specific error in every other case', () => {
    fc.assert(
      fc.property(purses, rates, kinds, kinds, (coins, rate, from, to) => {
        const most = maximumOf(coins, from, rate)
        if (most === undefined) return
        const plan = tried({ coins, amount: most, rate, from, to, symbol: 'BTC' })
        expect(typeof plan === 'string' ? plan : 'found').toMatch(/^(found|send\.feeTooHigh)$/)
        const over = tried({ coins, amount: sumOf(coins), rate, from, to, symbol: 'BTC' })
        expect(over).toMatch(/^send\.(gasUnaffordable|tooManyCoins)$/)
      }),
      { numRuns: 300 },
    )
  })

  test('uses coins from blocks first, then the largest, and no more than it needs', () => {
    const coins = [coin(90_000n, 0, false), coin(20_000n, 1), coin(50_000n, 2)]
    expect(planTransaction(wpkh({ coins })).coins).toEqual([coin(50_000n, 2)])
    expect(planTransaction(wpkh({ coins, amount: 60_000n })).coins).toEqual([coin(50_000n, 2), coin(20_000n, 1)])
    expect(planTransaction(wpkh({ coins, amount: 70_000n })).coins).toHaveLength(3)
  })

  test('pays for its bytes: 11, plus 68 for an input and 31 for an output', () => {
    expect(planTransaction(wpkh({}))).toMatchObject({ fee: 1_410n, change: 88_590n })
    expect(planTransaction(wpkh({ rate: 1_001n })).fee).toBe(142n)
  })

  test('adds change to the fee only when it would be dust', () => {
    // 141 virtual bytes with change, at 10 satoshis each.
    const left = (change: bigint) => planTransaction(wpkh({ coins: coinsOf(11_410n + change) }))
    expect(left(294n)).toMatchObject({ fee: 1_410n, change: 294n })
    expect(left(293n)).toMatchObject({ fee: 1_703n, change: 0n })
  })

  test.each([
    ['pkh', 546n],
    ['sh', 540n],
    ['wpkh', 294n],
    ['wsh', 330n],
    ['tr', 330n],
    ['p2a', 240n],
  ] as const)('sends to %s at least %i satoshis, the least that nodes relay', (to, least) => {
    expect(tried(wpkh({ amount: least, to }))).toMatchObject({ amount: least })
    expect(tried(wpkh({ amount: least - 1n, to }))).toBe('amount.dust')
  })

  test.each([
    ['more than the balance', { amount: 100_001n }, 'amount.insufficient'],
    ['no coins', { coins: [] }, 'amount.insufficient'],
    ['the whole balance', { amount: 100_000n }, 'send.gasUnaffordable'],
    ['coins that cost more than their value', { coins: coinsOf(600n, 600n), amount: 1_000n }, 'send.gasUnaffordable'],
    [
      'too many small coins',
      { coins: Array.from({ length: 101 }, (_, vout) => coin(1_000n, vout)), amount: 50_000n },
      'send.tooManyCoins',
    ],
    [
      'a fee of more than a hundredth of a bitcoin',
      { coins: Array.from({ length: 90 }, (_, vout) => coin(1_000_000n, vout)), amount: 80_000_000n, rate: 500_000n },
      'send.feeTooHigh',
    ],
  ] as [string, Partial<Order>, string][])('is refused for %s', (_, change, code) => {
    expect(tried(wpkh(change))).toBe(code)
  })
})

test('a rate is accepted up to a thousand satoshis a byte, and rounded up to thousandths', () => {
  expect(validateFeeRate(1)).toBe(1_000n)
  expect(validateFeeRate(1.0001)).toBe(1_001n)
  expect(validateFeeRate(1_000)).toBe(1_000_000n)
  for (const hostile of [1_000.1, 1e300, Infinity])
    expect(() => validateFeeRate(hostile)).toThrow('The network fee is unreasonably high. Nothing was sent.')
})
