/** The cost of a transfer, on chains with a base fee (EIP-1559) and without one. Each chain is an anvil. */
import { decodeFunctionData, formatEther, parseAbi, parseTransaction, toHex, type Hex } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import { firstAccount, secondAccount } from '../../../../mocks/sandbox/accounts.ts'
import { startAnvil } from '../../../../mocks/sandbox/eip155/anvil.ts'
import { createSandboxWallet } from '../../../../mocks/sandbox/eip155/wallet.ts'
import { eip155Adapter } from '../../../../sdk/chains/eip155/adapter.ts'
import { readerOf } from '../../../mocks/sandbox/setup.ts'
import { countingServer } from '../../../support/countingServer.ts'
import { networksOf } from '../../../support/sandbox.ts'
import { defineNetwork, mainnet } from '../../../../sdk/index.ts'
import { sentBy } from '../../../support/sentBy.ts'

const { signal } = new AbortController()
const [from, receiver] = [firstAccount.address, secondAccount.address]

/** A chain with the rules of a hard fork, a wallet on it, and its network. */
async function chainUnder(hardfork: string) {
  const { rpcUrl, stop } = await startAnvil(31_337, ['--hardfork', hardfork])
  onTestFinished(stop)
  const chain = {
    chainId: 31_337,
    networkId: 'eip155:31337',
    name: hardfork,
    symbol: 'ETH',
    rpcUrl,
    tokens: [],
  } as const
  const [made] = networksOf([{ ...chain, tokens: [] }])
  if (!made) throw new Error('no network')
  const network = { ...made, legacyFees: hardfork === 'berlin' }
  const { provider } = createSandboxWallet({ chains: [{ ...chain, tokens: [] }], approve: async () => true })
  await provider.request({ method: 'eth_requestAccounts' })
  const reader = readerOf({ ...chain, tokens: [] })
  const token = async () => ({
    name: 'Ether',
    symbol: 'ETH',
    chainId: network.caipNetworkId,
    quantity: { decimals: '18', numeric: formatEther(await reader.getBalance({ address: from })) },
  })
  return { network, provider, reader, token }
}

describe.each([
  { hardfork: 'berlin', type: 'legacy', baseFee: false },
  { hardfork: 'london', type: 'eip1559', baseFee: true },
])('a chain of $hardfork', ({ hardfork, type, baseFee }) => {
  test('lets the whole balance be sent: the fee follows the chain’s rules, and the rest arrives [1.5] [8.44]', async () => {
    const { network, provider, reader, token } = await chainUnder(hardfork)
    expect((await reader.getBlock()).baseFeePerGas !== null).toBe(baseFee)
    const held = await token()
    const amount = await eip155Adapter.estimateMaximum({ network, from, token: held }, signal)
    const before = await reader.getBalance({ address: receiver })
    const hash = await sentBy(eip155Adapter, provider, { network, from, receiver, token: held, amount }, signal)
    expect(await eip155Adapter.awaitReceipt({ network, hash, from: '', timeoutMs: 20_000 }, signal)).toEqual({
      status: 'success',
      hash,
    })
    const { type: sentAs, gasPrice } = await reader.getTransaction({ hash: hash as `0x${string}` })
    expect(sentAs).toBe(type)
    expect(formatEther((await reader.getBalance({ address: receiver })) - before)).toBe(amount)
    // Less than a few fees remain, so that nothing was held back without a reason.
    const left = await reader.getBalance({ address: from })
    expect(left).toBeLessThan(21_000n * (gasPrice ?? 0n) * 3n)
  })
})

test('a silent node does not block the wallet, which then estimates the fee alone', async () => {
  const node = await countingServer(() => ({ silent: 'from the start' }))
  const [made] = networksOf([
    { chainId: 1, networkId: 'eip155:1', name: 'Silent', symbol: 'ETH', rpcUrl: node.url, tokens: [] },
  ])
  if (!made) throw new Error('no network')
  const network = { ...made, legacyFees: true }
  const asked: unknown[] = []
  const hash = `0x${'12'.repeat(32)}`
  const provider = {
    request: async ({ method, params }: { method: string; params?: unknown }) => {
      if (method === 'eth_chainId') return '0x1'
      if (method === 'eth_accounts') return [from]
      asked.push(params)
      return hash
    },
  }
  const token = { name: 'E', symbol: 'E', chainId: network.caipNetworkId, quantity: { decimals: '18', numeric: '1' } }
  const order = { network, from, receiver, token, amount: '1' }
  expect(await sentBy(eip155Adapter, provider, order, signal)).toBe(hash)
  expect(asked).toEqual([[{ from, to: receiver, value: '0xde0b6b3a7640000', chainId: '0x1' }]])
  await expect.poll(() => node.arrivals.every(({ abandoned }) => abandoned)).toBe(true)
  await expect(sentBy(eip155Adapter, provider, order, AbortSignal.abort())).rejects.toBeDefined()
  expect(asked).toHaveLength(1)
})

test('a node that fails gets no request for a gas price, unlike one without a base fee [8.44]', async () => {
  const node = await countingServer(({ method }) =>
    method === 'eth_getBlockByNumber' ? { error: { code: -32_000, message: 'no' } } : { result: '0x1' },
  )
  const [network] = networksOf([
    { chainId: 1, networkId: 'eip155:1', name: 'Broken', symbol: 'ETH', rpcUrl: node.url, tokens: [] },
  ])
  if (!network) throw new Error('no network')
  const token = { name: 'E', symbol: 'E', chainId: network.caipNetworkId, quantity: { decimals: '18', numeric: '1' } }
  await expect(eip155Adapter.estimateMaximum({ network, from, token }, signal)).rejects.toMatchObject({
    code: 'send.gasEstimate',
  })
  expect(node.methods()).not.toContain('eth_gasPrice')
})

/** A chain with one node that returns these answers, and the methods that it received. */
function nodeWith(answers: Readonly<Record<string, (params: unknown) => unknown>>) {
  const asked: { method: string; params?: unknown }[] = []
  const request = async (call: { method: string; params?: unknown }) => {
    asked.push(call)
    return answers[call.method]?.(call.params)
  }
  const network = defineNetwork(mainnet, { node: { request } })
  const token = { name: 'E', symbol: 'E', chainId: network.caipNetworkId, quantity: { decimals: '18', numeric: '1' } }
  return { network, token, asked }
}

test.each([
  ['the base fee is 0', { baseFeePerGas: '0x0' }],
  ['the gas price is 0', { baseFeePerGas: null }],
])('the whole balance can be sent when gas costs nothing, because %s', async (_, block) => {
  const { network, token } = nodeWith({
    eth_getBlockByNumber: () => ({ number: '0x1', transactions: [], ...block }),
    eth_maxPriorityFeePerGas: () => '0x0',
    eth_gasPrice: () => '0x0',
    eth_estimateGas: () => '0x5208',
  })
  expect(await eip155Adapter.estimateMaximum({ network, from, token }, signal)).toBe('1')
  expect(await eip155Adapter.estimateFee({ network, from, receiver, token, amount: '1' }, signal)).toMatchObject({
    amount: '0',
  })
})

test('a transfer on a rollup costs the data fee of the base chain too, which the maximum holds back', async () => {
  const gasPriceOracle = '0x420000000000000000000000000000000000000F'
  const l1Fee = 3_000_000_000_000n
  const made = nodeWith({
    eth_getBlockByNumber: () => ({ number: '0x1', transactions: [], baseFeePerGas: null }),
    eth_gasPrice: () => '0x5f5e100',
    eth_estimateGas: () => '0x5208',
    eth_call: () => toHex(l1Fee, { size: 32 }),
  })
  const network = { ...made.network, gasPriceOracle }
  const fee = 21_000n * 100_000_000n
  const order = { network, from, receiver, token: made.token, amount: '1' }
  expect(await eip155Adapter.estimateFee(order, signal)).toMatchObject({ amount: formatEther(fee + l1Fee) })
  expect(await eip155Adapter.estimateMaximum(order, signal)).toBe(
    formatEther(10n ** 18n - ((fee + l1Fee) * 125n) / 100n),
  )
  const call = made.asked.find(({ method }) => method === 'eth_call')?.params as [{ to: string; data: Hex }]
  expect(call[0].to).toBe(gasPriceOracle)
  const abi = parseAbi(['function getL1Fee(bytes data) view returns (uint256)'])
  const { args } = decodeFunctionData({ abi, data: call[0].data })
  expect(parseTransaction(args[0])).toMatchObject({ to: receiver.toLowerCase(), value: 10n ** 18n, chainId: 1 })
  // On other networks this fee is not read.
  made.asked.length = 0
  await eip155Adapter.estimateFee({ ...order, network: made.network }, signal)
  expect(made.asked.map(({ method }) => method)).not.toContain('eth_call')
})

test('a rollup that does not report the data fee has an unknown fee', async () => {
  const made = nodeWith({
    eth_getBlockByNumber: () => ({ number: '0x1', transactions: [], baseFeePerGas: null }),
    eth_gasPrice: () => '0x5f5e100',
    eth_estimateGas: () => '0x5208',
    eth_call: () => '0x',
  })
  const network = { ...made.network, gasPriceOracle: '0x420000000000000000000000000000000000000F' }
  const order = { network, from, receiver, token: made.token, amount: '1' }
  await expect(eip155Adapter.estimateFee(order, signal)).rejects.toMatchObject({ code: 'send.gasEstimate' })
})

test('the maximum is estimated for the receiver, whose code may need more gas', async () => {
  const { network, token, asked } = nodeWith({
    eth_getBlockByNumber: () => ({ number: '0x1', transactions: [], baseFeePerGas: null }),
    eth_gasPrice: () => '0x3b9aca00',
    eth_estimateGas: (params) => ((params as [{ to: string }])[0].to === receiver ? '0xd6d8' : '0x5208'),
  })
  // 1 ETH minus 55,000 gas at 1 gwei, and a quarter more.
  expect(await eip155Adapter.estimateMaximum({ network, from, token, receiver }, signal)).toBe('0.99993125')
  expect(asked.filter(({ method }) => method === 'eth_estimateGas')).toEqual([
    { method: 'eth_estimateGas', params: [{ from, to: receiver, value: '0x1' }] },
  ])
})

test('a balance of 0x is zero, and one that is not a number is refused', async () => {
  let told: unknown = '0x'
  const { network } = nodeWith({ eth_getBalance: () => told })
  const balances = () => eip155Adapter.fetchBalances({ network, address: from, listed: [] }, signal)
  expect(await balances()).toMatchObject([{ quantity: { decimals: '18', numeric: '0' } }])
  for (told of ['', 'x', 1, null, `0x${'f'.repeat(65)}`])
    await expect(balances()).rejects.toMatchObject({ code: 'rpc.malformed' })
})
