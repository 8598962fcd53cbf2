import { CACHE, NATIVE_ADDRESSES, TIMING } from '../constants.ts'
import { caipAddressOf } from '../shared/account.types.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../shared/namespace.types.ts'
import type { Network } from '../shared/network.types.ts'
import type { PersistedState } from '../storage/persisted.types.ts'
import { addressOf, balanceKey, type Token, type TokenBalance } from '../shared/token.types.ts'
import { tokenBalanceSchema } from '../shared/token.schemas.ts'
import { shortAddress } from '../shared/addresses.rules.ts'
import { shortAmount } from '../shared/amounts.rules.ts'
import { isUnsupported } from '../network/network.rules.ts'
import { toPlainText } from '../shared/texts.rules.ts'

/** Namespaces whose balances are read. On Bitcoin this requires that the app configures a server, because no other is used. */
const WITH_RPC_BALANCES: readonly Namespace[] = ['eip155', 'solana', 'bip122']

/**
 * Whether balances are read on a network. They are not read on testnets, which show 0.00, and not on networks that the app does
 * not offer [9.37].
 */
export const canReadBalances = (network: Network): boolean => !isUnsupported(network) && isReadable(network)

const isReadable = ({ chainNamespace, rpcUrls, testnet }: Network): boolean =>
  testnet !== true &&
  WITH_RPC_BALANCES.includes(chainNamespace) &&
  (chainNamespace !== 'bip122' || rpcUrls.default.http.length > 0)

/** Removes tokens whose decimals are exactly '0' [5.7]. */
export const withoutIndivisible = (tokens: readonly TokenBalance[]): readonly TokenBalance[] =>
  tokens.filter(({ quantity }) => quantity.decimals !== '0')

const nativeOf = (network: Network, numeric: string): TokenBalance => ({
  name: network.nativeCurrency.name,
  symbol: network.nativeCurrency.symbol,
  chainId: network.caipNetworkId,
  quantity: { decimals: String(network.nativeCurrency.decimals), numeric },
  ...(network.assets?.imageUrl !== undefined && { iconUrl: network.assets.imageUrl }),
})

/** Returns an address in the form in which it is compared: eip155 addresses ignore case, others do not. */
const comparable = (networkId: string, address: string): string =>
  namespaceOf(networkId) === 'eip155' ? address.toLowerCase() : address

/** Whether an address is the token's own, so that anything sent to it is lost. */
export const isAddressOf = (address: string, token: TokenBalance): boolean => {
  const own = addressOf(token)
  return own !== undefined && comparable(token.chainId, own) === comparable(token.chainId, address)
}

const isNativeAlias = (networkId: string, address: string): boolean =>
  comparable(networkId, address) === NATIVE_ADDRESSES[namespaceOf(networkId)]

const keyOf = (token: TokenBalance): string => comparable(token.chainId, balanceKey(token))

/** Whether two balances are of the same token, with the same symbol and decimals. */
export const isSameToken = (one: TokenBalance, other: TokenBalance): boolean =>
  keyOf(one) === keyOf(other) && one.symbol === other.symbol && one.quantity.decimals === other.quantity.decimals

/** A network, and the tokens that the app lists for it. */
interface BalanceScope {
  network: Network
  listed: readonly Token[]
}

/** Returns a balance with the token's own name, symbol and icon; empty if the decimals differ. */
function withTrustedData(
  balance: TokenBalance,
  token: { name: string; symbol: string; decimals: number; iconUrl?: string | undefined },
): TokenBalance[] {
  const { quantity: apiQuantity, ...known } = balance
  // NFT data is only read from the chain.
  if (Number(apiQuantity.decimals) !== token.decimals || balance.nft) return []
  const { name, symbol, iconUrl = known.iconUrl } = token
  const quantity = { decimals: String(token.decimals), numeric: shortAmount(apiQuantity.numeric, token.decimals) }
  return [{ ...known, name, symbol, quantity, ...(iconUrl !== undefined && { iconUrl }) }]
}

/**
 * Validates balances from an untrusted source. The decimals and names of the native token and of the app's listed tokens come
 * only from the configuration. A balance that contradicts them is left out.
 */
export const validateBalances = (
  fromWallet: readonly TokenBalance[],
  { network, listed }: BalanceScope,
): readonly TokenBalance[] =>
  fromWallet.flatMap((balance) => {
    const { caipNetworkId, nativeCurrency, assets } = network
    if (balance.chainId !== caipNetworkId || !tokenBalanceSchema.safeParse(balance).success) return []
    const address = addressOf(balance)
    if (address === undefined || isNativeAlias(caipNetworkId, address)) {
      const { address: _, ...native } = balance
      return withTrustedData(native, { ...nativeCurrency, iconUrl: assets?.imageUrl })
    }
    const own = listed.find((token) => comparable(caipNetworkId, token.address) === comparable(caipNetworkId, address))
    if (own) return withTrustedData(balance, own)
    const [name, symbol] = [balance.name, balance.symbol].map((text) => toPlainText(text) || shortAddress(address))
    return withTrustedData(balance, {
      name: name ?? address,
      symbol: symbol ?? address,
      decimals: Number(balance.quantity.decimals),
    })
  })

/** Whether all balances for a network are valid and include the native token. Otherwise the chain is read. */
export const areComplete = (apiBalances: readonly TokenBalance[], scope: BalanceScope): boolean => {
  const validBalances = validateBalances(apiBalances, scope)
  return (
    validBalances.some(({ address }) => address === undefined) &&
    validBalances.length === apiBalances.filter(({ chainId }) => chainId === scope.network.caipNetworkId).length
  )
}

/** Adds balances of tokens that are not in the list yet, without duplicates. */
export function withBalances(
  balances: readonly TokenBalance[],
  more: readonly TokenBalance[],
): readonly TokenBalance[] {
  const byKey = new Map(balances.map((token) => [keyOf(token), token]))
  for (const token of more) if (!byKey.has(keyOf(token))) byKey.set(keyOf(token), token)
  return [...byKey.values()]
}

/** Returns the balances of a network in display order: the native token first, without duplicates. */
export function sortBalances(tokens: readonly TokenBalance[], network: Network): readonly TokenBalance[] {
  const here = withBalances(
    [],
    withoutIndivisible(tokens).filter(({ chainId }) => chainId === network.caipNetworkId),
  )
  const isNative = ({ address }: TokenBalance) => address === undefined
  return [...here.filter(isNative), ...here.filter((token) => !isNative(token))]
}

/** Returns the API's id of a network's native token [9.42]. */
export const nativeId = (networkId: NetworkId): string => `${networkId}:${NATIVE_ADDRESSES[namespaceOf(networkId)]}`

/** Returns how long no balances may be fetched after the last failure, in milliseconds [8.1] [9.2]. */
export const remainingPause = (failedAt: number | undefined, now: number): number =>
  failedAt === undefined ? 0 : Math.max(0, failedAt + TIMING.balanceRetryMs - now)

/** Returns the stored native balance if it is not too old; empty if there is none [9.29]. */
export function storedNativeBalance(
  persisted: NonNullable<PersistedState['nativeBalances']>,
  network: Network,
  target: { networkId: NetworkId; address: string },
  now: number,
): readonly TokenBalance[] {
  const entry = persisted[caipAddressOf(target)]
  return !isUnsupported(network) && entry && now - entry.timestamp < CACHE.nativeBalanceMs
    ? [nativeOf(network, entry.balance)]
    : []
}

/** Returns the total value in USD, as far as prices are known; undefined without any price. */
export const totalValue = (tokens: readonly TokenBalance[]): number | undefined => {
  const values = tokens.flatMap(({ value }) => (value === undefined ? [] : [value]))
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0)
}
