import type { Connector } from './connector.ts'
import type { Namespace, NetworkId } from './namespace.ts'
import type { Network } from './network.ts'

/** An account of a wallet: spec 3.18. The address is written as its chain writes it (eip155: with its checksum). */
export interface Account {
  address: string
  type: 'eoa' | 'smartAccount' | 'payment' | 'ordinal'
}

/** The networks that a wallet serves [3.5]. The ids are those of the session with it. */
export interface ApprovedNetworks {
  approvedCaipNetworkIds: readonly NetworkId[]
  /** It serves every network, whatever the ids are. */
  supportsAllNetworks: boolean
}

/** A wallet that is connected. It cannot exist without an account, a network and a connector. */
export interface Connection {
  namespace: Namespace
  connector: Connector
  /** The active account's address. */
  address: string
  /** All accounts the wallet shared, the active one first. */
  accounts: readonly Account[]
  /** The network the wallet is on, whether the site offers it or not. */
  networkId: NetworkId
  /** What a wallet on another device approved in this namespace. A wallet without it serves every network. */
  approved?: ApprovedNetworks
}

/** An address as its namespace writes it: 20 bytes as 0x hex in eip155. */
export type AddressIn<Of extends Namespace> = Of extends 'eip155' ? `0x${string}` : string

/** A connection in eip155. */
export interface EvmConnection extends Connection {
  namespace: 'eip155'
  address: AddressIn<'eip155'>
}

/** A connection in another namespace. */
export interface OtherConnection extends Connection {
  namespace: Exclude<Namespace, 'eip155'>
}

/** A connection in a namespace; in one of them, where several are named. */
export type ConnectionIn<Of extends Namespace = Namespace> = Of extends 'eip155' ? EvmConnection : OtherConnection

/** Whether it is one in the namespace; in any, where none is named. The adapter of a namespace has judged its address. */
export const isConnectionIn = <Of extends Namespace = Namespace>(
  connection: Connection,
  namespace: Of | undefined,
): connection is ConnectionIn<Of> => namespace === undefined || connection.namespace === namespace

/** What belongs to an account on a network is started with this, for life. */
export interface Scope {
  connection: Connection
  /** One that the site does not offer has the name of its id. */
  network: Network
}

/** Nobody is connected, or only wallets of other namespaces than the active network's, or an account is active. */
export type Standing = 'nobody' | 'elsewhere' | 'account'

/** A CAIP-10 account id such as `eip155:1:0xab…`. */
export const caipAddressOf = ({ networkId, address }: Pick<Connection, 'networkId' | 'address'>): string =>
  `${networkId}:${address}`

/** A part of the account's view. */
export type AccountTab = 'Tokens' | 'NFTs' | 'Activity'
