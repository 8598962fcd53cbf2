import type { WalletProvider } from './walletProvider.ts'

export type Listener = (payload: unknown) => void

/** An EIP-1193 provider with the EventEmitter methods that libraries expect. Each of these methods returns the provider. */
export interface EthereumProvider extends WalletProvider {
  on(event: string, listener: Listener): EthereumProvider
  once(event: string, listener: Listener): EthereumProvider
  off(event: string, listener: Listener): EthereumProvider
  removeListener(event: string, listener: Listener): EthereumProvider
}
