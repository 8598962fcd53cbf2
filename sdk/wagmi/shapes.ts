/** The interface between wagmi and a connector, in versions 2 and 3. */
import type { Address } from 'viem'
import type { EthereumProvider } from '../provider/ethereumProvider.ts'
import type { ViemChain } from '../network/networks.ts'

/**
 * The parameters that wagmi passes to a connector, as far as versions 2 and 3 agree. It uses none of wagmi's types, so that it
 * fits both.
 */
export interface WagmiConfig<Chain extends ViemChain> {
  chains: readonly [Chain, ...Chain[]]
  emitter: {
    emit(event: 'connect', data: { accounts: readonly Address[]; chainId: number }): void
    emit(event: 'change', data: { accounts?: readonly Address[]; chainId?: number }): void
    emit(event: 'disconnect'): void
  }
}

/** The details of a chain that the wallet does not know (EIP-3085). */
export interface AddedChain {
  chainName?: string | undefined
  nativeCurrency?: ViemChain['nativeCurrency'] | undefined
  rpcUrls?: readonly string[] | undefined
  blockExplorerUrls?: readonly string[] | undefined
}

/**
 * A connector in the format of wagmi. A type alias, because an interface could not have the additional names that wagmi's type
 * allows.
 */
export type WagmiConnector<Chain extends ViemChain> = {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly icon?: string | undefined
  setup(): Promise<void>
  connect<WithCapabilities extends boolean = false>(parameters?: {
    chainId?: number | undefined
    isReconnecting?: boolean | undefined
    withCapabilities?: WithCapabilities | boolean | undefined
  }): Promise<{
    accounts: WithCapabilities extends true
      ? readonly { address: Address; capabilities: Record<string, unknown> }[]
      : readonly Address[]
    chainId: number
  }>
  disconnect(): Promise<void>
  getAccounts(): Promise<readonly Address[]>
  getChainId(): Promise<number>
  getProvider(): Promise<EthereumProvider>
  isAuthorized(): Promise<boolean>
  switchChain(parameters: { chainId: number; addEthereumChainParameter?: AddedChain | undefined }): Promise<Chain>
  onAccountsChanged(accounts: string[]): void
  onChainChanged(chainId: string): void
  onConnect(info: { chainId: string }): void
  onDisconnect(): void
}
