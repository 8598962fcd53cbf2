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
  restored(): Promise<unknown>
  /** The provider of the connected EVM wallet. */
  wallet(): WalletProvider | undefined
  /** Subscribes to changes, after every machine has processed them. Returns a function that unsubscribes. */
  follow(heard: () => void): () => void
}

const NAMESPACE: Namespace = 'eip155'
const hexChainId = (networkId: NetworkId): `0x${string}` => `0x${BigInt(referenceOf(networkId)).toString(16)}`

export type AccountsAndNetwork = ReturnType<typeof accountsAndNetworkOf>

/** Reads the accounts and the EVM network of an instance. The chain id is 0x hex, and empty if there is no EVM network. */
export function accountsAndNetworkOf(latchkey: Latchkey) {
  const account = () => latchkey.getAccount(NAMESPACE)
  const accountsNow = (): string[] => {
    const known = account()
    if (known.status !== 'connected') return []
    return [...new Set([known.address, ...known.accounts.map(({ address }) => address)])]
  }
  /** The EVM network for reads: the active one, else the app's first. */
  const networkNow = (): Network | undefined => {
    const { networks, networkId } = latchkey.actor('network').getSnapshot().context
    const offered = networksOf(networks, NAMESPACE)
    return networkOf(offered, networkId) ?? offered[0]
  }
  const chainIdNow = (): string => {
    const known = account()
    const networkId = known.status === 'connected' ? known.networkId : networkNow()?.caipNetworkId
    return networkId === undefined ? '' : hexChainId(networkId)
  }
  const known = () => ({ accounts: accountsNow(), chainId: chainIdNow() })
  return { accountsNow, networkNow, chainIdNow, known }
}
