/** The wallet sets the fee of a transfer. Nodes are only trusted if the app says so, and within limits. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeAccounts, never } from '../../mocks/index.ts'
import type { Fee } from '../../machines/send/transfer.types.ts'
import { addGatewayUrl } from '../../sdk/network/networks.ts'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import { defineNetwork, type Network } from '../../sdk/index.ts'
import { countingServer, type Reply } from '../support/countingServer.ts'
import { connected, ether, pass, settle } from '../support/instance.ts'
import { sendOf } from '../support/features.ts'
import { sentBy } from '../support/sentBy.ts'

const [from, receiver] = fakeAccounts
const { signal } = new AbortController()
const GWEI = 1_000_000_000n

/** A node whose blocks have no base fee, and that returns a gas price. */
const node = (gasPrice: bigint | string) =>
  countingServer(({ method }): Reply => {
    if (method === 'eth_getBlockByNumber') return { result: { number: '0x1', transactions: [] } }
    if (method === 'eth_estimateGas') return { result: '0x5208' }
    if (method === 'eth_gasPrice')
      return { result: typeof gasPrice === 'string' ? gasPrice : `0x${gasPrice.toString(16)}` }
    return { error: { code: -32_601, message: 'no' } }
  })

const networkOf = (urls: readonly string[], legacyFees?: boolean, rpcUrls: readonly string[] = []): Network =>
  defineNetwork(
    {
      id: 1,
      name: 'Legacy',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: urls } },
    },
    { rpcUrls, ...(legacyFees !== undefined && { legacyFees }) },
  )

const orderOn = (network: Network) => ({
  network,
  from,
  receiver,
  token: { name: 'Ether', symbol: 'ETH', chainId: network.caipNetworkId, quantity: { decimals: '18', numeric: '5' } },
  amount: '0.01',
})

async function asked(network: Network, fee?: Fee) {
  const transactions: Record<string, unknown>[] = []
  const provider = {
    request: async ({ method, params }: { method: string; params?: unknown }) => {
      if (method === 'eth_chainId') return '0x1'
      if (method === 'eth_accounts') return [from]
      transactions.push(...(params as Record<string, unknown>[]))
      return `0x${'ab'.repeat(32)}`
    },
  }
  await sentBy(eip155Adapter, provider, { ...orderOn(network), fee }, signal)
  return transactions[0]
}

test("a node cannot set a transfer's fee: on a network that is not declared to have no base fee, no gas price is requested", async () => {
  const liar = await node(100_000n * GWEI)
  expect(await asked(networkOf([liar.url]))).toEqual({
    from,
    to: receiver,
    value: '0x2386f26fc10000',
    chainId: '0x1',
  })
  expect(liar.arrivals).toEqual([])
})

test('no single node can raise the gas price on a network declared to have no base fee', async () => {
  const liar = await node(100_000n * GWEI)
  const [one, two] = [await node(3n * GWEI), await node(4n * GWEI)]
  expect(await asked(networkOf([liar.url, one.url], true))).toMatchObject({ gasPrice: '0xb2d05e00' })
  expect(await asked(networkOf([liar.url, one.url, two.url], true))).toMatchObject({ gasPrice: '0xee6b2800' })
})

test('a single node is trusted up to a fee of 0.01 native tokens per transfer; above that, the wallet decides', async () => {
  const honest = await node(5n * GWEI)
  expect(await asked(networkOf([honest.url], true))).toMatchObject({ gasPrice: '0x12a05f200' })
  // A transfer takes 21 000 gas: 0.009996 and 0.010017 ETH.
  const [dear, liar] = [await node(476n * GWEI), await node(477n * GWEI)]
  expect(await asked(networkOf([dear.url], true))).toMatchObject({ gasPrice: '0x6ed3cf9800' })
  expect(await asked(networkOf([liar.url], true))).not.toHaveProperty('gasPrice')
  for (const nonsense of ['banana', '-0x5', '', `0x${'f'.repeat(80)}`])
    expect(await asked(networkOf([(await node(nonsense)).url], true))).not.toHaveProperty('gasPrice')
})

test('the displayed fee and the reserved amount use the median too', async () => {
  const network = networkOf([(await node(100_000n * GWEI)).url, (await node(10n * GWEI)).url])
  expect(await eip155Adapter.estimateFee(orderOn(network), signal)).toEqual({ amount: '0.00021', symbol: 'ETH' })
  expect(await eip155Adapter.estimateMaximum(orderOn(network), signal)).toBe('4.9997375')
  const broken = networkOf([(await node('banana')).url])
  await expect(eip155Adapter.estimateFee(orderOn(broken), signal)).rejects.toMatchObject({ code: 'send.gasEstimate' })
})

test("while one of the app's own nodes answers, the gateway and public nodes get no gas price request", async () => {
  const [open, gateway] = [await node(1n * GWEI), await node(2n * GWEI)]
  const [own, second] = [await node(3n * GWEI), await node('banana')]
  const provided = { host: new URL(gateway.url).origin, projectId: 'test' }
  const network = addGatewayUrl(networkOf([open.url], true, [own.url, second.url]), provided)
  // On a busy machine, nodes may take longer than the 667 ms after which the next ones are requested.
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => setTimeout(run, ms > 500 ? 60_000 : ms))
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(await asked(network)).toMatchObject({ gasPrice: '0xb2d05e00' })
  expect(await eip155Adapter.estimateFee(orderOn(network), signal)).toMatchObject({ amount: '0.000063' })
  expect(await eip155Adapter.estimateMaximum(orderOn(network), signal)).toBe('4.99992125')
  expect([...gateway.arrivals, ...open.arrivals]).toEqual([])
})

test.for<[of: string, Reply]>([
  ['refuse', { error: { code: -32_601, message: 'no' } }],
  ['are silent', { silent: 'from the start' }],
])("public nodes set the price if all of the app's own nodes %s", async ([, reply]) => {
  const open = await node(2n * GWEI)
  const own = [await countingServer(() => reply), await countingServer(() => reply)]
  const network = networkOf(
    [open.url],
    true,
    own.map(({ url }) => url),
  )
  expect(await asked(network)).toMatchObject({ gasPrice: '0x77359400' })
  for (const { arrivals } of own) expect(arrivals.length).toBeGreaterThan(0)
})

test('unresponsive nodes are given two seconds in total, after which the wallet decides', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', never)
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const sending = asked(networkOf(['https://open.example'], true, ['https://own.example']))
  await vi.advanceTimersByTimeAsync(2_000)
  vi.useRealTimers()
  expect(await sending).not.toHaveProperty('gasPrice')
})

test('the wallet gets the gas price of the displayed fee, whatever nodes return later', async () => {
  const own = await node(3n * GWEI)
  const network = networkOf([], true, [own.url])
  const fee = await eip155Adapter.estimateFee(orderOn(network), signal)
  expect(fee).toEqual({ amount: '0.000063', symbol: 'ETH', gasPrice: '3000000000' })
  own.answer = () => ({ result: '0x1bf08eb000' })
  expect(await asked(network, fee)).toMatchObject({ gasPrice: '0xb2d05e00' })
  expect(await asked(network, { amount: '2.1', symbol: 'ETH' })).not.toHaveProperty('gasPrice')
})

test('the transfer uses the displayed fee', async () => {
  const shown = { amount: '0.000063', symbol: 'ETH', gasPrice: '3000000000' }
  const orders: unknown[] = []
  const { latchkey, clock } = await connected({
    chain: {
      estimateFee: async () => shown,
      send: async (_provider, { fee }) => {
        orders.push(fee)
        return `0x${'ab'.repeat(32)}`
      },
    },
  })
  const send = sendOf(latchkey)
  send.send({ type: 'send.setToken', token: ether('2.5') })
  send.send({ type: 'send.setAmount', amount: '1' })
  send.send({ type: 'send.setReceiver', receiver })
  await settle()
  await pass(clock, 300, 1)
  expect(send.getSnapshot().context.fee).toBe(shown)
  send.send({ type: 'send.submit' })
  await settle()
  expect(orders).toEqual([shown])
})
