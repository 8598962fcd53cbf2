import type { NetworkId } from '../../machines/entities/namespace.ts'

/** Asks a node of a chain, by CAIP-2 id, until the signal aborts. What the node refuses has its JSON-RPC `code`. */
export type ChainReader = (
  chainId: string,
  call: { method: string; params?: unknown },
  signal: AbortSignal,
) => Promise<unknown>

/** A text and who is said to have signed it. */
export interface SignedMessage {
  /** CAIP-2. */
  chainId: NetworkId
  accountAddress: string
  message: string
  /** 0x hex in eip155, base58 in solana, base64 in bip122. */
  signature: string
}

/** What a verification may use. */
export interface Means {
  /** Asks nodes of eip155 chains. Without it no account that is a contract can sign in. */
  read?: ChainReader | undefined
  signal: AbortSignal
}

export type Verifier = (signed: SignedMessage, means: Means) => boolean | Promise<boolean>
