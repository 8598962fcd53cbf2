import { referenceOf, type Namespace, type NetworkId } from '../../machines/shared/namespace.types.ts'
import type { Network } from '../../machines/shared/network.types.ts'
import { networkOf, networksOf } from '../../machines/network/network.rules.ts'
import type { Latchkey } from '../instance/instance.ts'
import type { LoggerPort, RpcPort } from '../instance/ports.ts'
import type { WalletProvider } from './walletProvider.ts'

/** The dependencies of an EVM provider. */
export interface ProviderDependencies {
  latchkey: Latchkey
  rpc: RpcPort
  logger: LoggerPort
  started(): boolean
  /** Resolves when no EVM wallet from an earlier visit is being reconnected any more. */
  waitUntilRestored(): Promise<unknown>
  /** The provider of the connected EVM wallet. */
  wallet(): WalletProvider | undefined
  /** Subscribes to changes, after every machine has processed them. Returns a function that unsubscribes. */
  follow(listener: () => void): () => void
}

const NAMESPACE: Namespace = 'eip155'
const hexChainId = (networkId: NetworkId): `0x${string}` => `0x${BigInt(referenceOf(networkId)).toString(16)}`

export type AccountsAndNetwork = ReturnType<typeof accountsAndNetworkOf>

/** Reads the accounts and the EVM network of an instance. The chain id is 0x hex, and empty if there is no EVM network. */
export function accountsAndNetworkOf(latchkey: Latchkey) {
  const account = () => latchkey.getAccount(NAMESPACE)
  const getAccounts = (): string[] => {
    const current = account()
    if (current.status !== 'connected') return []
    return [...new Set([current.address, ...current.accounts.map(({ address }) => address)])]
  }
  /** The EVM network for reads: the active one, else the app's first. */
  const getEvmNetwork = (): Network | undefined => {
    const { networks, networkId } = latchkey.actor('network').getSnapshot().context
    const evmNetworks = networksOf(networks, NAMESPACE)
    return networkOf(evmNetworks, networkId) ?? evmNetworks[0]
  }
  const getChainId = (): string => {
    const current = account()
    const networkId = current.status === 'connected' ? current.networkId : getEvmNetwork()?.caipNetworkId
    return networkId === undefined ? '' : hexChainId(networkId)
  }
  const readState = () => ({ accounts: getAccounts(), chainId: getChainId() })
  return { getAccounts, getEvmNetwork, getChainId, readState }
}
