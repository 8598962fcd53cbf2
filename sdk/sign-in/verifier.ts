import type { NetworkId } from '../../machines/shared/namespace.types.ts'

/**
 * Sends a request to a node of a chain, by CAIP-2 id, until the signal aborts. A rejection by the node carries its JSON-RPC
 * `code`.
 */
export type ChainReader = (
  chainId: string,
  call: { method: string; params?: unknown },
  signal: AbortSignal,
) => Promise<unknown>

/** A message with its claimed signer. */
export interface SignedMessage {
  /** CAIP-2. */
  chainId: NetworkId
  accountAddress: string
  message: string
  /** 0x hex in eip155, base58 in solana, base64 in bip122. */
  signature: string
}

/** The dependencies of a verification. */
export interface VerifierOptions {
  /** Sends requests to nodes of eip155 chains. Without it, smart accounts cannot sign in. */
  read?: ChainReader | undefined
  signal: AbortSignal
}

export type Verifier = (signed: SignedMessage, options: VerifierOptions) => boolean | Promise<boolean>
