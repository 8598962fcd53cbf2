/** Transactions that the user speeds up or cancels in the wallet, on a real chain: another one is mined with their nonce. */
import { createWalletClient, encodeFunctionData, erc20Abi, http, parseGwei, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { firstAccount, secondAccount } from '../../../../mocks/sandbox/accounts.ts'
import type { SandboxChain } from '../../../../mocks/sandbox/eip155/chain.ts'
import { startChains } from '../../../../mocks/sandbox/eip155/chains.ts'
import { eip155Adapter } from '../../../../sdk/chains/eip155/adapter.ts'
import { readPosition } from '../../../../sdk/chains/eip155/replaced.ts'
import { defineNetwork, type Network } from '../../../../sdk/index.ts'
import { countingServer } from '../../../support/countingServer.ts'

const { signal } = new AbortController()
const from = firstAccount.address

let running: Awaited<ReturnType<typeof startChains>>
let chain: SandboxChain
let network: Network
beforeAll(async () => {
  running = await startChains()
  const [first] = running.chains
  if (!first) throw new Error('a chain is needed')
  chain = first
  const { chainId: id, name, symbol, rpcUrl } = chain
  const nativeCurrency = { name: symbol, symbol, decimals: 18 }
  network = defineNetwork({ id, name, nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } })
})
afterAll(() => running.stop())

const node = async (method: string, ...params: unknown[]): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  return ((await (await fetch(chain.rpcUrl, { method: 'POST', headers, body })).json()) as { result: unknown }).result
}
/** Nothing is mined before the test says so. */
beforeEach(async () => {
  await node('evm_setAutomine', false)
  await node('evm_mine')
})

/** Sends with this nonce, at this many gwei for each unit of gas. */
async function send(
  nonce: number,
  gwei: string,
  value: bigint,
  to: Hex = secondAccount.address,
  data: Hex = '0x',
): Promise<Hex> {
  const wallet = createWalletClient({ account: firstAccount, transport: http(chain.rpcUrl) })
  const price = { maxFeePerGas: parseGwei(gwei), maxPriorityFeePerGas: parseGwei(gwei) }
  return wallet.sendTransaction({ chain: null, to, value, data, nonce, gas: 60_000n, ...price })
}
const nextNonce = async () => Number(await node('eth_getTransactionCount', from, 'latest'))

/** A pending transaction, its place, and a later read of its receipt. */
async function waiting(data: Hex = '0x') {
  const nonce = await nextNonce()
  const hash = await send(nonce, '10', 5n, secondAccount.address, data)
  const position = await readPosition({ network, hash, from }, signal)
  return { nonce, hash, position, look: () => eip155Adapter.fetchReceipt({ network, hash, from, position }, signal) }
}

test('a pending transaction has no receipt until it is mined', async () => {
  const { look, hash, position, nonce } = await waiting()
  expect(position).toMatchObject({ nonce })
  expect(await look()).toBeUndefined()
  await node('evm_mine')
  expect(await look()).toEqual({ status: 'success', hash })
})

test('the same transfer at a higher price counts as the transfer, under its new hash', async () => {
  const { look, nonce } = await waiting()
  const sped = await send(nonce, '50', 5n)
  await node('evm_mine')
  // Later blocks do not hide it.
  for (let block = 0; block < 9; block += 1) await node('evm_mine')
  expect(await look()).toEqual({ status: 'success', hash: sped })
})

const tokensTo = (receiver: Hex) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, 5n] })

test.each<[string, bigint, Hex, Hex?, Hex?]>([
  ['a transfer of nothing to the sender', 0n, from],
  ['a transfer of another amount', 6n, secondAccount.address],
  [
    'a transfer of tokens to another receiver',
    5n,
    secondAccount.address,
    tokensTo(secondAccount.address),
    tokensTo(from),
  ],
])('%s with the same nonce replaces the transaction', async (_, value, to, first, second) => {
  const { look, nonce } = await waiting(first)
  const other = await send(nonce, '50', value, to, second)
  await node('evm_mine')
  expect(await look()).toEqual({ status: 'replaced', hash: other })
})

test('a replacement that nodes no longer remember is reported without its hash', async () => {
  const { look, nonce, hash } = await waiting()
  await send(nonce, '50', 0n, from)
  await node('evm_mine')
  await node('anvil_mine', '0xc8')
  expect(await look()).toEqual({ status: 'replaced', hash })
})

test.each([
  ['replaced', 'another amount', '0x6'],
  ['success', 'the same transfer', '0x5'],
] as const)('awaiting a transaction resolves with %s when %s takes its position [9.8]', async (status, _, value) => {
  const [hash, taker] = [`0x${'aa'.repeat(32)}`, `0x${'bb'.repeat(32)}`]
  const own = {
    from,
    to: secondAccount.address,
    nonce: '0x7',
    input: '0x',
    gas: '0x5208',
    gasPrice: '0x1',
    type: '0x0',
  }
  const server = await countingServer(({ method, params }) => {
    if (method === 'eth_blockNumber') return { result: '0x1' }
    if (method === 'eth_getTransactionCount') return { result: '0x8' }
    if (method === 'eth_getTransactionByHash') return { result: { ...own, hash, value: '0x5', blockNumber: null } }
    if (method === 'eth_getTransactionReceipt')
      return { result: (params as string[])[0] === hash ? null : { status: '0x1', blockNumber: '0x1', logs: [] } }
    return { result: { number: '0x1', transactions: [{ ...own, hash: taker, value, blockNumber: '0x1' }] } }
  })
  const fake = { ...network, rpcUrls: { default: { http: [server.url] } } }
  const waited = eip155Adapter.awaitReceipt({ network: fake, hash, from, timeoutMs: 20_000 }, signal)
  expect(await waited).toEqual({ status, hash: taker })
})

test.each([
  ['has no block with it yet', { result: { number: '0x1', transactions: [] } }],
  ['cannot return the block', { error: { code: -32_000, message: 'missing trie node' } }],
])('a transaction whose nonce is used stays pending while the node %s', async (_, block) => {
  const server = await countingServer(({ method }) => {
    if (method === 'eth_blockNumber') return { result: '0x1' }
    if (method === 'eth_getTransactionCount') return { result: '0x8' }
    return method === 'eth_getTransactionReceipt' ? { result: null } : block
  })
  const lagging = { ...network, rpcUrls: { default: { http: [server.url] } } }
  const order = { network: lagging, hash: `0x${'aa'.repeat(32)}`, from, position: { nonce: 7, doing: 'a transfer' } }
  expect(await eip155Adapter.fetchReceipt(order, signal)).toBeUndefined()
})

test('a transaction of another account has no place', async () => {
  const { hash } = await waiting()
  expect(await readPosition({ network, hash, from: secondAccount.address }, signal)).toBeUndefined()
})

test('the place of an unknown transaction is awaited until an abort', async () => {
  const control = new AbortController()
  const reading = readPosition({ network, hash: `0x${'ab'.repeat(32)}`, from }, control.signal)
  control.abort(new Error('Enough'))
  await expect(reading).rejects.toThrow('Enough')
})
