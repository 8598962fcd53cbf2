/** What wagmi and a connector are to each other, in versions 2 and 3. */
import type { Address } from 'viem'
import type { EthereumProvider } from '../ethereumProvider.ts'
import type { ViemChain } from '../networks.ts'

/** What wagmi hands to a connector, as far as versions 2 and 3 agree. No type of wagmi is named, so that either fits. */
export interface WagmiGround<Chain extends ViemChain> {
  chains: readonly [Chain, ...Chain[]]
  emitter: {
    emit(event: 'connect', data: { accounts: readonly Address[]; chainId: number }): void
    emit(event: 'change', data: { accounts?: readonly Address[]; chainId?: number }): void
    emit(event: 'disconnect'): void
  }
}

/** What a switch may say of a chain that the wallet does not know (EIP-3085). */
export interface AddedChain {
  chainName?: string | undefined
  nativeCurrency?: ViemChain['nativeCurrency'] | undefined
  rpcUrls?: readonly string[] | undefined
  blockExplorerUrls?: readonly string[] | undefined
}

/** A connector as wagmi calls it. No interface, which could not have the further names that wagmi's type allows. */
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
