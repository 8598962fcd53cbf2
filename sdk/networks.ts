import type { NetworkId } from '../machines/entities/namespace.ts'
import type { Network } from '../machines/entities/network.ts'
import { gatewayUrl, nodeUrls, type Gateway } from '../machines/rules/rpc.ts'

/** The part of a viem chain that a network needs. */
export interface ViemChain {
  id: number
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: { default: { http: readonly string[] } }
  blockExplorers?: { default: { name: string; url: string } } | undefined
  testnet?: boolean | undefined
}

/**
 * A network from a viem chain, with your own RPC URLs before the chain's public one.
 * @example defineNetwork(base, { rpcUrls: ['https://rpc.example/base'] })
 */
export function defineNetwork(
  chain: ViemChain,
  options: { rpcUrls?: readonly string[]; imageUrl?: string } = {},
): Network {
  const { id, name, nativeCurrency, blockExplorers, testnet } = chain
  const publicUrls = [...chain.rpcUrls.default.http]
  return {
    id,
    caipNetworkId: `eip155:${id}`,
    chainNamespace: 'eip155',
    name,
    nativeCurrency: { ...nativeCurrency },
    rpcUrls: {
      default: { http: [...(options.rpcUrls ?? []), ...publicUrls] },
      chainDefault: { http: publicUrls },
    },
    ...(blockExplorers && { blockExplorers: { default: { ...blockExplorers.default } } }),
    ...(options.imageUrl !== undefined && { assets: { imageUrl: options.imageUrl } }),
    ...(testnet !== undefined && { testnet }),
  }
}

/** Beside the networks, not in them: what a site shows of a network, or a wallet is given, never holds the project id. */
const gatewayUrls = new WeakMap<Network, string>()

/** A network's twin that is read from by way of the provider's gateway as well, where that serves its chain [7.24]. */
export function throughGateway(network: Network, gateway: Gateway): Network {
  const url = gatewayUrl(gateway, network.caipNetworkId)
  if (url === undefined) return network
  const twin = { ...network }
  gatewayUrls.set(twin, url)
  return twin
}

/** Where a network is read from, in this order: the site's own URLs, the gateway, the chain's public ones. */
export const urlsOf = (network: Network): readonly string[] => nodeUrls(network, gatewayUrls.get(network))

const solanaNetwork = (reference: string, name: string, url: string, testnet: boolean): Network => ({
  id: reference,
  caipNetworkId: `solana:${reference}` satisfies NetworkId,
  chainNamespace: 'solana',
  name,
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: [url] }, chainDefault: { http: [url] } },
  blockExplorers: { default: { name: 'Solscan', url: 'https://solscan.io' } },
  testnet,
})

const bitcoinNetwork = (reference: string, name: string, explorer: string, testnet: boolean): Network => ({
  id: reference,
  caipNetworkId: `bip122:${reference}` satisfies NetworkId,
  chainNamespace: 'bip122',
  name,
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: [] } },
  blockExplorers: { default: { name: 'mempool', url: explorer } },
  testnet,
})

/** Ethereum mainnet: the default network [3.14]. */
export const mainnet: Network = defineNetwork({
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://eth.merkle.io'] } },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://etherscan.io' } },
})

export const solana = solanaNetwork(
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'Solana',
  'https://api.mainnet-beta.solana.com',
  false,
)
export const solanaDevnet = solanaNetwork(
  'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'Solana Devnet',
  'https://api.devnet.solana.com',
  true,
)
export const solanaTestnet = solanaNetwork(
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  'Solana Testnet',
  'https://api.testnet.solana.com',
  true,
)
export const bitcoin = bitcoinNetwork('000000000019d6689c085ae165831e93', 'Bitcoin', 'https://mempool.space', false)
export const bitcoinTestnet = bitcoinNetwork(
  '000000000933ea01ad0ee984209779ba',
  'Bitcoin Testnet',
  'https://mempool.space/testnet',
  true,
)
