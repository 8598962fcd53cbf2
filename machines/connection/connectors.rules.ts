import {
  EMBEDDED_CONNECTOR_ID,
  EMBEDDED_NAMESPACES,
  INJECTED_CONNECTOR_ID,
  PAIRING_CONNECTOR_ID,
} from '../constants.ts'
import { eip6963Id, type Connector } from '../shared/connector.types.ts'
import type { Namespace } from '../shared/namespace.types.ts'
import type { Connections } from './connections.rules.ts'

const MULTI_CHAIN = 'multichain:'

/** Whether an id is reserved for a connector that is not an announced wallet. */
export const isReservedId = (id: string): boolean =>
  [PAIRING_CONNECTOR_ID, INJECTED_CONNECTOR_ID, EMBEDDED_CONNECTOR_ID].includes(id) || id.startsWith(MULTI_CHAIN)

/** Whether a stored id belongs to a connector. Earlier versions stored only the rdns. */
export const isStoredAs = ({ id }: Connector, stored: string): boolean =>
  id === stored || (!isReservedId(stored) && id === eip6963Id(stored))

/**
 * Adds a connector. If the id is taken, nothing changes: the first connector keeps it. An announced wallet replaces the injected
 * one without a name, which is the same wallet.
 */
export function withConnector(connectors: readonly Connector[], connector: Connector): readonly Connector[] {
  if (connectors.some(({ id }) => id === connector.id)) return connectors
  const announced = connectors.some(({ type, chain }) => type === 'ANNOUNCED' && chain === connector.chain)
  if (connector.type === 'INJECTED' && announced) return connectors
  const isOlderFace = ({ type, chain }: Connector) =>
    connector.type === 'ANNOUNCED' && type === 'INJECTED' && chain === connector.chain
  return [...connectors.filter((other) => !isOlderFace(other)), connector]
}

export const withoutConnector = (connectors: readonly Connector[], connectorId: string): readonly Connector[] =>
  connectors.filter(({ id }) => id !== connectorId)

/** Returns the name by which the connectors of one wallet are recognized. Trust uses two names. */
const walletName = ({ name }: Connector): string => name.toLowerCase().replace(/^trust wallet$/, 'trust')

const connectorsWithName = (connectors: readonly Connector[], connector: Connector): readonly Connector[] =>
  connectors.filter((face) => face.type === 'ANNOUNCED' && walletName(face) === walletName(connector))

/** Returns the connectors of one wallet, one for each namespace that it serves. */
export const connectorsOfWallet = (connectors: readonly Connector[], multiChainId: string): readonly Connector[] =>
  connectors.filter((face) => face.type === 'ANNOUNCED' && MULTI_CHAIN + walletName(face) === multiChainId)

/**
 * Returns the connector that an app selects by id. For a wallet with several namespaces, this is the one of the active namespace,
 * or else the first one that the app has.
 */
export function findConnector(
  connectors: readonly Connector[],
  connectorId: string,
  from: Namespace,
): Connector | undefined {
  const members = connectorsOfWallet(connectors, connectorId)
  return connectors.find(({ id }) => id === connectorId) ?? members.find(({ chain }) => chain === from) ?? members[0]
}

/** Returns the list entry of a connector: combined with the wallet's other connectors if it serves several namespaces. */
export function toListedConnector(connectors: readonly Connector[], connector: Connector): Connector {
  const faces = connector.type === 'ANNOUNCED' ? connectorsWithName(connectors, connector) : []
  if (new Set(faces.map(({ chain }) => chain)).size < 2) return connector
  const first = faces[0] ?? connector
  return { ...first, id: MULTI_CHAIN + walletName(first), type: 'MULTI_CHAIN' }
}

/**
 * Returns the connectors to list. A wallet that announces itself in several namespaces is listed once, and the user selects a
 * namespace next. With `namespace`, only the connectors of that namespace are listed.
 */
export function listConnectors(
  connectors: readonly Connector[],
  namespace: Namespace | undefined,
): readonly Connector[] {
  // The embedded wallet is not in the list: users sign in to it instead.
  const external = connectors.filter(({ type }) => type !== 'AUTH')
  const candidates =
    namespace === undefined
      ? external.map((connector) => toListedConnector(connectors, connector))
      : external.filter(({ chain, type }) => chain === namespace || type === 'WALLET_CONNECT')
  return candidates.filter(({ id }, index) => candidates.findIndex((other) => other.id === id) === index)
}
const isEmbedded: readonly string[] = EMBEDDED_NAMESPACES

/**
 * Whether a connector serves a namespace in addition to its own: wallets on other devices serve all namespaces of the app, the
 * embedded wallet those in which it has accounts.
 */
export const servesNamespace = ({ type }: Connector, namespace: Namespace): boolean =>
  type === 'WALLET_CONNECT' || (type === 'AUTH' && isEmbedded.includes(namespace))

/** Returns a connector with the namespace that it is used for. */
export const inNamespace = (connector: Connector, from: Namespace, namespaces: readonly Namespace[]): Connector =>
  servesNamespace(connector, from) && namespaces.includes(from) ? { ...connector, chain: from } : connector

/** Returns the app's namespaces in which no other wallet is connected. */
export const freeNamespaces = (
  { id }: Connector,
  { namespaces, connections }: { namespaces: readonly Namespace[]; connections: Connections },
): readonly Namespace[] => namespaces.filter((namespace) => (connections[namespace]?.connector.id ?? id) === id)

/**
 * Returns the namespace in which an attempt ends: the one that it started from if the wallet shares it, or else the first free
 * one.
 */
export const leadingNamespace = (
  namespaces: readonly Namespace[],
  { namespace, availableNamespaces }: { namespace: Namespace; availableNamespaces: readonly Namespace[] },
): Namespace | undefined => [namespace, ...availableNamespaces].find((candidate) => namespaces.includes(candidate))
