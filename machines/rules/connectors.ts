import {
  EMBEDDED_CONNECTOR_ID,
  EMBEDDED_NAMESPACES,
  INJECTED_CONNECTOR_ID,
  PAIRING_CONNECTOR_ID,
} from '../constants.ts'
import { eip6963Id, type Connector } from '../entities/connector.ts'
import type { Namespace } from '../entities/namespace.ts'
import type { Connections } from './connections.ts'

const MULTI_CHAIN = 'multichain:'

/** Whether an id stands for something else than a wallet that announces itself. */
export const isReservedId = (id: string): boolean =>
  [PAIRING_CONNECTOR_ID, INJECTED_CONNECTOR_ID, EMBEDDED_CONNECTOR_ID].includes(id) || id.startsWith(MULTI_CHAIN)

/** Whether an id that an earlier visit stored means a connector: earlier versions stored the rdns alone. */
export const isStoredAs = ({ id }: Connector, stored: string): boolean =>
  id === stored || (!isReservedId(stored) && id === eip6963Id(stored))

/**
 * The connectors with one more. One whose id is taken changes nothing: whoever is first keeps it. A wallet that announces
 * itself takes the place of the nameless injected one, which is the same wallet's older face.
 */
export function withConnector(connectors: readonly Connector[], connector: Connector): readonly Connector[] {
  if (connectors.some(({ id }) => id === connector.id)) return connectors
  const announced = connectors.some(({ type, chain }) => type === 'ANNOUNCED' && chain === connector.chain)
  if (connector.type === 'INJECTED' && announced) return connectors
  const isOlderFace = ({ type, chain }: Connector) =>
    connector.type === 'ANNOUNCED' && type === 'INJECTED' && chain === connector.chain
  return [...connectors.filter((known) => !isOlderFace(known)), connector]
}

export const withoutConnector = (connectors: readonly Connector[], connectorId: string): readonly Connector[] =>
  connectors.filter(({ id }) => id !== connectorId)

/** The name by which the faces of one wallet are told to be the same; Trust goes by two. */
const walletName = ({ name }: Connector): string => name.toLowerCase().replace(/^trust wallet$/, 'trust')

const facesOf = (connectors: readonly Connector[], connector: Connector): readonly Connector[] =>
  connectors.filter((face) => face.type === 'ANNOUNCED' && walletName(face) === walletName(connector))

/** The ways to one wallet, one for each namespace that it serves. */
export const membersOf = (connectors: readonly Connector[], multiChainId: string): readonly Connector[] =>
  connectors.filter((face) => face.type === 'ANNOUNCED' && MULTI_CHAIN + walletName(face) === multiChainId)

/** The way to a wallet that a page asks for by id: of one that serves several namespaces the active one's, else the first that the site has. */
export function wayOf(connectors: readonly Connector[], connectorId: string, from: Namespace): Connector | undefined {
  const members = membersOf(connectors, connectorId)
  return connectors.find(({ id }) => id === connectorId) ?? members.find(({ chain }) => chain === from) ?? members[0]
}

/** A connector as it is offered: with the wallet's other faces where it serves several namespaces. */
export function offeredAs(connectors: readonly Connector[], connector: Connector): Connector {
  const faces = connector.type === 'ANNOUNCED' ? facesOf(connectors, connector) : []
  if (new Set(faces.map(({ chain }) => chain)).size < 2) return connector
  const first = faces[0] ?? connector
  return { ...first, id: MULTI_CHAIN + walletName(first), type: 'MULTI_CHAIN' }
}

/**
 * The connectors as they are offered: a wallet that announces itself in several namespaces is one, and leads to the choice
 * of a namespace. Where a namespace is `wanted`, only what leads to it, directly.
 */
export function offeredConnectors(
  connectors: readonly Connector[],
  wanted: Namespace | undefined,
): readonly Connector[] {
  // Nobody chooses the embedded wallet in the list: one signs in to it.
  const known = connectors.filter(({ type }) => type !== 'AUTH')
  const offered =
    wanted === undefined
      ? known.map((connector) => offeredAs(connectors, connector))
      : known.filter(({ chain, type }) => chain === wanted || type === 'WALLET_CONNECT')
  return offered.filter(({ id }, index) => offered.findIndex((other) => other.id === id) === index)
}
const isEmbedded: readonly string[] = EMBEDDED_NAMESPACES

/** A connector serves a namespace besides its own: a wallet on another device whichever the site has, an embedded one those that it has accounts in. */
export const serves = ({ type }: Connector, namespace: Namespace): boolean =>
  type === 'WALLET_CONNECT' || (type === 'AUTH' && isEmbedded.includes(namespace))

/** A connector as it is used from a namespace. */
export const aimed = (connector: Connector, from: Namespace, namespaces: readonly Namespace[]): Connector =>
  serves(connector, from) && namespaces.includes(from) ? { ...connector, chain: from } : connector

/** The site's namespaces in which no other wallet is connected than a connector's. */
export const freeFor = (
  { id }: Connector,
  { namespaces, connections }: { namespaces: readonly Namespace[]; connections: Connections },
): readonly Namespace[] => namespaces.filter((namespace) => (connections[namespace]?.connector.id ?? id) === id)

/** The namespace that an attempt ends in: the one it was made from where the wallet shares it, else the first that is free. */
export const leadOf = (
  namespaces: readonly Namespace[],
  { namespace, free }: { namespace: Namespace; free: readonly Namespace[] },
): Namespace | undefined => [namespace, ...free].find((wanted) => namespaces.includes(wanted))
