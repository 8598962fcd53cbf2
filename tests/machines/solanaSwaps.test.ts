/** What a swap on Solana may change, whatever its accounts were and will be: amounts of any size, accounts in any order. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Connection } from '../../machines/shared/account.types.ts'
import type { SwapToken } from '../../machines/swap/swap.types.ts'
import {
  validateSolanaSwap,
  WRAPPED,
  type SolanaChange,
  type SolanaHolding,
  type SolanaState,
} from '../../machines/swap/solanaSwap.rules.ts'
import { minimumReceived } from '../../machines/swap/swap.rules.ts'
import { solana } from '../../sdk/network/networks.ts'
import type { SwapOrder } from '../../machines/swap/swapExecution.contract.ts'

const ME = 'Me11111111111111111111111111111111111111111'
const OTHER = 'Other11111111111111111111111111111111111111'
const SYSTEM = '11111111111111111111111111111111'
const PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const RENT = 2_039_280n
const FEE = 5_000n
const MOST = 1_000_000n
const chainId = 'solana:1'
const side = (mint: string): SwapToken => ({
  chainId,
  address: `${chainId}:${mint}`,
  name: mint,
  symbol: mint,
  decimals: 9,
})
const COIN = side('So11111111111111111111111111111111111111111')
const [GOLD, DOLLAR, SILVER] = [side('Gold'), side('Dollar'), side('Silver')]

const orderOf = (from: SwapToken, to: SwapToken, fromUnits: bigint, toUnits: bigint): SwapOrder => ({
  connection: { address: ME } as Connection,
  network: { ...solana, caipNetworkId: chainId },
  quote: { from, to, fromUnits, toUnits },
  quotedAt: 0,
  slippage: 100n,
  minimum: minimumReceived(toUnits, 100n),
})
const state = (lamports: bigint, more: Partial<SolanaState> = {}): SolanaState => ({
  lamports,
  program: SYSTEM,
  data: '',
  isNaming: false,
  holding: undefined,
  ...more,
})
const purse = (token: SwapToken | string, units: bigint, more: Partial<SolanaHolding> = {}): SolanaState => {
  const mint = typeof token === 'string' ? token : token.name
  const holding = {
    mint,
    owner: ME,
    units,
    delegate: undefined,
    allowed: 0n,
    closer: undefined,
    isFrozen: false,
    rest: '',
    ...more,
  }
  return state(mint === WRAPPED ? RENT + units : RENT, {
    program: PROGRAM,
    data: String(units),
    isNaming: holding.owner === ME,
    holding,
  })
}
const change = (address: string, before: SolanaState | undefined, after: SolanaState | undefined): SolanaChange => ({
  address,
  before,
  after,
})
/** The user’s own account, which pays the network fee. */
const self = (before: bigint, after: bigint) => change(ME, state(before), after > 0n ? state(after) : undefined)
const judged = (order: SwapOrder, changes: readonly SolanaChange[], fee = FEE): bigint | string => {
  try {
    return validateSolanaSwap(order, changes, fee, MOST)
  } catch (error) {
    return (error as { code: string }).code
  }
}

const units = fc.bigInt(1n, 2n ** 62n)
const little = fc.bigInt(1n, 1_000_000n)
/** The changes of a swap between two tokens, when all is as it was quoted. */
const trade = (given: bigint, got: bigint) => [
  self(10n ** 12n, 10n ** 12n - FEE),
  change('purse', purse(GOLD, given), purse(GOLD, 0n)),
  change('box', purse(DOLLAR, 7n), purse(DOLLAR, 7n + got)),
  change('theirs', purse(GOLD, 1n, { owner: OTHER }), purse(GOLD, 1n + given, { owner: OTHER })),
]

describe('a swap of any size', () => {
  test('yields what it was quoted to bring, in whatever order its accounts are [1.6]', () => {
    fc.assert(
      fc.property(units, units, fc.nat(), (given, got, turn) => {
        const changes = trade(given, got)
        const turned = [...changes.slice(turn % 4), ...changes.slice(0, turn % 4)]
        expect(judged(orderOf(GOLD, DOLLAR, given, got), turned)).toBe(got)
      }),
    )
  })

  test('never spends one unit more than was quoted, and never brings one less than the minimum', () => {
    fc.assert(
      fc.property(units, units, little, (given, got, off) => {
        const order = orderOf(GOLD, DOLLAR, given, got)
        expect(judged(order, trade(given + off, got))).toBe('swap.unexpected')
        expect(judged(order, trade(given, order.minimum))).toBe(order.minimum)
        expect(judged(order, trade(given, order.minimum - off))).toBe('swap.priceMoved')
      }),
    )
  })

  test('of the native coin counts what leaves without the fee, and without the rent of a new own account', () => {
    fc.assert(
      fc.property(units, units, little, (given, got, off) => {
        const order = orderOf(COIN, DOLLAR, given, got)
        const held = given + 10n ** 9n
        const made = change('box', undefined, purse(DOLLAR, got))
        expect(judged(order, [self(held, held - given - FEE - RENT), made])).toBe(got)
        expect(judged(order, [self(held, held - given - FEE - RENT - off), made])).toBe('swap.unexpected')
      }),
    )
  })

  test('to the native coin counts what arrives without what was wrapped in an account that is closed', () => {
    fc.assert(
      fc.property(units, units, fc.bigInt(0n, 10n ** 12n), (given, got, wrapped) => {
        const changes = [
          self(10n ** 9n, 10n ** 9n - FEE + got + wrapped + RENT),
          change('wrapped', purse(WRAPPED, wrapped), undefined),
          change('purse', purse(GOLD, given), purse(GOLD, 0n)),
        ]
        expect(judged(orderOf(GOLD, COIN, given, got), changes)).toBe(got)
      }),
    )
  })

  test('never reduces other tokens, nor the native coin in a swap of tokens', () => {
    fc.assert(
      fc.property(units, units, little, (given, got, off) => {
        const order = orderOf(GOLD, DOLLAR, given, got)
        const [, ...others] = trade(given, got)
        const silver = change('silver', purse(SILVER, off), purse(SILVER, 0n))
        expect(judged(order, [...trade(given, got), silver])).toBe('swap.unexpected')
        expect(judged(order, [self(10n ** 12n, 10n ** 12n - FEE - off), ...others])).toBe('swap.unexpected')
      }),
    )
  })
})

describe('a simulated swap', () => {
  const order = orderOf(GOLD, DOLLAR, 100n, 200n)
  const box = purse(DOLLAR, 207n)
  const boxed = (after: SolanaState | undefined) => [
    ...trade(100n, 200n).filter(({ address }) => address !== 'box'),
    change('box', purse(DOLLAR, 7n), after),
  ]
  test.each<[string, Partial<SolanaHolding>]>([
    ['another owner', { owner: OTHER }],
    ['a new delegate', { delegate: OTHER, allowed: 1n }],
    ['another close authority', { closer: OTHER }],
    ['frozen', { isFrozen: true }],
    ['a required memo', { rest: '8:AQ==' }],
    ['another token', { mint: 'Silver' }],
  ])('is refused for a token account with a change: %s', (_, more) => {
    expect(judged(order, boxed(box))).toBe(200n)
    expect(judged(order, boxed({ ...box, holding: box.holding && { ...box.holding, ...more } }))).toBe(
      'swap.unexpected',
    )
  })

  test('is refused when an existing delegate may take more, and accepted when it may take less', () => {
    const before = purse(DOLLAR, 7n, { delegate: OTHER, allowed: 5n })
    const with5 = (after: Partial<SolanaHolding>) => [
      ...trade(100n, 200n).filter(({ address }) => address !== 'box'),
      change('box', before, purse(DOLLAR, 207n, after)),
    ]
    expect(judged(order, with5({ delegate: OTHER, allowed: 5n }))).toBe(200n)
    expect(judged(order, with5({}))).toBe(200n)
    expect(judged(order, with5({ delegate: OTHER, allowed: 6n }))).toBe('swap.unexpected')
    expect(judged(order, with5({ delegate: ME, allowed: 5n }))).toBe('swap.unexpected')
  })

  test.each<[string, SolanaState | undefined]>([
    ['changed', state(9n, { program: OTHER, data: 'b', isNaming: false })],
    ['emptied', state(8n, { program: OTHER, data: 'a', isNaming: true })],
    ['given to another program', state(9n, { program: SYSTEM, data: 'a', isNaming: true })],
    ['deleted', undefined],
  ])('is refused when an account that names the user is %s: a nonce, a stake, a mint authority', (_, after) => {
    const named = state(9n, { program: OTHER, data: 'a', isNaming: true })
    expect(judged(order, [...trade(100n, 200n), change('stake', named, named)])).toBe(200n)
    expect(judged(order, [...trade(100n, 200n), change('stake', named, after)])).toBe('swap.unexpected')
    const foreign = state(9n, { program: OTHER, data: 'a' })
    expect(judged(order, [...trade(100n, 200n), change('pool', foreign, after)])).toBe(200n)
  })

  test('is refused when the user’s own account belongs to a program, or holds data', () => {
    const [, ...others] = trade(100n, 200n)
    const after = (more: Partial<SolanaState>) => change(ME, state(10n ** 12n), state(10n ** 12n - FEE, more))
    expect(judged(order, [after({}), ...others])).toBe(200n)
    expect(judged(order, [after({ program: OTHER }), ...others])).toBe('swap.unexpected')
    expect(judged(order, [after({ data: 'AA==' }), ...others])).toBe('swap.unexpected')
  })

  test('is refused when an unrelated account is closed, or created and kept', () => {
    const closed = [
      self(10n ** 12n, 10n ** 12n - FEE + RENT),
      ...trade(100n, 200n).slice(1),
      change('silver', purse(SILVER, 0n), undefined),
    ]
    expect(judged(order, closed)).toBe('swap.unexpected')
    const left = [
      self(10n ** 12n, 10n ** 12n - FEE - RENT),
      ...trade(100n, 200n).slice(1),
      change('silver', undefined, purse(SILVER, 0n)),
    ]
    expect(judged(order, left)).toBe('swap.unexpected')
    const emptied = [
      self(10n ** 12n, 10n ** 12n - FEE + RENT),
      ...trade(100n, 200n).filter(({ address }) => address !== ME && address !== 'purse'),
      change('purse', purse(GOLD, 100n), undefined),
    ]
    expect(judged(order, emptied)).toBe(200n)
  })

  test('is accepted with a new token account only when the user alone controls it', () => {
    const made = (more: Partial<SolanaHolding>) => [
      self(10n ** 12n, 10n ** 12n - FEE - RENT),
      ...trade(100n, 200n).filter(({ address }) => address !== ME && address !== 'box'),
      change('box', undefined, purse(DOLLAR, 200n, more)),
    ]
    expect(judged(order, made({}))).toBe(200n)
    expect(judged(order, made({ closer: ME }))).toBe(200n)
    for (const more of [{ closer: OTHER }, { delegate: OTHER }, { isFrozen: true }])
      expect(judged(order, made(more))).toBe('swap.unexpected')
  })

  test('is refused when the coin stays wrapped although the coin was requested', () => {
    const changes = [
      self(10n ** 12n, 10n ** 12n - FEE),
      change('purse', purse(GOLD, 100n), purse(GOLD, 0n)),
      change('wrapped', purse(WRAPPED, 0n), purse(WRAPPED, 200n)),
    ]
    expect(judged(orderOf(GOLD, COIN, 100n, 200n), changes)).toBe('swap.unexpected')
    expect(judged(orderOf(GOLD, side(WRAPPED), 100n, 200n), changes)).toBe(200n)
  })

  test('is refused when the network fee is higher than was quoted', () => {
    const changes = [self(10n ** 12n, 10n ** 12n - MOST - 1n), ...trade(100n, 200n).slice(1)]
    expect(judged(order, changes, MOST + 1n)).toBe('swap.unexpected')
    expect(judged(order, [self(10n ** 12n, 10n ** 12n - MOST), ...trade(100n, 200n).slice(1)], MOST)).toBe(200n)
  })
})
