/** Receipts of what a contract account sends, on a real chain with the real EntryPoint. */
import { encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstAccount, smartOwner } from '../../../../mocks/sandbox/accounts.ts'
import type { SandboxChain } from '../../../../mocks/sandbox/eip155/chain.ts'
import { startChains } from '../../../../mocks/sandbox/eip155/chains.ts'
import { sendCalls, smartAccountOf } from '../../../../mocks/sandbox/eip155/smartAccount.ts'
import { eip155Adapter } from '../../../../sdk/chains/eip155/adapter.ts'
import { isOperationReverted, readReceipt } from '../../../../sdk/chains/eip155/receipts.ts'
import { defineNetwork, mainnet } from '../../../../sdk/index.ts'
import { countingServer } from '../../../support/countingServer.ts'

const { signal } = new AbortController()
const smart = smartAccountOf(smartOwner.address)

let running: Awaited<ReturnType<typeof startChains>>
let chain: SandboxChain
beforeAll(async () => {
  running = await startChains()
  const [first] = running.chains
  if (!first) throw new Error('a chain is needed')
  chain = first
})
afterAll(() => running.stop())

const transferOf = (units: bigint) => ({
  to: chain.tokens[0]?.address ?? smart,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [firstAccount.address, units] }),
})
async function receiptOf(hash: string, from: string) {
  const { chainId: id, name, symbol, rpcUrl } = chain
  const nativeCurrency = { name: symbol, symbol, decimals: 18 }
  const network = defineNetwork({ id, name, nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } })
  const asked = { network, hash, from }
  const waited = await eip155Adapter.awaitReceipt({ ...asked, timeoutMs: 20_000 }, signal)
  expect(await eip155Adapter.fetchReceipt(asked, signal)).toEqual(waited)
  return waited.status
}

test('a call that reverted for its account is reported as reverted, although its transaction succeeded', async () => {
  const done = await sendCalls(chain, smartOwner, [transferOf(5n)])
  expect(await receiptOf(done.hash, smart)).toBe('success')
  const undone = await sendCalls(chain, smartOwner, [transferOf(2n ** 200n)])
  expect(await receiptOf(undone.hash, smart.toLowerCase())).toBe('reverted')
  // An operation of another account has no effect.
  expect(await receiptOf(undone.hash, firstAccount.address)).toBe('success')
})

test('a receipt that a node reports later than the block is not missed, although no block follows [9.8]', async () => {
  const hash = `0x${'aa'.repeat(32)}`
  let reads = 0
  const server = await countingServer(({ method }) => {
    if (method === 'eth_blockNumber') return { result: '0x1' }
    if (method !== 'eth_getTransactionReceipt') return { result: null }
    reads += 1
    return { result: reads < 3 ? null : { status: '0x1', blockNumber: '0x1', logs: [] } }
  })
  const network = defineNetwork({ ...mainnet, rpcUrls: { default: { http: [server.url] } } })
  const waited = eip155Adapter.awaitReceipt({ network, hash, from: smart, timeoutMs: 20_000 }, signal)
  expect(await waited).toEqual({ status: 'success', hash })
})

test('a node that fails is read again', async () => {
  const hash = `0x${'aa'.repeat(32)}`
  let reads = 0
  const server = await countingServer(({ method }) => {
    if (method !== 'eth_getTransactionReceipt') return { result: null }
    reads += 1
    return reads < 2
      ? { error: { code: -32_000, message: 'busy' } }
      : { result: { status: '0x1', blockNumber: '0x1', logs: [] } }
  })
  const network = defineNetwork({ ...mainnet, rpcUrls: { default: { http: [server.url] } } })
  const waited = eip155Adapter.awaitReceipt({ network, hash, from: smart, timeoutMs: 20_000 }, signal)
  expect(await waited).toEqual({ status: 'success', hash })
})

test('only events of the EntryPoints count [9.8]', () => {
  const word = (hex: string) => hex.padStart(64, '0')
  const hash = `0x${'ab'.repeat(32)}`
  const log = {
    address: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
    topics: [
      '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
      hash,
      `0x${word(smart.slice(2).toLowerCase())}`,
      `0x${word('')}`,
    ],
    data: `0x${[1, 0, 2, 3].map((each) => word(each.toString(16))).join('')}`,
  }
  const statusOf = (logs: unknown) => readReceipt({ status: 'success', logs }, hash, smart).status
  expect(statusOf([log])).toBe('reverted')
  // Versions 0.6, 0.8 and 0.9.
  for (const address of [
    '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
    '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
    '0x433709009B8330FDa32311DF1C2AFA402eD8D009',
  ])
    expect(statusOf([{ ...log, address }])).toBe('reverted')
  const went = { ...log, data: `0x${[1, 1, 2, 3].map((each) => word(each.toString(16))).join('')}` }
  expect([
    isOperationReverted([log]),
    isOperationReverted([log, log]),
    isOperationReverted([went]),
    isOperationReverted([]),
  ]).toEqual([true, false, false, false])
  for (const logs of [
    undefined,
    'logs',
    [{ ...log, address: smart }],
    [{ ...log, topics: [] }],
    [{ ...log, topics: [hash, ...log.topics.slice(1)] }],
    [{ ...log, data: '0x' }],
    [went],
    // Which of the two operations it was is unknown.
    [log, went],
  ])
    expect(statusOf(logs)).toBe('success')
})
