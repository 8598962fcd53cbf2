/** What the Bitcoin wallet can do, between the ways in which sites ask for it and what it does it with. */
import type { BitcoinKey } from './accounts.ts'
import type { InputToSign } from './signing.ts'

/** The two ways in which a message is signed. */
export type Protocol = 'BIP-322' | 'ECDSA'

/** What the wallet does for a site, whichever way the site asks. Everything but `shown` and `onShown` asks the person. */
export interface BitcoinCore {
  connect(): Promise<void>
  disconnect(): void
  /** Also while the wallet is locked and shows nothing. */
  isConnected(): boolean
  /** The chosen account's addresses, for payments and for ordinals; none while the site isn't connected. */
  shown(): readonly BitcoinKey[]
  onShown(listener: (shown: readonly BitcoinKey[]) => void): () => void
  signMessage(address: string, message: Uint8Array, protocol: Protocol): Promise<Uint8Array>
  signPsbt(psbt: Uint8Array, inputs: readonly InputToSign[]): Promise<{ psbt: Uint8Array }>
  /** Signs, and sends what is complete then. */
  sendPsbt(psbt: Uint8Array, inputs: readonly InputToSign[]): Promise<{ psbt: Uint8Array; txid: string }>
  /** Sends satoshis from the payment address; the transaction's id. */
  sendTransfer(recipients: readonly { address: string; amount: bigint }[]): Promise<string>
  /** Whether answers are to have nonsense shapes. */
  talksNonsense(): boolean
}
