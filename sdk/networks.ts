import type { NetworkId } from '../machines/entities/namespace.ts'
import type { Network, ViemChain } from '../machines/entities/network.ts'
import { isViemChain } from '../machines/rules/configuration.ts'
import { gatewayUrl, nodeTiers, type Gateway } from '../machines/rules/rpc.ts'

export type { ViemChain }

/** A network, or a chain of viem, which becomes one. */
export type AnyNetwork = Network | ViemChain

/** What a network is named by: itself, its CAIP-2 id, or the number of a chain of eip155. */
export type NetworkChoice = AnyNetwork | NetworkId | number

/** Answers JSON-RPC as a node does; it rejects with an error that has a `code` where the node refuses (EIP-1474). */
export interface ChainNode {
  request(call: { method: string; params?: unknown }, options: { signal?: AbortSignal | undefined }): Promise<unknown>
}

/** What a site adds to a network. */
export interface NetworkOptions {
  /** Your own, asked before the API's gateway and the public ones: JSON-RPC, for Bitcoin the API of Esplora. */
  rpcUrls?: readonly string[]
  /**
   * Answers JSON-RPC in place of every URL, within the page: a chain that runs there, or a test's `fakeNode`. Not for Bitcoin, which is read by
   * the API of Esplora.
   */
  node?: ChainNode
  /** Its picture: an https URL, a path on your site, or `data:image/…`. Shown before the visitor acts, with or without a project. */
  imageUrl?: string
  /** The id of its picture at the API, which has one of most networks. An `imageUrl` goes before it. */
  imageId?: string
  /** The chain's blocks have no base fee (EIP-1559), so that wallets are told what to pay for gas. Default false. */
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

/** A chain of viem as a network, whose URLs are public: a wallet that adds the chain gets them [3.10]. A network as it is. */
export const toNetwork = (chain: AnyNetwork): Network => (isViemChain(chain) ? fromViem(chain) : chain)

/** The CAIP-2 id of what a site names a network by. A number is a chain of eip155. */
export const networkIdOf = (network: NetworkChoice): NetworkId => {
  if (typeof network === 'object') return toNetwork(network).caipNetworkId
  return typeof network === 'number' ? `eip155:${network}` : network
}

/**
 * A network from a viem chain, or one that there is already, with your own URLs before its public ones. Nobody but this
 * page learns of yours: a wallet that adds the chain gets the public ones [3.10].
 * @example defineNetwork(base, { rpcUrls: ['https://rpc.example/base'] })
 * @example defineNetwork(bitcoin, { rpcUrls: ['https://esplora.example/api'] })
 */
export function defineNetwork(
  chain: AnyNetwork,
  { rpcUrls = [], node, imageUrl, imageId, legacyFees }: NetworkOptions = {},
): Network {
  const network = toNetwork(chain)
  const { default: known, chainDefault: open = known } = network.rpcUrls
  return {
    ...network,
    rpcUrls: { default: { http: [...rpcUrls, ...known.http] }, chainDefault: { http: [...open.http] } },
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

/** Beside the names of a network, as it is no data. */
const NODE = Symbol('node')

/** What answers for a network within the page; nothing where its URLs are asked. */
export const nodeOf = (network: Network & { readonly [NODE]?: ChainNode }): ChainNode | undefined => network[NODE]

/**
 * Beside the names of a network: a copy keeps it, but neither JSON nor a message to another window does, so that what a
 * site shows of a network, or a wallet is given, never holds the project id.
 */
const GATEWAY = Symbol('gateway')
type WithGateway = Network & { readonly [GATEWAY]?: string }

/** A network's twin that is read from by way of the API's gateway as well, where that serves its chain [7.24]. */
export function throughGateway(network: Network, gateway: Gateway): Network {
  const url = gatewayUrl(gateway, network.caipNetworkId)
  if (url === undefined) return network
  const twin: WithGateway = { ...network, [GATEWAY]: url }
  return twin
}

/** Where a network is read from, in this order: the site's own URLs, the gateway, the chain's public ones. */
export const tiersOf = (network: WithGateway): readonly (readonly string[])[] => nodeTiers(network, network[GATEWAY])
export const urlsOf = (network: WithGateway): readonly string[] => tiersOf(network).flat()

/** A network's twin that is read from this URL first; without one, the network itself. */
export const readFirst = (network: Network, url: string | undefined): Network =>
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

/** Ethereum mainnet: the default network [3.14]. */
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
