import { namespaceOf, type Namespace } from '../entities/namespace.ts'
import type { Network } from '../entities/network.ts'
import type { TokenBalance } from '../entities/token.ts'
import { networkOf } from './networks.ts'

/** Namespaces whose balances are read from the chain. */
const READABLE: readonly Namespace[] = ['eip155']

/** Balances are read on some namespaces only, and not on testnets, which show 0.00 [9.37]. */
export function readsBalances(networks: readonly Network[], networkId: string): boolean {
  const network = networkOf(networks, networkId)
  return network !== undefined && network.testnet !== true && READABLE.includes(namespaceOf(networkId))
}

/** The balances without tokens whose decimals are exactly '0' [5.7]. */
export const withoutIndivisible = (tokens: readonly TokenBalance[]): readonly TokenBalance[] =>
  tokens.filter(({ quantity }) => quantity.decimals !== '0')
