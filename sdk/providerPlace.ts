import { referenceOf, type Namespace, type NetworkId } from '../machines/entities/namespace.ts'
import type { Network } from '../machines/entities/network.ts'
import { networkOf, networksOf } from '../machines/rules/networks.ts'
import type { Latchkey } from './instance.ts'
import type { LoggerPort, RpcPort } from './ports.ts'
import type { WalletProvider } from './walletProvider.ts'

/** What an EVM provider stands on. */
export interface Ground {
  latchkey: Latchkey
  rpc: RpcPort
  logger: LoggerPort
  started(): boolean
  /** Resolves once no EVM wallet of an earlier visit is looked for any more. */
  restored(): Promise<unknown>
  /** The provider of the EVM wallet that is connected. */
  wallet(): WalletProvider | undefined
  /** Hears of changes, once every machine has heard of them. */
  follow(heard: () => void): () => void
}

const NAMESPACE: Namespace = 'eip155'
const hexChainId = (networkId: NetworkId): `0x${string}` => `0x${BigInt(referenceOf(networkId)).toString(16)}`

export type Place = ReturnType<typeof placeIn>

/** Where an instance is among EVM networks, and whose accounts it shows. The chain id is in 0x hex; empty where there is none. */
export function placeIn(latchkey: Latchkey) {
  const account = () => latchkey.getAccount(NAMESPACE)
  const accountsNow = (): string[] => {
    const known = account()
    if (known.status !== 'connected') return []
    return [...new Set([known.address, ...known.accounts.map(({ address }) => address)])]
  }
  /** The EVM network that reads go to: the active one, else the site's first. */
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
