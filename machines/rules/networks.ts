import type { ApprovedNetworks, Connection } from '../entities/account.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../entities/namespace.ts'
import type { Network } from '../entities/network.ts'
import type { Connections } from './connections.ts'

/** Stands for a network that the site does not offer [4.13]. */
export const UNSUPPORTED_NETWORK_NAME = 'unsupported network'

export const networkOf = (networks: readonly Network[], networkId: string): Network | undefined =>
  networks.find(({ caipNetworkId }) => caipNetworkId === networkId)

/** The offered network, or one that is marked as unsupported and offers nothing [4.13]. */
export const networkOrUnsupported = (networks: readonly Network[], networkId: NetworkId): Network =>
  networkOf(networks, networkId) ?? {
    id: networkId.slice(networkId.indexOf(':') + 1),
    caipNetworkId: networkId,
    chainNamespace: namespaceOf(networkId),
    name: UNSUPPORTED_NETWORK_NAME,
    nativeCurrency: { name: '', symbol: '', decimals: 0 },
    rpcUrls: { default: { http: [] } },
  }

/** The site does not offer the network. */
export const isUnsupported = ({ name }: Pick<Network, 'name'>): boolean => name === UNSUPPORTED_NETWORK_NAME

/** The networks with one more; one that is there already, by its CAIP-2 id, is ignored [5.9]. */
export const withNetwork = (networks: readonly Network[], network: Network): readonly Network[] =>
  networkOf(networks, network.caipNetworkId) ? networks : [...networks, network]

/** A change of network crosses from one namespace to another [4.11]. */
export const crossesNamespace = (from: NetworkId, to: NetworkId): boolean => namespaceOf(from) !== namespaceOf(to)

/** Where to go when nothing is connected: the network that is active if it is offered, else the default one. */
export const restingNetwork = (networks: readonly Network[], active: NetworkId, fallback: NetworkId): NetworkId =>
  networkOf(networks, active) ? active : fallback

export const networksOf = (networks: readonly Network[], namespace: Namespace): readonly Network[] =>
  networks.filter(({ chainNamespace }) => chainNamespace === namespace)

/** Where a namespace is entered: where its wallet is, else its first network. */
export const entranceOf = (
  { connections, networks }: { connections: Connections; networks: readonly Network[] },
  namespace: Namespace | undefined,
): NetworkId | undefined =>
  namespace && (connections[namespace]?.networkId ?? networksOf(networks, namespace)[0]?.caipNetworkId)

/** The networks of one namespace, in the site's order. */
export interface NetworkGroup {
  namespace: Namespace
  networks: readonly Network[]
}

/** The networks by namespace, those that a search could mean; namespaces without any are left out. */
export function groupNetworks(networks: readonly Network[], search = ''): readonly NetworkGroup[] {
  const wanted = search.trim().toLowerCase()
  const found = networks.filter(
    ({ id, name, nativeCurrency: { symbol } }) =>
      name.toLowerCase().includes(wanted) || symbol.toLowerCase() === wanted || String(id) === wanted,
  )
  const namespaces = [...new Set(found.map(({ chainNamespace }) => chainNamespace))]
  return namespaces.map((namespace) => ({ namespace, networks: networksOf(found, namespace) }))
}

/** The networks on which an account's address is valid: every one of its namespace. */
export const compatibleNetworks = (networks: readonly Network[], networkId: NetworkId): readonly Network[] =>
  networksOf(networks, namespaceOf(networkId))

/** The networks that a connected wallet serves: every one, where nothing else is known [3.5]. */
export const approvedBy = (connection: Connection | undefined): ApprovedNetworks =>
  connection?.approved ?? { approvedCaipNetworkIds: [], supportsAllNetworks: true }

/** The wallet that is connected in a network's namespace did not approve the network, and does not serve all of them. */
export function isUnapproved({ caipNetworkId, chainNamespace }: Network, connections: Connections): boolean {
  const { approvedCaipNetworkIds, supportsAllNetworks } = approvedBy(connections[chainNamespace])
  return !supportsAllNetworks && !approvedCaipNetworkIds.includes(caipNetworkId)
}

/** The networks of a namespace, the one to begin on first. */
export const networksFrom = (
  networks: readonly Network[],
  namespace: Namespace,
  first: NetworkId | undefined,
): readonly Network[] => {
  const offered = networksOf(networks, namespace)
  const isFirst = ({ caipNetworkId }: Network) => caipNetworkId === first
  return [...offered.filter(isFirst), ...offered.filter((network) => !isFirst(network))]
}
