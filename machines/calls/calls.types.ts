/** Bundles of calls (EIP-5792). */
import type { LatchkeyError } from '../shared/errors/error.ts'

/** Capabilities that a wallet has or is requested to use, by their names in EIP-5792 and other EIPs. */
export type Capabilities = Readonly<Record<string, unknown>>

/**
 * The status of a bundle. `failed`: nothing of it is or will be on the chain. `reverted`: the network reverted all of it.
 * `partlyReverted`: some of it was reverted or never sent.
 */
export type BundleStatus = 'pending' | 'success' | 'failed' | 'reverted' | 'partlyReverted'

export interface CallsReceipt {
  status: 'success' | 'reverted'
  transactionHash: string
  blockHash: string
  blockNumber: bigint
  gasUsed: bigint
  logs: readonly { address: string; data: string; topics: readonly string[] }[]
}

export interface CallsStatus {
  id: string
  status: BundleStatus
  /** The status code of EIP-5792, such as 200. */
  statusCode: number
  /** Absent if the wallet does not report it. */
  chainId?: number
  /** Whether all calls are executed or none. Absent if the wallet does not report it. */
  atomic?: boolean
  /** The receipts of the transactions that contain the calls; there may be only one. */
  receipts: readonly CallsReceipt[]
  capabilities?: Capabilities
}

/** A bundle that was sent. */
export interface SentCalls {
  id: string
  capabilities?: Capabilities
  /**
   * Set if the wallet does not support bundles, so that each call was sent as its own transaction. `stopped` says why not all of
   * them were sent.
   */
  oneByOne?: { hashes: readonly string[]; stopped?: LatchkeyError }
}
