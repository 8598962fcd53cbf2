import type { Connector } from './connector.types.ts'
import type { Namespace, NetworkId } from './namespace.types.ts'
import type { Network } from './network.types.ts'

/** An account of a wallet: spec 3.18. The address is in the spelling of its chain (eip155: with its checksum). */
export interface Account {
  address: string
  type: 'eoa' | 'smartAccount' | 'payment' | 'ordinal'
}

/** The networks that a wallet serves [3.5]. The ids are those of its session. */
export interface ApprovedNetworks {
  approvedCaipNetworkIds: readonly NetworkId[]
  /** Whether it serves every network, regardless of the ids. */
  supportsAllNetworks: boolean
}

/** A connected wallet. It always has an account, a network and a connector. */
export interface Connection {
  namespace: Namespace
  connector: Connector
  /** The active account's address. */
  address: string
  /** All accounts the wallet shared, the active one first. */
  accounts: readonly Account[]
  /** The network that the wallet is on, even if the app does not offer it. */
  networkId: NetworkId
  /**
   * The networks that a wallet on another device approved in this namespace. A wallet without this field serves every network.
   */
  approved?: ApprovedNetworks
}

/** An address in the format of its namespace: 20 bytes as 0x hex in eip155. */
export type AddressOf<Of extends Namespace> = Of extends 'eip155' ? `0x${string}` : string

/** A connection in eip155. */
export interface EvmConnection extends Connection {
  namespace: 'eip155'
  address: AddressOf<'eip155'>
}

/** A connection in another namespace. */
export interface OtherConnection extends Connection {
  namespace: Exclude<Namespace, 'eip155'>
}

/** A connection in one of these namespaces. */
export type ConnectionOf<Of extends Namespace = Namespace> = Of extends 'eip155' ? EvmConnection : OtherConnection

/**
 * Whether a connection is in the namespace; true if `namespace` is undefined. The adapter of the namespace has validated the
 * address.
 */
export const isConnectionIn = <Of extends Namespace = Namespace>(
  connection: Connection,
  namespace: Of | undefined,
): connection is ConnectionOf<Of> => namespace === undefined || connection.namespace === namespace

/** An account on a network. The features of the account are started with it, and end when it changes. */
export interface ActiveAccount {
  connection: Connection
  /** The network of the wallet. If the app does not have it, its name is 'unsupported network' and it has no other data. */
  network: Network
}

/**
 * `disconnected`: no wallet is connected. `otherNamespace`: only wallets of other namespaces than the active network's are
 * connected. `connected`: an account is active.
 */
export type ConnectionStatus = 'disconnected' | 'otherNamespace' | 'connected'

/** Returns a CAIP-10 account id such as `eip155:1:0xab…`. */
export const caipAddressOf = ({ networkId, address }: Pick<Connection, 'networkId' | 'address'>): string =>
  `${networkId}:${address}`

/** A tab of the account view. */
export type AccountTab = 'Tokens' | 'NFTs' | 'Activity'
