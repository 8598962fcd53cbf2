import type { Connection } from '../shared/account.types.ts'
import type { Connector } from '../shared/connector.types.ts'
import type { NetworkId } from '../shared/namespace.types.ts'
import type { Network } from '../shared/network.types.ts'
import type { TransactionPurpose } from '../transactions/sent.types.ts'
import type { Transfer } from '../send/transfer.types.ts'

/** An EIP-1193 call. */
export interface RpcCall {
  method: string
  params?: unknown
}

/** The requests that a wallet can receive, by kind. */
export interface WalletRequests {
  /** Requests the wallet's accounts. */
  connect: {
    connector: Connector
    /** The network to start on, if the wallet has not selected one. */
    networkId: NetworkId | undefined
  }
  switchNetwork: { connection: Connection; network: Network }
  addNetwork: { connection: Connection; network: Network }
  /** Requests to send tokens. */
  transfer: { connection: Connection; transfer: Transfer }
  /**
   * An RPC call of the app. `followedOn`: its transaction is followed on this network, even if the caller stops waiting.
   * `sentFor`: what it is remembered as.
   */
  call: { connection: Connection; call: RpcCall; followedOn?: Network; sentFor?: TransactionPurpose }
}

/** The wallet's answers, by the kind of request. */
export interface WalletResponses {
  connect: Connection
  /** The network that the wallet is on afterwards. */
  switchNetwork: NetworkId
  addNetwork: undefined
  /** The transaction's hash. */
  transfer: string
  call: unknown
}

export type WalletRequestKind = keyof WalletRequests
export type WalletRequest<Kind extends WalletRequestKind = WalletRequestKind> = {
  [K in Kind]: { kind: K } & WalletRequests[K]
}[Kind]
