import type { NetworkId } from '../../machines/shared/namespace.types.ts'
import type { Network, ViemChain } from '../../machines/shared/network.types.ts'
import { isViemChain } from '../../machines/project/configuration.rules.ts'
import { gatewayUrl, nodeTiers, type Gateway } from '../../machines/network/rpc.rules.ts'

export type { ViemChain }

/** A network, or a viem chain, which is converted to one. */
export type AnyNetwork = Network | ViemChain

/** Identifies a network: the network itself, its CAIP-2 id, or the number of an `eip155` chain. */
export type NetworkChoice = AnyNetwork | NetworkId | number

/** A JSON-RPC node inside the page. Rejects with an error that has a `code` (EIP-1474) if the node returns an error. */
export interface ChainNode {
  request(call: { method: string; params?: unknown }, options: { signal?: AbortSignal | undefined }): Promise<unknown>
}

/** Options of `defineNetwork`. */
export interface NetworkOptions {
  /** Your own RPC URLs, used before the API's gateway and the public ones. For Bitcoin: URLs of an Esplora API. */
  rpcUrls?: readonly string[]
  /**
   * Answers JSON-RPC inside the page, instead of all URLs: a chain that runs in the page, or `fakeNode` in a test. Not for Bitcoin,
   * which uses an Esplora API.
   */
  node?: ChainNode
  /** The network's image: an https URL, a path on your site, or `data:image/…`. Needs no project ID, and no interaction of the user. */
  imageUrl?: string
  /** The id of the network's image at the API, which has images of most networks. `imageUrl` takes precedence. */
  imageId?: string
  /** Whether the chain has no base fee (EIP-1559). Latchkey then passes a gas price to the wallet. Default false. */
  legacyFees?: boolean
}

const fromViem = ({ id, name, nativeCurrency, rpcUrls, blockExplorers, testnet, contracts }: ViemChain): Network => ({
  id,
  caipNetworkId: `eip155:${id}`,
  chainNamespace: 'eip155',
  name,
  nativeCurrency: { ...nativeCurrency },
  rpcUrls: { default: { http: [...rpcUrls.default.http] }, chainDefault: { http: [...rpcUrls.default.http] } },
  ...(blockExplorers && {
    blockExplorers: { default: { name: blockExplorers.default.name, url: blockExplorers.default.url } },
  }),
  ...(testnet !== undefined && { testnet }),
  ...(contracts?.ensUniversalResolver && { ensUniversalResolver: contracts.ensUniversalResolver.address }),
  ...(contracts?.gasPriceOracle?.address !== undefined && { gasPriceOracle: contracts.gasPriceOracle.address }),
})

/** Converts a viem chain to a network. Its URLs are public: a wallet that adds the chain gets them [3.10]. Returns a network unchanged. */
export const toNetwork = (chain: AnyNetwork): Network => (isViemChain(chain) ? fromViem(chain) : chain)

/** Returns the CAIP-2 id of a network. A number is an `eip155` chain. */
export const networkIdOf = (network: NetworkChoice): NetworkId => {
  if (typeof network === 'object') return toNetwork(network).caipNetworkId
  return typeof network === 'number' ? `eip155:${network}` : network
}

/**
 * Creates a network from a viem chain or another network, with your own URLs before its public ones. Your URLs stay in the page:
 * a wallet that adds the chain gets only the public ones [3.10].
 * @example defineNetwork(base, { rpcUrls: ['https://rpc.example/base'] })
 * @example defineNetwork(bitcoin, { rpcUrls: ['https://esplora.example/api'] })
 */
export function defineNetwork(
  chain: AnyNetwork,
  { rpcUrls = [], node, imageUrl, imageId, legacyFees }: NetworkOptions = {},
): Network {
  const network = toNetwork(chain)
  const { default: defaultUrls, chainDefault: publicUrls = defaultUrls } = network.rpcUrls
  return {
    ...network,
    rpcUrls: { default: { http: [...rpcUrls, ...defaultUrls.http] }, chainDefault: { http: [...publicUrls.http] } },
    ...((imageUrl ?? imageId) !== undefined && {
      assets: {
        ...network.assets,
        ...(imageUrl !== undefined && { imageUrl }),
        ...(imageId !== undefined && { imageId }),
      },
    }),
    ...(legacyFees !== undefined && { legacyFees }),
    ...(node && { [NODE]: node }),
  }
}

/** A symbol key, because the node is not serializable data. */
const NODE = Symbol('node')

/** The node inside the page that answers for a network; `undefined` if its URLs are used. */
export const nodeOf = (network: Network & { readonly [NODE]?: ChainNode }): ChainNode | undefined => network[NODE]

/**
 * A symbol key: copies of a network keep it, JSON and `postMessage` do not. So the project id, which is part of this URL, does not
 * reach wallets, or places where an app displays a network.
 */
const GATEWAY = Symbol('gateway')
type WithGateway = Network & { readonly [GATEWAY]?: string }

/** Returns a copy of the network that also uses the API's gateway, if the gateway serves its chain [7.24]. */
export function addGatewayUrl(network: Network, gateway: Gateway): Network {
  const url = gatewayUrl(gateway, network.caipNetworkId)
  if (url === undefined) return network
  const copy: WithGateway = { ...network, [GATEWAY]: url }
  return copy
}

/** The URLs of a network in order of use: the app's own, the gateway, the chain's public ones. */
export const nodeTiersOf = (network: WithGateway): readonly (readonly string[])[] =>
  nodeTiers(network, network[GATEWAY])
export const urlsOf = (network: WithGateway): readonly string[] => nodeTiersOf(network).flat()

/** Returns a copy of the network that uses this URL first; without a URL, the network itself. */
export const withRpcUrl = (network: Network, url: string | undefined): Network =>
  url === undefined ? network : { ...network, rpcUrls: { ...network.rpcUrls, default: { http: [url] } } }

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
  rpcUrls: { default: { http: [] }, chainDefault: { http: [] } },
  blockExplorers: { default: { name: 'mempool', url: explorer } },
  testnet,
})

/** Ethereum mainnet, the default network [3.14]. */
export const mainnet: Network = defineNetwork({
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://eth.merkle.io'] } },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://etherscan.io' } },
  contracts: { ensUniversalResolver: { address: '0xeeeeeeee14d718c2b47d9923deab1335e144eeee' } },
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
