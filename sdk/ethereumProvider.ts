import type { WalletProvider } from './walletProvider.ts'

export type Listener = (payload: unknown) => void

/** An EIP-1193 provider, with the methods of an emitter that libraries expect beside it. Each returns the provider. */
export interface EthereumProvider extends WalletProvider {
  on(event: string, listener: Listener): EthereumProvider
  once(event: string, listener: Listener): EthereumProvider
  off(event: string, listener: Listener): EthereumProvider
  removeListener(event: string, listener: Listener): EthereumProvider
}
