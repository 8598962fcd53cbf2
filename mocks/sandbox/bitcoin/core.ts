/** The Bitcoin wallet's operations, shared by the interfaces that sites use. */
import type { BitcoinKey } from './accounts.ts'
import type { InputToSign } from './signing.ts'

/** The two ways to sign a message. */
export type Protocol = 'BIP-322' | 'ECDSA'

/**
 * The wallet's operations for a site, whatever interface the site uses. `connect`, `sign…` and `send…`
 * prompt the user.
 */
export interface BitcoinCore {
  connect(): Promise<void>
  disconnect(): void
  /** True also while the wallet is locked and shows no accounts. */
  isConnected(): boolean
  /** The payment and ordinals addresses of the selected account; empty while the site is not connected. */
  connectedKeys(): readonly BitcoinKey[]
  onKeysChange(listener: (keys: readonly BitcoinKey[]) => void): () => void
  signMessage(address: string, message: Uint8Array, protocol: Protocol): Promise<Uint8Array>
  signPsbt(psbt: Uint8Array, inputs: readonly InputToSign[]): Promise<{ psbt: Uint8Array }>
  /** Signs, and broadcasts the completed transaction. */
  sendPsbt(psbt: Uint8Array, inputs: readonly InputToSign[]): Promise<{ psbt: Uint8Array; txid: string }>
  /** Sends satoshis from the payment address. Resolves to the transaction's id. */
  sendTransfer(recipients: readonly { address: string; amount: bigint }[]): Promise<string>
  /** Whether answers should have invalid shapes. */
  returnsGarbage(): boolean
}
