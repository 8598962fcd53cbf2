import { describe, expect, onTestFinished, test } from 'vitest'
import * as viemChains from 'viem/chains'
import type { Chain } from 'viem'
import { networkErrors } from '../../machines/project/configuration.rules.ts'
import { gatewayUrl } from '../../machines/network/rpc.rules.ts'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import { bitcoin, createLatchkey, defineNetwork, mainnet, solana, type Network } from '../../sdk/index.ts'
import { addGatewayUrl, urlsOf } from '../../sdk/network/networks.ts'
import { fakeApi } from '../../mocks/fakes/fakeApi.ts'
import { memoryStorage } from '../../mocks/index.ts'

const OWN = 'https://node.example/secret-key'
const PROJECT = 'a-project-of-ours'
const gateway = { host: 'https://gateway.example', projectId: PROJECT }
const { signal } = new AbortController()

/** The requests to a wallet that should add a network. */
async function offered(network: Network) {
  const asked: { method: string; params?: unknown }[] = []
  await eip155Adapter.addNetwork({ request: async (call) => void asked.push(call) }, network, signal)
  return asked
}

describe('defineNetwork', () => {
  const chains: [string, Chain][] = Object.entries(viemChains)

  test('accepts every chain of viem as a configurable network [3.8] [3.10] [3.12]', () => {
    expect(chains.length).toBeGreaterThan(700)
    const byId = new Map(chains.map(([, chain]) => [chain.id, defineNetwork(chain)]))
    expect(() => createLatchkey({ networks: [...byId.values()] })).not.toThrow()
    const faults = chains.filter(([, chain]) => {
      const network = defineNetwork(chain)
      const urls = [...urlsOf(network), network.blockExplorers?.default.url ?? OWN]
      expect(networkErrors(network, 'it')).toEqual([])
      return (
        network.caipNetworkId !== `eip155:${chain.id}` || urls.length < 2 || !urls.every((url) => URL.canParse(url))
      )
    })
    expect(faults.map(([name]) => name)).toEqual([])
  })

  test('is not needed for a chain of viem, whose URLs are offered to wallets either way [3.10]', () => {
    for (const [, chain] of chains) {
      const [network] = createLatchkey({ networks: [chain] }).configuration.networks
      expect(network?.rpcUrls.chainDefault).toEqual({ http: chain.rpcUrls.default.http })
      expect(defineNetwork(chain).rpcUrls.chainDefault).toEqual(network?.rpcUrls.chainDefault)
    }
  })

  test('puts the URLs of the app before the public ones, for viem chains and for built-in networks', () => {
    const networks = [mainnet, solana, bitcoin, ...chains.map(([, chain]) => defineNetwork(chain))]
    for (const network of networks) {
      const own = defineNetwork(network, { rpcUrls: [OWN] })
      expect(own).toEqual({
        ...network,
        rpcUrls: {
          default: { http: [OWN, ...network.rpcUrls.default.http] },
          chainDefault: { http: network.rpcUrls.default.http },
        },
      })
      expect(urlsOf(own)[0]).toBe(OWN)
    }
    const [second, first] = ['https://second.example', 'https://first.example']
    const twice = defineNetwork(defineNetwork(solana, { rpcUrls: [second] }), { rpcUrls: [first], imageUrl: 'i.png' })
    expect(urlsOf(twice)).toEqual([first, second, ...urlsOf(solana)])
    expect(twice.rpcUrls.chainDefault).toEqual(solana.rpcUrls.chainDefault)
    expect(twice.assets).toEqual({ imageUrl: 'i.png' })
    expect(urlsOf(solana)).toEqual(['https://api.mainnet-beta.solana.com'])
  })

  test('offers only public URLs to a wallet that adds the chain, and fails without any [3.10] [4.15]', async () => {
    for (const [, chain] of chains) {
      const network = addGatewayUrl(defineNetwork(chain, { rpcUrls: [OWN] }), gateway)
      const [call] = await offered({ ...network })
      expect(call).toMatchObject({ params: [{ rpcUrls: chain.rpcUrls.default.http }] })
      expect(JSON.stringify(call)).not.toMatch(/secret-key|a-project-of-ours/)
    }
    const closed = { ...viemChains.base, rpcUrls: { default: { http: [] } } }
    await expect(offered(defineNetwork(closed, { rpcUrls: [OWN] }))).rejects.toMatchObject({ code: 'rpc.urlMissing' })
  })

  test('leads to a fault for a chain without a URL, unless the app or the API provides one', () => {
    const closed = { ...viemChains.base, rpcUrls: { default: { http: [] } } }
    const fault = 'networks[0].rpcUrls: eip155:8453 has no URL; give it one, as with defineNetwork(…, { rpcUrls })'
    expect(() => createLatchkey({ networks: [defineNetwork(closed)] })).toThrow(fault)
    expect(() => createLatchkey({ networks: [defineNetwork({ ...closed, id: 5 })], projectId: PROJECT })).toThrow(
      'eip155:5',
    )
    createLatchkey({ networks: [defineNetwork(closed, { rpcUrls: [OWN] })] })
    createLatchkey({ networks: [defineNetwork(closed)], projectId: PROJECT })
    createLatchkey({ networks: [bitcoin] })
  })
})

describe('the gateway of the API', () => {
  const url = gatewayUrl(gateway, solana.caipNetworkId)

  test('stays with a copy of a network, and appears in no text and no message [7.24]', () => {
    const network = addGatewayUrl(solana, gateway)
    const copy = { ...network, name: 'Solana, copied' }
    expect(urlsOf(copy)).toEqual([url, ...urlsOf(solana)])
    expect(urlsOf(defineNetwork(copy, { rpcUrls: [OWN] }))).toEqual([OWN, url, ...urlsOf(solana)])
    for (const told of [JSON.stringify(copy), JSON.stringify(structuredClone(copy)), Object.values(copy).join()])
      expect(told).not.toContain(PROJECT)
    expect(urlsOf(structuredClone(copy))).toEqual(urlsOf(solana))
  })

  test('serves the reads of a wallet on another device, even as the only URL [7.24]', async () => {
    const closed = defineNetwork({ ...viemChains.base, rpcUrls: { default: { http: [] } } })
    const site = async (network: Network) => {
      const latchkey = createLatchkey({
        networks: [network],
        projectId: PROJECT,
        hosts: { blockchain: gateway.host },
        ports: { storage: memoryStorage(), api: fakeApi() },
      })
      onTestFinished(latchkey.start())
      const provider = await latchkey.load('provider')
      return provider.status === 'done' && provider.value.getSnapshot().context.settings.rpcUrls
    }
    expect(await site(closed)).toEqual({ 'eip155:8453': [gatewayUrl(gateway, 'eip155:8453')] })
  })
})
