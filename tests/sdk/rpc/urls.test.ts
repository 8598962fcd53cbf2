import { describe, expect, test } from 'vitest'
import { GATEWAY_CHAINS, gatewayUrl, isGatewayUrl, nodeTiers } from '../../../machines/network/rpc.rules.ts'
import { createLatchkey, defineNetwork, solana } from '../../../sdk/index.ts'
import { addGatewayUrl, urlsOf } from '../../../sdk/network/networks.ts'
import { countingServer } from '../../support/countingServer.ts'
import { asking } from './support.ts'

const PROJECT = 'a-project-of-ours'
const gateway = { host: 'https://rpc.example', projectId: PROJECT }
const chain = (id: number, url: string) => ({
  id,
  name: 'Test',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [url] } },
})

describe('the gateway of the API', () => {
  test('has a URL for each chain that it serves [7.24]', () => {
    expect(gatewayUrl(gateway, 'eip155:1')).toBe(`https://rpc.example/v1/?chainId=eip155%3A1&projectId=${PROJECT}`)
    expect(gatewayUrl({ ...gateway, host: 'https://rpc.example/' }, 'eip155:1')).toBe(gatewayUrl(gateway, 'eip155:1'))
  })
  test('serves 31 EVM chains and three Solana chains, and none without a project [7.24]', () => {
    expect(GATEWAY_CHAINS.filter((id) => id.startsWith('eip155:'))).toHaveLength(31)
    expect(GATEWAY_CHAINS.filter((id) => id.startsWith('solana:'))).toHaveLength(3)
    expect(gatewayUrl(gateway, solana.caipNetworkId)).toBeDefined()
    expect(gatewayUrl(gateway, 'eip155:31337')).toBeUndefined()
    expect(gatewayUrl(gateway, 'bip122:000000000019d6689c085ae165831e93')).toBeUndefined()
    expect(gatewayUrl({ ...gateway, projectId: undefined }, 'eip155:1')).toBeUndefined()
  })
  test('is recognized by its URL', () => {
    expect(isGatewayUrl(gatewayUrl(gateway, 'eip155:1') ?? '')).toBe(true)
    expect(isGatewayUrl('https://node.example/v1/')).toBe(false)
  })
})

describe('the order of URLs', () => {
  const network = defineNetwork(chain(1, 'https://public.example'), { rpcUrls: ['https://own.example'] })
  test('is the URLs of the app, the gateway, the public URL of the chain [7.24] [7.25]', () => {
    const url = gatewayUrl(gateway, 'eip155:1')
    expect(nodeTiers(network, url)).toEqual([['https://own.example'], [url], ['https://public.example']])
    expect(nodeTiers(network)).toEqual([['https://own.example'], ['https://public.example']])
    expect(urlsOf(addGatewayUrl(network, gateway))).toEqual(nodeTiers(network, url).flat())
    expect(urlsOf(addGatewayUrl({ ...network, caipNetworkId: 'eip155:31337' }, gateway))).toEqual(
      nodeTiers(network).flat(),
    )
    expect(urlsOf(addGatewayUrl(solana, gateway))[1]).toBe(solana.rpcUrls.default.http[0])
  })
  test('has no duplicates', () => {
    const twice = defineNetwork(chain(1, 'https://a.example'), { rpcUrls: ['https://b.example', 'https://b.example'] })
    expect(nodeTiers(twice)).toEqual([['https://b.example'], ['https://a.example']])
    expect(nodeTiers(network, 'https://own.example')).toEqual([['https://own.example'], ['https://public.example']])
  })

  test('applies to calls, and reveals the project to no wallet and in no state [7.24] [3.10]', async () => {
    const [own, provider, open] = [
      await countingServer(() => ({ status: 401 })),
      await countingServer(() => ({ status: 401 })),
      await countingServer(() => ({ result: '0x10' })),
    ] as const
    const latchkey = createLatchkey({
      projectId: PROJECT,
      hosts: { blockchain: provider.url },
      networks: [defineNetwork(chain(1, open.url), { rpcUrls: [own.url] })],
    })
    expect(await latchkey.getProvider('eip155').request({ method: 'eth_blockNumber' })).toBe('0x10')
    const places = [own, provider, open].flatMap(({ arrivals }) => arrivals.map(({ place }) => place))
    expect(places).toHaveLength(3)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(provider.arrivals[0]).toMatchObject({
      path: `/v1/?chainId=eip155%3A1&projectId=${PROJECT}`,
      headers: { 'content-type': 'text/plain' },
    })
    expect(open.arrivals[0]?.headers['content-type']).toBe('application/json')

    const { rpcUrls } = latchkey.getNetwork().network
    expect(rpcUrls.chainDefault).toEqual({ http: [open.url] })
    expect(JSON.stringify(latchkey.getNetwork())).not.toContain(PROJECT)
  })

  test('lacks the gateway without a project', async () => {
    const provider = await countingServer()
    const open = await countingServer(() => ({ result: '0x10' }))
    const latchkey = createLatchkey({
      hosts: { blockchain: provider.url },
      networks: [defineNetwork(chain(1, open.url))],
    })
    expect(await latchkey.getProvider('eip155').request({ method: 'eth_blockNumber' })).toBe('0x10')
    expect(provider.arrivals).toEqual([])
  })
})

test('a network of any namespace is called in the same way', async () => {
  const node = await countingServer(() => ({ result: { value: 5 } }))
  expect(await asking([node.url], 'solana')('getBalance')).toEqual({ value: 5 })
})

test('a client sends nothing before its first call', async () => {
  const node = await countingServer()
  asking([node.url])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(node.arrivals).toEqual([])
})
