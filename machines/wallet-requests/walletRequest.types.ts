import type { Connection } from '../shared/account.types.ts'
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
  /** Requests to send tokens. */
  transfer: { connection: Connection; transfer: Transfer }
  /**
   * An RPC call of the app. `followedOn`: its transaction is followed on this network, even if the caller stops waiting.
   * `sentFor`: what it is remembered as.
   */
  call: { connection: Connection; call: RpcCall; followedOn?: Network; sentFor?: TransactionPurpose }
}

/** A request that a wallet shows the user. */
export type WalletRequest = {
  [Kind in keyof WalletRequests]: { kind: Kind } & WalletRequests[Kind]
}[keyof WalletRequests]
