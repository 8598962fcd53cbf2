/** What a transfer costs is the wallet's to say; nodes are believed only where the site says so, and within bounds. */
import { expect, test } from 'vitest'
import { fakeAccounts } from '../../mocks/index.ts'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import { defineNetwork, type Network } from '../../sdk/index.ts'
import { countingServer, type Reply } from '../support/countingServer.ts'

const [from, receiver] = fakeAccounts
const { signal } = new AbortController()
const GWEI = 1_000_000_000n

/** A node whose blocks have no base fee, and which names a price of gas. */
const node = (gasPrice: bigint | string) =>
  countingServer(({ method }): Reply => {
    if (method === 'eth_getBlockByNumber') return { result: { number: '0x1', transactions: [] } }
    if (method === 'eth_estimateGas') return { result: '0x5208' }
    if (method === 'eth_gasPrice')
      return { result: typeof gasPrice === 'string' ? gasPrice : `0x${gasPrice.toString(16)}` }
    return { error: { code: -32_601, message: 'no' } }
  })

const networkOf = (urls: readonly string[], legacyFees?: boolean): Network =>
  defineNetwork(
    {
      id: 1,
      name: 'Legacy',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: urls } },
    },
    legacyFees === undefined ? {} : { legacyFees },
  )

const orderOn = (network: Network) => ({
  network,
  from,
  receiver,
  token: { name: 'Ether', symbol: 'ETH', chainId: network.caipNetworkId, quantity: { decimals: '18', numeric: '5' } },
  amount: '0.01',
})

async function asked(network: Network) {
  const transactions: Record<string, unknown>[] = []
  const provider = {
    request: async ({ method, params }: { method: string; params?: unknown }) => {
      if (method === 'eth_chainId') return '0x1'
      if (method === 'eth_accounts') return [from]
      transactions.push(...(params as Record<string, unknown>[]))
      return `0x${'ab'.repeat(32)}`
    },
  }
  await eip155Adapter.send(provider, orderOn(network), signal)
  return transactions[0]
}

test('a node cannot set the fee of a transfer: on a network that is not said to be without a base fee, none is asked', async () => {
  const liar = await node(100_000n * GWEI)
  expect(await asked(networkOf([liar.url]))).toEqual({
    from,
    to: receiver,
    value: '0x2386f26fc10000',
    chainId: '0x1',
  })
  expect(liar.arrivals).toEqual([])
})

test('where the site says that there is no base fee, no node alone raises what the others say', async () => {
  const liar = await node(100_000n * GWEI)
  const [one, two] = [await node(3n * GWEI), await node(4n * GWEI)]
  expect(await asked(networkOf([liar.url, one.url], true))).toMatchObject({ gasPrice: '0xb2d05e00' })
  expect(await asked(networkOf([liar.url, one.url, two.url], true))).toMatchObject({ gasPrice: '0xee6b2800' })
})

test('a node that is alone is believed up to a hundredth of one native token a transfer; above it the wallet decides', async () => {
  const honest = await node(5n * GWEI)
  expect(await asked(networkOf([honest.url], true))).toMatchObject({ gasPrice: '0x12a05f200' })
  const liar = await node(100_000n * GWEI)
  expect(await asked(networkOf([liar.url], true))).not.toHaveProperty('gasPrice')
  for (const nonsense of ['banana', '-0x5', '', `0x${'f'.repeat(80)}`])
    expect(await asked(networkOf([(await node(nonsense)).url], true))).not.toHaveProperty('gasPrice')
})

test('what is shown as the fee, and kept back of all there is, follows the median as well', async () => {
  const network = networkOf([(await node(100_000n * GWEI)).url, (await node(10n * GWEI)).url])
  expect(await eip155Adapter.estimateFee(orderOn(network), signal)).toEqual({ amount: '0.00021', symbol: 'ETH' })
  expect(await eip155Adapter.estimateMaximum(orderOn(network), signal)).toBe('4.9997375')
  const broken = networkOf([(await node('banana')).url])
  await expect(eip155Adapter.estimateFee(orderOn(broken), signal)).rejects.toMatchObject({ code: 'send.gasEstimate' })
})
