/** Bundles of calls (EIP-5792). */
import type { LatchkeyError } from '../errors/error.ts'

/** What a wallet is to do beside the calls, or can do, by the names that EIP-5792 and others give it. */
export type Capabilities = Readonly<Record<string, unknown>>

/**
 * What became of a bundle. `failed`: nothing of it is on the chain, and nothing will be. `reverted`: all of it was undone by the
 * network. `partlyReverted`: some of it was, or was never sent.
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
  /** The same as EIP-5792 counts it, such as 200. */
  statusCode: number
  /** Missing where the wallet does not say it. */
  chainId?: number
  /** All or nothing. Missing where the wallet does not say it. */
  atomic?: boolean
  /** Of the transactions that the calls were put in, which may be one. */
  receipts: readonly CallsReceipt[]
  capabilities?: Capabilities
}

/** A bundle that was sent. */
export interface SentCalls {
  id: string
  capabilities?: Capabilities
  /** The wallet knows no bundles, and was asked for one transaction a call: for all of them, unless `stopped` says why not. */
  oneByOne?: { hashes: readonly string[]; stopped?: LatchkeyError }
}
