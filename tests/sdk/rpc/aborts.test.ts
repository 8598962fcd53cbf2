/** An aborted call is not sent, not waited for, and not retried. */
import { describe, expect, test } from 'vitest'
import type { Network } from '../../../machines/shared/network.types.ts'
import { eip155Adapter } from '../../../sdk/chains/eip155/adapter.ts'
import { solanaAdapter } from '../../../sdk/chains/solana/adapter.ts'
import { solana } from '../../../sdk/index.ts'
import { fetchBundleReceipt } from '../../../sdk/rpc/bundler.ts'
import { countingServer, type CountingServer } from '../../support/countingServer.ts'
import { asking, networkOver, stillTime, watched } from './support.ts'

const address = '0x00000000000000000000000000000000000000aa'
const listed = ['b', 'c', 'd'].map((digit) => ({
  address: `0x${digit.repeat(40)}`,
  symbol: digit,
  name: digit,
  decimals: 6,
}))
const hash = `0x${'12'.repeat(32)}`
const silence = () => countingServer(() => ({ silent: 'from the start' }))

/** Whether the client closed the connection of each request that arrived. */
const abandoned = ({ arrivals }: CountingServer) => arrivals.length > 0 && arrivals.every((one) => one.abandoned)

describe('an aborted call', () => {
  test.each(['from the start', 'after the headers'] as const)(
    'closes its request to a node that is silent %s, and tries neither that node again nor the next one',
    async (silent) => {
      const time = stillTime()
      const nodes = [await countingServer(() => ({ silent })), await countingServer()] as const
      const control = new AbortController()
      const call = watched(asking(nodes.map(({ url }) => url))('eth_blockNumber', { signal: control.signal }))
      await time.until(() => nodes[0].arrivals.length === 1)
      expect(abandoned(nodes[0])).toBe(false)
      control.abort()
      await time.until(() => call.ended && abandoned(nodes[0]))
      expect(call.error).toMatchObject({ code: 'rpc.aborted' })
      await time.pass(60_000)
      expect(nodes.map(({ arrivals }) => arrivals.length)).toEqual([1, 0])
    },
  )

  test('does not affect another call of the same batch', async () => {
    const time = stillTime()
    const node = await countingServer(({ method }) =>
      method === 'given_up' ? { silent: 'from the start' } : { result: method },
    )
    const ask = asking([node.url])
    const control = new AbortController()
    const calls = [watched(ask('given_up', { signal: control.signal })), watched(ask('wanted'))] as const
    await time.until(() => calls[1].ended)
    control.abort()
    await time.until(() => calls[0].ended)
    expect(calls).toMatchObject([{ error: { code: 'rpc.aborted' } }, { value: 'wanted' }])
  })

  test('has the same timeout before the abort, and three retries [9.20] [9.22]', async () => {
    const time = stillTime()
    const node = await silence()
    const call = watched(asking([node.url])('eth_blockNumber', { signal: new AbortController().signal }))
    for (const [done, ms] of [150, 300, 600].entries()) {
      await time.until(() => node.arrivals.length === done + 1)
      await time.pass(10_000)
      await time.until(() => time.pauses().length > done && abandoned(node))
      await time.pass(ms)
    }
    await time.until(() => node.arrivals.length === 4)
    await time.pass(10_000)
    await time.until(() => call.ended)
    expect(call.error).toMatchObject({ code: 'rpc.expired', cause: { name: 'TimeoutError' } })
  })
})

describe('an aborted read of an adapter', () => {
  const reads: [string, (network: Network, signal: AbortSignal) => Promise<unknown>, number][] = [
    ['balances', (network, signal) => eip155Adapter.fetchBalances({ network, address, listed }, signal), 4],
    ['a receipt', (network, signal) => eip155Adapter.fetchReceipt({ network, hash, from: '' }, signal), 1],
    [
      'the wait for a receipt',
      (network, signal) => eip155Adapter.awaitReceipt({ network, hash, from: '', timeoutMs: 25_000 }, signal),
      1,
    ],
    [
      'balances on Solana',
      (network, signal) =>
        solanaAdapter.fetchBalances(
          { network: { ...solana, rpcUrls: network.rpcUrls }, address: '1'.repeat(32), listed: [] },
          signal,
        ),
      1,
    ],
  ]
  test.each(reads)('makes one request, which is closed, and none after it: %s', async (_, read, calls) => {
    const time = stillTime()
    const nodes = [await silence(), await countingServer()] as const
    const control = new AbortController()
    const reading = watched(read(networkOver(nodes.map(({ url }) => url)), control.signal))
    await time.until(() => nodes[0].arrivals.length === 1)
    expect(nodes[0].arrivals[0]?.calls).toHaveLength(calls)
    control.abort(new Error('Enough'))
    await time.until(() => reading.ended && abandoned(nodes[0]))
    expect(reading.error).toBeDefined()
    await time.pass(60_000)
    expect(nodes.map(({ arrivals }) => arrivals.length)).toEqual([1, 0])
  })

  test('closes the requests for gas and its price, and makes none after them: the largest amount', async () => {
    const time = stillTime()
    const node = await silence()
    const control = new AbortController()
    const token = {
      name: 'Ether',
      symbol: 'ETH',
      chainId: 'eip155:1',
      quantity: { decimals: '18', numeric: '1' },
    } as const
    const asked = { network: networkOver([node.url]), from: address, token }
    const reading = watched(eip155Adapter.estimateMaximum(asked, control.signal))
    await time.until(() => node.arrivals.length === 2)
    control.abort(new Error('Enough'))
    await time.until(() => reading.ended && abandoned(node))
    expect(reading.error).toBeDefined()
    await time.pass(60_000)
    expect(node.arrivals).toHaveLength(2)
  })

  test('closes its request to a bundler, as a timeout does', async () => {
    const bundler = await silence()
    const control = new AbortController()
    const asked = watched(fetchBundleReceipt(bundler.url, '0x1', { timeoutMs: 60_000, signal: control.signal }))
    await expect.poll(() => bundler.arrivals.length).toBe(1)
    control.abort(new Error('Enough'))
    await expect.poll(() => asked.ended && abandoned(bundler)).toBe(true)
    expect(asked.error).toMatchObject({ message: 'Enough' })
    const late = fetchBundleReceipt(bundler.url, '0x1', { timeoutMs: 20, signal: new AbortController().signal })
    await expect(late).rejects.toMatchObject({ code: 'rpc.expired' })
  })
})
