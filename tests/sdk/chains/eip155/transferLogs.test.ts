/** What moved for an account, by the logs of tokens. */
import * as fc from 'fast-check'
import { encodeAbiParameters, encodeEventTopics, parseAbi, toHex } from 'viem'
import { expect, test } from 'vitest'
import { changesOf, NATIVE, type Log } from '../../../../sdk/chains/eip155/transferLogs.ts'
import { runs } from '../../../support/full.ts'
import { ADDRESS, OTHER, TOKEN } from './asked.ts'

const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])
const numbers = (...values: bigint[]) =>
  encodeAbiParameters(
    values.map(() => ({ type: 'uint256' })),
    values,
  )
const topicsOf = (eventName: 'Transfer' | 'TransferSingle' | 'TransferBatch', args: object): string[] =>
  encodeEventTopics({ abi, eventName, args } as never) as string[]
const moved = (from: string, to: string, value: bigint, address: string = TOKEN): Log => ({
  address,
  topics: topicsOf('Transfer', { from, to }),
  data: numbers(value),
})
const token = TOKEN.toLowerCase()

test('changesOf adds up what moves in both directions, and lists what goes first', () => {
  const logs = [moved(OTHER, ADDRESS, 5n, NATIVE), moved(ADDRESS, OTHER, 7n), moved(OTHER, ADDRESS, 3n)]
  expect(changesOf(logs, ADDRESS).changes).toEqual([
    { asset: token, units: -4n },
    { asset: NATIVE, units: 5n },
  ])
  expect(changesOf([moved(ADDRESS, ADDRESS, 9n), moved(OTHER, TOKEN, 9n)], ADDRESS).changes).toEqual([])
})

test('changesOf keeps NFTs apart by their ids', () => {
  const unique: Log = {
    address: TOKEN,
    topics: [...topicsOf('Transfer', { from: ADDRESS, to: OTHER }), toHex(42n, { size: 32 })],
    data: '0x',
  }
  expect(changesOf([unique], ADDRESS).changes).toEqual([{ asset: token, id: 42n, units: -1n }])
  const where = { operator: OTHER, from: OTHER, to: ADDRESS }
  const single: Log = { address: TOKEN, topics: topicsOf('TransferSingle', where), data: numbers(1n, 3n) }
  const lists = [{ type: 'uint256[]' }, { type: 'uint256[]' }] as const
  const batch: Log = {
    address: TOKEN,
    topics: topicsOf('TransferBatch', where),
    data: encodeAbiParameters(lists, [
      [1n, 2n],
      [4n, 5n],
    ]),
  }
  expect(changesOf([single, batch], ADDRESS).changes).toEqual([
    { asset: token, id: 1n, units: 7n },
    { asset: token, id: 2n, units: 5n },
  ])
})

test('changesOf counts only transfers, whatever is logged, and only up to a limit', () => {
  const bytes = fc.uint8Array({ maxLength: 70 }).map(toHex)
  const topic = fc.oneof(
    bytes,
    fc.constantFrom(
      ...topicsOf('Transfer', { from: ADDRESS, to: OTHER }),
      ...topicsOf('TransferBatch', { from: ADDRESS, to: OTHER, operator: OTHER }),
    ),
  )
  const log = fc.record({
    address: fc.constantFrom(TOKEN, NATIVE),
    topics: fc.array(topic, { maxLength: 5 }),
    data: bytes,
  })
  fc.assert(
    fc.property(fc.array(log, { maxLength: 20 }), (logs) => {
      for (const { units } of changesOf(logs, ADDRESS).changes) expect(units).not.toBe(0n)
    }),
    runs(300),
  )
  const many = Array.from({ length: 1_500 }, () => moved(ADDRESS, OTHER, 1n))
  expect(changesOf(many, ADDRESS)).toEqual({ changes: [{ asset: token, units: -1_000n }], isTruncated: true })
})
