import { CACHE } from '../constants.ts'
import type { Namespace, NetworkId } from '../entities/namespace.ts'
import type { Network } from '../entities/network.ts'
import type { Remembered } from '../entities/remembered.ts'
import { balanceKey, type TokenBalance } from '../entities/token.ts'
import { networkOf } from './networks.ts'

/** Namespaces whose balances are read; those of Bitcoin, where the site names a server, since no other is asked. */
const READABLE: readonly Namespace[] = ['eip155', 'solana', 'bip122']

const isReadable = ({ chainNamespace, rpcUrls, testnet }: Network): boolean =>
  testnet !== true &&
  READABLE.includes(chainNamespace) &&
  (chainNamespace !== 'bip122' || rpcUrls.default.http.length > 0)

/** Balances are read on some namespaces only, and not on testnets, which show 0.00 [9.37]. */
export function readsBalances(networks: readonly Network[], networkId: string): boolean {
  const network = networkOf(networks, networkId)
  return network !== undefined && isReadable(network)
}

/** The balances without tokens whose decimals are exactly '0' [5.7]. */
export const withoutIndivisible = (tokens: readonly TokenBalance[]): readonly TokenBalance[] =>
  tokens.filter(({ quantity }) => quantity.decimals !== '0')

const nativeOf = (network: Network, numeric: string): TokenBalance => ({
  name: network.nativeCurrency.name,
  symbol: network.nativeCurrency.symbol,
  chainId: network.caipNetworkId,
  quantity: { decimals: String(network.nativeCurrency.decimals), numeric },
  ...(network.assets?.imageUrl !== undefined && { iconUrl: network.assets.imageUrl }),
})

/** Balances with those of others that are not among them; each token once. */
export function withBalances(known: readonly TokenBalance[], more: readonly TokenBalance[]): readonly TokenBalance[] {
  const found = new Map(known.map((token) => [balanceKey(token).toLowerCase(), token]))
  for (const token of more)
    if (!found.has(balanceKey(token).toLowerCase())) found.set(balanceKey(token).toLowerCase(), token)
  return [...found.values()]
}

/** The balances of a network as they are shown: the native token first, each once. */
export function arranged(tokens: readonly TokenBalance[], network: Network): readonly TokenBalance[] {
  const here = withBalances(
    [],
    withoutIndivisible(tokens).filter(({ chainId }) => chainId === network.caipNetworkId),
  )
  const isNative = ({ address }: TokenBalance) => address === undefined
  return [...here.filter(isNative), ...here.filter((token) => !isNative(token))]
}

/** How the provider knows a network's native token. */
export const nativeId = (networkId: NetworkId): string => `${networkId}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`

const key = ({ networkId, address }: { networkId: NetworkId; address: string }) => `${networkId}:${address}`

/** The native balance of a reading that is not too old, as a balance; nothing where none is remembered [9.29]. */
export function rememberedToken(
  { networks, remembered }: { networks: readonly Network[]; remembered: NonNullable<Remembered['nativeBalances']> },
  target: { networkId: NetworkId; address: string },
  now: number,
): readonly TokenBalance[] {
  const network = networkOf(networks, target.networkId)
  const entry = remembered[key(target)]
  return network && entry && now - entry.timestamp < CACHE.nativeBalanceMs ? [nativeOf(network, entry.balance)] : []
}

/** The remembered native balances with one more; the oldest go when there are too many. */
export function withNativeBalance(
  remembered: NonNullable<Remembered['nativeBalances']>,
  target: { networkId: NetworkId; address: string },
  tokens: readonly TokenBalance[],
  now: number,
): NonNullable<Remembered['nativeBalances']> {
  const native = tokens.find(({ address }) => address === undefined)
  if (!native) return remembered
  const { [key(target)]: _, ...others } = remembered
  const kept = Object.entries(others).slice(-9)
  return {
    ...Object.fromEntries(kept),
    [key(target)]: { balance: native.quantity.numeric, symbol: native.symbol, timestamp: now },
  }
}

/** What all of it is worth in USD, as far as prices are known; nothing where none is. */
export const totalValue = (tokens: readonly TokenBalance[]): number | undefined => {
  const values = tokens.flatMap(({ value }) => (value === undefined ? [] : [value]))
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0)
}
