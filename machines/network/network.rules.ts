import type { ApprovedNetworks, Connection } from '../shared/account.types.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../shared/namespace.types.ts'
import type { Network } from '../shared/network.types.ts'
import type { Connections } from '../connection/connections.rules.ts'

/** The name of a network that the app does not offer [4.13]. */
export const UNSUPPORTED_NETWORK_NAME = 'unsupported network'

/** Returns the network with a CAIP-2 id. */
export const networkOf = (networks: readonly Network[], networkId: string): Network | undefined =>
  networks.find(({ caipNetworkId }) => caipNetworkId === networkId)

/** Returns the offered network, or one that is marked as unsupported and has no data [4.13]. */
export const networkOrUnsupported = (networks: readonly Network[], networkId: NetworkId): Network =>
  networkOf(networks, networkId) ?? {
    id: networkId.slice(networkId.indexOf(':') + 1),
    caipNetworkId: networkId,
    chainNamespace: namespaceOf(networkId),
    name: UNSUPPORTED_NETWORK_NAME,
    nativeCurrency: { name: '', symbol: '', decimals: 0 },
    rpcUrls: { default: { http: [] } },
  }

/** Whether the app does not offer the network. */
export const isUnsupported = ({ name }: Pick<Network, 'name'>): boolean => name === UNSUPPORTED_NETWORK_NAME

/** Adds a network. It is ignored if its CAIP-2 id is in the list already [5.9]. */
export const withNetwork = (networks: readonly Network[], network: Network): readonly Network[] =>
  networkOf(networks, network.caipNetworkId) ? networks : [...networks, network]

/** Whether a change of network is also a change of namespace [4.11]. */
export const crossesNamespace = (from: NetworkId, to: NetworkId): boolean => namespaceOf(from) !== namespaceOf(to)

/** Returns the network that is active without a connection: the current one if it is offered, or else the default one. */
export const fallbackNetwork = (networks: readonly Network[], active: NetworkId, fallback: NetworkId): NetworkId =>
  networkOf(networks, active) ? active : fallback

/** Returns the networks of a namespace. */
export const networksOf = (networks: readonly Network[], namespace: Namespace): readonly Network[] =>
  networks.filter(({ chainNamespace }) => chainNamespace === namespace)

/** Returns the first active network of a namespace: the one that its wallet is on, or else the first in the list. */
export const initialNetworkIn = (
  { connections, networks }: { connections: Connections; networks: readonly Network[] },
  namespace: Namespace | undefined,
): NetworkId | undefined =>
  namespace && (connections[namespace]?.networkId ?? networksOf(networks, namespace)[0]?.caipNetworkId)

/** The networks of one namespace, in the app's order. */
export interface NetworkGroup {
  namespace: Namespace
  networks: readonly Network[]
}

/** Returns the networks that match a search, by namespace. Namespaces without a match are left out. */
export function groupNetworks(networks: readonly Network[], search = ''): readonly NetworkGroup[] {
  const query = search.trim().toLowerCase()
  const matches = networks.filter(
    ({ id, name, nativeCurrency: { symbol } }) =>
      name.toLowerCase().includes(query) || symbol.toLowerCase() === query || String(id) === query,
  )
  const namespaces = [...new Set(matches.map(({ chainNamespace }) => chainNamespace))]
  return namespaces.map((namespace) => ({ namespace, networks: networksOf(matches, namespace) }))
}

/** Returns the networks on which an account's address is valid: all of its namespace. */
export const compatibleNetworks = (networks: readonly Network[], networkId: NetworkId): readonly Network[] =>
  networksOf(networks, namespaceOf(networkId))

/** Returns the networks that a connected wallet serves; all of them if nothing else is known [3.5]. */
export const approvedBy = (connection: Connection | undefined): ApprovedNetworks =>
  connection?.approved ?? { approvedCaipNetworkIds: [], supportsAllNetworks: true }

/** Whether the wallet that is connected in the network's namespace does not serve the network. */
export function isUnapproved({ caipNetworkId, chainNamespace }: Network, connections: Connections): boolean {
  const { approvedCaipNetworkIds, supportsAllNetworks } = approvedBy(connections[chainNamespace])
  return !supportsAllNetworks && !approvedCaipNetworkIds.includes(caipNetworkId)
}

/** Returns the networks of a namespace, the one to start on first. */
export const networksFrom = (
  networks: readonly Network[],
  namespace: Namespace,
  first: NetworkId | undefined,
): readonly Network[] => {
  const networksHere = networksOf(networks, namespace)
  const isFirst = ({ caipNetworkId }: Network) => caipNetworkId === first
  return [...networksHere.filter(isFirst), ...networksHere.filter((network) => !isFirst(network))]
}
