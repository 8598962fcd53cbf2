/** What calls of a site's own contracts are, in the site's own words. */
import * as fc from 'fast-check'
import { encodeFunctionData, erc20Abi, parseAbi, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { EXPLAINED } from '../../../../machines/rules/explaining.ts'
import { explainAbi } from '../../../../sdk/chains/eip155/explainAbi.ts'
import { explainCall } from '../../../../sdk/chains/eip155/explain.ts'
import { runs } from '../../../support/full.ts'
import { call, ground, OTHER, signal, TOKEN, usd } from './asked.ts'

const shop = parseAbi([
  'struct Gift { bool wrapped; string note; }',
  'struct Line { uint256 book; address[2] readers; Gift gift; }',
  'function order(Line[] lines, uint256 count, bytes)',
  'function list(uint256[] ids)',
  'function pause()',
  'event Ordered(uint256 book)',
])
const line = { book: 7n, readers: [OTHER, TOKEN], gift: { wrapped: true, note: 'For \u202Eyou' } } as const
const order = encodeFunctionData({ abi: shop, functionName: 'order', args: [[line], 2n, '0xabcd'] })
const named = async (data: Hex, abi: readonly object[] = shop, fields: object = {}) =>
  explainCall(call(data, fields), { ...(await ground(usd)), abis: { [TOKEN.toLowerCase()]: abi } }, signal)

describe('a call of a contract that the site named', () => {
  test('is laid out argument by argument, and said to be in the words of the site', async () => {
    const { kind, parts, warnings } = await named(order, shop, { value: '0xde0b6b3a7640000' })
    expect([kind, warnings]).toEqual(['contractCall', ['ownWords', 'hidden']])
    expect(parts.map(({ label, name, value, as }) => [name ?? label, value, as])).toEqual([
      ['method', 'order', 'code'],
      ['contract', TOKEN, 'address'],
      ['lines[0].book', '7', 'text'],
      ['lines[0].readers[0]', OTHER, 'address'],
      ['lines[0].readers[1]', TOKEN, 'address'],
      ['lines[0].gift.wrapped', 'true', 'text'],
      ['lines[0].gift.note', 'For \\u{202e}you', 'text'],
      ['count', '2', 'text'],
      ['2', '0xabcd', 'text'],
      ['amount', '1 ETH', 'amount'],
    ])
  })

  test('without arguments is named', async () => {
    const { parts } = await named(encodeFunctionData({ abi: shop, functionName: 'pause' }))
    expect(parts.map(({ value }) => value)).toEqual(['pause', TOKEN])
  })

  test('of what a standard has a name for is called by that one', async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [OTHER, 2n ** 256n - 1n] })
    const told = await named(data, parseAbi(['function approve(address friend, uint256 thanks)']))
    expect(told).toMatchObject({ kind: 'tokenApproval', warnings: ['unlimited'] })
  })

  test('with more in it than its function says, or of no function, is shown as it is', async () => {
    for (const data of [`${order}00`, '0xdeadbeef', '0x', order.slice(0, 100)] as Hex[]) {
      const told = await named(data)
      expect(told.kind === 'transfer' || told.warnings.includes('unread')).toBe(true)
      expect(JSON.stringify(told)).not.toContain('"order"')
    }
  })

  test('with more arguments than anybody reads ends with all of it as it is', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => BigInt(index))
    const data = encodeFunctionData({ abi: shop, functionName: 'list', args: [ids] })
    const told = await named(data)
    expect([told.parts.length, told.warnings]).toEqual([EXPLAINED.parts + 3, ['ownWords', 'shortened']])
    expect(told.parts.at(-1)?.label).toBe('data')
  })

  test('of another contract is not in these words', async () => {
    const told = await explainCall(call(order), { ...(await ground()), abis: { [OTHER]: shop } }, signal)
    expect(told.warnings).toEqual(['unread'])
  })
})

test('whatever a contract is called with is said whole, or not in the site’s words', () => {
  const data = fc
    .tuple(fc.constantFrom(order.slice(0, 10), order, '0x'), fc.uint8Array({ maxLength: 300 }))
    .map(([head, rest]): Hex => `0x${head.slice(2)}${Buffer.from(rest).toString('hex')}`)
  const abi = fc.oneof(
    fc.constant(shop),
    fc.array(fc.object()),
    fc.constant([{ type: 'function', inputs: 5, name: 'a' }]),
  )
  fc.assert(
    fc.property(data, abi, (data, abi) => {
      const told = explainAbi({ [TOKEN]: abi }, TOKEN, data)
      expect(told === undefined || told.warnings.includes('ownWords')).toBe(true)
      expect(told?.parts.length ?? 0).toBeLessThanOrEqual(EXPLAINED.parts + 3)
    }),
    runs(500),
  )
})
