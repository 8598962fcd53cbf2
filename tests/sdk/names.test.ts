/** ENS names, resolved on a real chain by the sandbox's universal resolver. */
import { createClient, encodeErrorResult, http, parseAbi } from 'viem'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { beforeAll, expect, test } from 'vitest'
import { fakeApi } from '../../mocks/index.ts'
import { firstAccount, secondAccount, smartOwner } from '../../mocks/sandbox/accounts.ts'
import { startChains, type SandboxChain } from '../../mocks/sandbox/eip155/chains.ts'
import code from '../../mocks/sandbox/eip155/contracts/Names.json' with { type: 'json' }
import { encodeSetName } from '../../mocks/sandbox/eip155/names.ts'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import { defineNetwork, type Network } from '../../sdk/index.ts'
import { resolveName } from '../../sdk/chains/eip155/names.ts'
import { countingServer } from '../support/countingServer.ts'
import { full } from '../support/full.ts'

let chains: SandboxChain[]
let networks: Network[]
beforeAll(async () => {
  const started = await startChains()
  chains = started.chains
  networks = chains.map(({ chainId: id, name, symbol, rpcUrl, names }) =>
    defineNetwork({
      id,
      name,
      nativeCurrency: { name: 'Ether', symbol, decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
      contracts: { ensUniversalResolver: names && { address: names } },
    }),
  )
  return () => started.stop()
})

const ports = { api: fakeApi(), chains: { at: async () => eip155Adapter } }
const resolved = (text: string, { on = 0, known = networks } = {}) =>
  resolveName(
    ports,
    { text, networkId: networks[on]?.caipNetworkId ?? 'eip155:1', networks: known },
    new AbortController().signal,
  )

async function set(name: string, chainId: number, by = firstAccount, address = smartOwner.address) {
  const [chain] = chains
  const client = createClient({ account: by, transport: http(chain?.rpcUrl), pollingInterval: 20 })
  const data = encodeSetName(name, chainId, address)
  const hash = await sendTransaction(client, { chain: null, to: chain?.names ?? null, data, gas: 200_000n })
  return (await waitForTransactionReceipt(client, { hash })).status
}

test.runIf(full)('the contract matches its compiled source', async () => {
  const { compile } = await import('../../mocks/sandbox/eip155/contracts/compile.ts')
  expect(compile('Names')).toEqual(code)
})

test('a name in any spelling resolves to its address, and is returned normalized', async () => {
  expect(await resolved('Wren.ETH')).toEqual({ name: 'wren.eth', address: secondAccount.address })
})

test('an unknown name has no address, and no name resolves without a network that supports ENS', async () => {
  await expect(resolved('nobody.eth')).rejects.toMatchObject({ code: 'names.noAddress' })
  const known = networks.map((network) => ({ ...network, ensUniversalResolver: undefined }))
  await expect(resolved('wren.eth', { known })).rejects.toMatchObject({ code: 'address.name' })
})

test('an address for one chain does not resolve on another', async () => {
  expect(await set('heron.eth', chains[1]?.chainId ?? 0)).toBe('success')
  const known = networks.slice(0, 1)
  await expect(resolved('heron.eth', { known })).rejects.toMatchObject({ code: 'names.noAddress' })
  const [first, second] = networks as [Network, Network]
  const without = { ...second, ensUniversalResolver: undefined }
  expect(await resolved('heron.eth', { on: 1, known: [first, without] })).toEqual({
    name: 'heron.eth',
    address: smartOwner.address,
  })
})

test('a name resolves to its new address after a change, which only its owner can make', async () => {
  const { chainId = 0 } = chains[0] ?? {}
  expect(await set('egret.eth', chainId)).toBe('success')
  expect(await resolved('egret.eth')).toMatchObject({ address: smartOwner.address })
  expect(await set('egret.eth', chainId, secondAccount, secondAccount.address)).toBe('reverted')
  expect(await set('egret.eth', chainId, firstAccount, firstAccount.address)).toBe('success')
  expect(await resolved('egret.eth')).toMatchObject({ address: firstAccount.address })
})

test('an invalid resolver and an unreachable node are reported as a failed resolution', async () => {
  const known = (over: Partial<Network>) => networks.map((network) => ({ ...network, ...over }))
  const failed = { code: 'names.resolveFailed', message: 'Error resolving name' }
  const { address } = chains[0]?.tokens[0] ?? {}
  await expect(resolved('wren.eth', { known: known({ ensUniversalResolver: address }) })).rejects.toMatchObject(failed)
  const rpcUrls = { default: { http: ['http://127.0.0.1:9'] } }
  await expect(resolved('wren.eth', { known: known({ rpcUrls }) })).rejects.toMatchObject(failed)
})

test('a resolver that refers to a server (EIP-3668) is not followed', async () => {
  const server = await countingServer(() => ({ result: '0x' }))
  const [resolver = '0x'] = chains.map(({ names }) => names)
  const data = encodeErrorResult({
    abi: parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)']),
    args: [resolver, [`${server.url}/{sender}/{data}`], '0x', '0x00000000', '0x'],
  })
  const node = await countingServer(() => ({ error: { code: 3, message: 'execution reverted', data } }))
  const known = networks.map((network) => ({ ...network, rpcUrls: { default: { http: [node.url] } } }))
  await expect(resolved('wren.eth', { known })).rejects.toMatchObject({ code: 'names.resolveFailed' })
  expect(node.arrivals.length).toBeGreaterThan(0)
  expect(server.arrivals).toEqual([])
})
