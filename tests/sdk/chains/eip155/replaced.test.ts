/** Transactions that the visitor speeds up or calls off in the wallet, on a real chain: another one is taken up at their place. */
import { createWalletClient, http, parseGwei, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { firstAccount, secondAccount } from '../../../../mocks/sandbox/accounts.ts'
import type { SandboxChain } from '../../../../mocks/sandbox/chain.ts'
import { startChains } from '../../../../mocks/sandbox/chains.ts'
import { eip155Adapter } from '../../../../sdk/chains/eip155/adapter.ts'
import { readPlace } from '../../../../sdk/chains/eip155/replaced.ts'
import { defineNetwork, type Network } from '../../../../sdk/index.ts'

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
/** Nothing is taken up before it is said. */
beforeEach(async () => {
  await node('evm_setAutomine', false)
  await node('evm_mine')
})

/** Sends at a place, for so many gwei a unit. */
async function send(nonce: number, gwei: string, value: bigint, to: Hex = secondAccount.address): Promise<Hex> {
  const wallet = createWalletClient({ account: firstAccount, transport: http(chain.rpcUrl) })
  const price = { maxFeePerGas: parseGwei(gwei), maxPriorityFeePerGas: parseGwei(gwei) }
  return wallet.sendTransaction({ chain: null, to, value, nonce, gas: 21_000n, ...price })
}
const nextNonce = async () => Number(await node('eth_getTransactionCount', from, 'latest'))

/** A transaction that waits, at its place, and what one later look finds of it. */
async function waiting() {
  const nonce = await nextNonce()
  const hash = await send(nonce, '10', 5n)
  const place = await readPlace({ network, hash, from }, signal)
  return { nonce, hash, place, look: () => eip155Adapter.fetchReceipt({ network, hash, from, place }, signal) }
}

test('while its place is free nothing is said of it, and once it is taken up that is', async () => {
  const { look, hash, place, nonce } = await waiting()
  expect(place).toMatchObject({ nonce })
  expect(await look()).toBeUndefined()
  await node('evm_mine')
  expect(await look()).toEqual({ status: 'success', hash })
})

test('the same transfer for a higher price counts as the transfer, under its new hash', async () => {
  const { look, nonce } = await waiting()
  const sped = await send(nonce, '50', 5n)
  await node('evm_mine')
  // Blocks that came since do not hide it.
  for (let block = 0; block < 9; block += 1) await node('evm_mine')
  expect(await look()).toEqual({ status: 'success', hash: sped })
})

test.each([
  ['nothing to oneself, which calls it off', 0n, from],
  ['another amount', 6n, secondAccount.address],
])('%s in its place is said to have replaced it', async (_, value, to) => {
  const { look, nonce } = await waiting()
  const other = await send(nonce, '50', value, to)
  await node('evm_mine')
  expect(await look()).toEqual({ status: 'replaced', hash: other })
})

test('of what was taken up longer ago than nodes remember, it is known that it was', async () => {
  const { look, nonce, hash } = await waiting()
  await send(nonce, '50', 0n, from)
  await node('evm_mine')
  await node('anvil_mine', '0xc8')
  expect(await look()).toEqual({ status: 'replaced', hash })
})

test('what somebody else has sent has no place among the account’s', async () => {
  const { hash } = await waiting()
  expect(await readPlace({ network, hash, from: secondAccount.address }, signal)).toBeUndefined()
})

test('one that no node has heard of is waited for until nobody wants to know', async () => {
  const control = new AbortController()
  const reading = readPlace({ network, hash: `0x${'ab'.repeat(32)}`, from }, control.signal)
  control.abort(new Error('Enough'))
  await expect(reading).rejects.toThrow('Enough')
})
