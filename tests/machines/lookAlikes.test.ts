/** Addresses that look like one that the account has used. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Explanation } from '../../machines/wallet-requests/explanation.types.ts'
import { isLookAlike, knownAddresses, warnOfLookAlikes } from '../../machines/transactions/lookAlikes.rules.ts'
import type { Transaction } from '../../machines/transactions/transaction.schemas.ts'
import { runs } from '../support/full.ts'

const ME = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const FRIEND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const LIKE = '0x7099000000000000000000000000000000000000'.slice(0, 38) + '79c8'
const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const moved = (sentFrom: string, sentTo: string, status = 'confirmed'): Transaction => ({
  id: '1',
  metadata: {
    operationType: 'send',
    hash: '0x',
    minedAt: '2026-01-01T00:00:00Z',
    sentFrom,
    sentTo,
    status,
    chain: 'eip155:1',
  },
  transfers: [],
})
const known = (...history: Transaction[]) => knownAddresses([ME], history)
const asked = (value: string, more: Partial<Explanation> = {}): Explanation => ({
  kind: 'transfer',
  parts: [{ label: 'receiver', value, as: 'address' }],
  warnings: [],
  ...more,
})

describe('an address', () => {
  test.each([
    ['like a recipient of the account', LIKE, [moved(ME, FRIEND)], true],
    ['like a sender to the account', LIKE, [moved(FRIEND, ME)], true],
    ['like a recipient, and planted in the history', LIKE, [moved(ME, FRIEND), moved(LIKE, ME)], true],
    [
      'like a recipient, and the target of a failed transaction',
      LIKE,
      [moved(ME, FRIEND), moved(ME, LIKE, 'failed')],
      true,
    ],
    ['a recipient that another address imitates', FRIEND, [moved(ME, FRIEND), moved(LIKE, ME)], false],
    ['a recipient in other letter case', FRIEND.toLowerCase(), [moved(ME, FRIEND)], false],
    ['unlike all others', OTHER, [moved(ME, FRIEND)], false],
    ['like one, without a history', LIKE, [], false],
    ['the account itself', ME.toUpperCase().replace('0X', '0x'), [], false],
    ['like the account itself', `${ME.slice(0, 6)}${'1'.repeat(32)}${ME.slice(-4)}`, [], true],
  ])('is compared with known addresses when it is %s', (_, address, history, isFound) => {
    expect(isLookAlike(address, known(...history))).toBe(isFound)
  })

  test('is compared without the common prefix on Bitcoin, and case-sensitively on Solana', () => {
    const [one, like, unlike] = ['tb1qaaaa0000zzzz', 'tb1qaaaa1111zzzz', 'tb1qbbbb1111yyyy'] as const
    expect([like, unlike].map((each) => isLookAlike(each, knownAddresses([one], [])))).toEqual([true, false])
    const solana = knownAddresses(['AbCd1111111111WxYz'], [])
    expect(['AbCd2222222222WxYz', 'aBcD2222222222wXyZ'].map((each) => isLookAlike(each, solana))).toEqual([true, false])
  })
})

test('a request is marked first as a look-alike when any address in it or in its steps is one', () => {
  const history = known(moved(ME, FRIEND))
  expect(warnOfLookAlikes(asked(LIKE, { warnings: ['unreadable'] }), history).warnings).toEqual([
    'looksAlike',
    'unreadable',
  ])
  expect(warnOfLookAlikes(asked(FRIEND), history)).toEqual(asked(FRIEND))
  const bundle = asked(OTHER, { kind: 'bundle', steps: [asked(FRIEND), asked(LIKE)] })
  const told = warnOfLookAlikes(bundle, history)
  expect([told.warnings, told.steps?.map(({ warnings }) => warnings)]).toEqual([['looksAlike'], [[], ['looksAlike']]])
})

test('an own address is never a look-alike, and a look-alike shares both ends with a known address', () => {
  const address = fc.stringMatching(/^0x[0-9a-f]{40}$/)
  fc.assert(
    fc.property(fc.array(address), fc.array(address), address, (own, seen, one) => {
      const all = knownAddresses(
        own,
        seen.map((each) => moved(each, one)),
      )
      expect(own.some((each) => isLookAlike(each, all))).toBe(false)
      const like = `${one.slice(0, 6)}${'0'.repeat(32)}${one.slice(-4)}`
      expect(isLookAlike(like, knownAddresses([], [moved(one, one)]))).toBe(like !== one)
    }),
    runs(200),
  )
})
