import { describe, expect, test } from 'vitest'
import { countingServer } from '../../support/countingServer.ts'
import { asking } from './support.ts'

const names = (count: number) => Array.from({ length: count }, (_, index) => `call_${index}`)

describe('the calls of one turn', () => {
  test('are sent together, as JSON-RPC 2.0 over POST [7.23]', async () => {
    const node = await countingServer()
    const ask = asking([node.url])
    expect(await Promise.all(names(3).map((name) => ask(name)))).toEqual(names(3))
    expect(node.arrivals).toMatchObject([{ httpMethod: 'POST', batched: true }])
    expect(node.arrivals[0]?.calls).toMatchObject(names(3).map((method) => ({ jsonrpc: '2.0', method })))
  })

  test('are sent in batches of 1,000 [9.23]', async () => {
    const node = await countingServer()
    const ask = asking([node.url])
    expect(await Promise.all(names(1_001).map((name) => ask(name)))).toEqual(names(1_001))
    expect(node.arrivals.map(({ calls }) => calls.length).toSorted((a, b) => b - a)).toEqual([1_000, 1])
  })

  test('are sent without a batch when there is only one', async () => {
    const node = await countingServer()
    expect(await asking([node.url])()).toBe('eth_blockNumber')
    expect(node.arrivals).toMatchObject([{ batched: false }])
  })
})

describe('the answers to a batch', () => {
  test('can arrive in any order, with ids as text', async () => {
    const node = await countingServer()
    node.shape = (answers) =>
      (answers as { id: number }[]).map((answer) => ({ ...answer, id: String(answer.id) })).toReversed()
    const ask = asking([node.url])
    expect(await Promise.all(names(12).map((name) => ask(name)))).toEqual(names(12))
  })

  test('fail only the call without an answer', async () => {
    const node = await countingServer()
    node.shape = (answers) => (answers as unknown[]).slice(1)
    const ask = asking([node.url])
    const [first, ...others] = await Promise.allSettled(names(3).map((name) => ask(name, { retryCount: 0 })))
    expect(first).toMatchObject({ status: 'rejected', reason: { code: -32_603 } })
    expect(others).toMatchObject([{ value: 'call_1' }, { value: 'call_2' }])
  })

  test('can be one error for all, whose code each call gets', async () => {
    const node = await countingServer()
    node.shape = () => ({ jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'No batches here' } })
    const ask = asking([node.url])
    const all = await Promise.allSettled(names(2).map((name) => ask(name)))
    expect(all).toMatchObject([{ reason: { code: -32_600 } }, { reason: { code: -32_600 } }])
    expect(node.arrivals).toHaveLength(1)
  })

  test('are independent: an error for one call leaves the others', async () => {
    const node = await countingServer(({ method }) =>
      method === 'call_1' ? { error: { code: -32_602, message: 'Not so' } } : { result: method },
    )
    const ask = asking([node.url])
    expect(await Promise.allSettled(names(3).map((name) => ask(name)))).toMatchObject([
      { value: 'call_0' },
      { reason: { code: -32_602 } },
      { value: 'call_2' },
    ])
  })
})
