/** Calls of the app's own contracts, explained with the app's ABIs. */
import * as fc from 'fast-check'
import { encodeFunctionData, erc20Abi, parseAbi, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { EXPLAINED } from '../../../../machines/wallet-requests/explanation.rules.ts'
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

describe('a call of a contract with a configured ABI', () => {
  test('is listed argument by argument, and marked as described by the app', async () => {
    const { kind, parts, warnings } = await named(order, shop, { value: '0xde0b6b3a7640000' })
    expect([kind, warnings]).toEqual(['contractCall', ['siteNames', 'invisibleCharacters']])
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

  test('without arguments shows its method', async () => {
    const { parts } = await named(encodeFunctionData({ abi: shop, functionName: 'pause' }))
    expect(parts.map(({ value }) => value)).toEqual(['pause', TOKEN])
  })

  test('of a standard method is explained by the standard', async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [OTHER, 2n ** 256n - 1n] })
    const told = await named(data, parseAbi(['function approve(address friend, uint256 thanks)']))
    expect(told).toMatchObject({ kind: 'tokenApproval', warnings: ['unlimited'] })
  })

  test('with more data than its function has, or of no function, is shown as raw data', async () => {
    for (const data of [`${order}00`, '0xdeadbeef', '0x', order.slice(0, 100)] as Hex[]) {
      const told = await named(data)
      expect(told.kind === 'transfer' || told.warnings.includes('unreadable')).toBe(true)
      expect(JSON.stringify(told)).not.toContain('"order"')
    }
  })

  test('with too many arguments to list ends with the raw data', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => BigInt(index))
    const data = encodeFunctionData({ abi: shop, functionName: 'list', args: [ids] })
    const told = await named(data)
    expect([told.parts.length, told.warnings]).toEqual([EXPLAINED.parts + 3, ['siteNames', 'truncated']])
    expect(told.parts.at(-1)?.label).toBe('data')
  })

  test('of another contract does not use this ABI', async () => {
    const told = await explainCall(call(order), { ...(await ground()), abis: { [OTHER]: shop } }, signal)
    expect(told.warnings).toEqual(['unreadable'])
  })
})

test('explainAbi explains a call completely, or not at all', () => {
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
      expect(told === undefined || told.warnings.includes('siteNames')).toBe(true)
      expect(told?.parts.length ?? 0).toBeLessThanOrEqual(EXPLAINED.parts + 3)
    }),
    runs(500),
  )
})
