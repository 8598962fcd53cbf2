import { CACHE, NATIVE_ADDRESSES, TIMING } from '../constants.ts'
import { caipAddressOf } from '../entities/account.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../entities/namespace.ts'
import type { Network } from '../entities/network.ts'
import type { Remembered } from '../entities/remembered.ts'
import { addressOf, balanceKey, type Token, type TokenBalance } from '../entities/token.ts'
import { tokenBalanceSchema } from '../schemas/token.ts'
import { shortAddress } from './addresses.ts'
import { shortAmount } from './amounts.ts'
import { isUnsupported } from './networks.ts'
import { plainText } from './texts.ts'

/** Namespaces whose balances are read; those of Bitcoin, where the site names a server, since no other is asked. */
const READABLE: readonly Namespace[] = ['eip155', 'solana', 'bip122']

/** Balances are read on some namespaces only, and neither on testnets, which show 0.00, nor where the site is not [9.37]. */
export const readsBalances = (network: Network): boolean => !isUnsupported(network) && isReadable(network)

const isReadable = ({ chainNamespace, rpcUrls, testnet }: Network): boolean =>
  testnet !== true &&
  READABLE.includes(chainNamespace) &&
  (chainNamespace !== 'bip122' || rpcUrls.default.http.length > 0)

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

/** An address to compare by: EVM's are the same in capital and small letters, others' are not. */
const comparable = (networkId: string, address: string): string =>
  namespaceOf(networkId) === 'eip155' ? address.toLowerCase() : address

/** Whether an address is a token's own, so that what is sent to it is lost. */
export const isAddressOf = (address: string, token: TokenBalance): boolean => {
  const own = addressOf(token)
  return own !== undefined && comparable(token.chainId, own) === comparable(token.chainId, address)
}

const isNativeAlias = (networkId: string, address: string): boolean =>
  comparable(networkId, address) === NATIVE_ADDRESSES[namespaceOf(networkId)]

const keyOf = (token: TokenBalance): string => comparable(token.chainId, balanceKey(token))

/** Whether two balances are of the same token, in every way that an amount of it can be read. */
export const isSameToken = (one: TokenBalance, other: TokenBalance): boolean =>
  keyOf(one) === keyOf(other) && one.symbol === other.symbol && one.quantity.decimals === other.quantity.decimals

/** Whose balances are told: the network, and the tokens that the site lists for it. */
interface Here {
  network: Network
  listed: readonly Token[]
}

/** A balance with a token's own name, symbol and picture; nothing where it counts otherwise than the token does. */
function balanceAs(
  balance: TokenBalance,
  token: { name: string; symbol: string; decimals: number; iconUrl?: string | undefined },
): TokenBalance[] {
  const { quantity: told, ...known } = balance
  // What is an NFT is read from the chain alone.
  if (Number(told.decimals) !== token.decimals || balance.nft) return []
  const { name, symbol, iconUrl = known.iconUrl } = token
  const quantity = { decimals: String(token.decimals), numeric: shortAmount(told.numeric, token.decimals) }
  return [{ ...known, name, symbol, quantity, ...(iconUrl !== undefined && { iconUrl }) }]
}

/**
 * What is believed of balances that somebody told: how the native token and the site's own tokens count, and what they are
 * called, is the configuration's word alone. A balance that contradicts it is left out.
 */
export const believedBalances = (told: readonly TokenBalance[], { network, listed }: Here): readonly TokenBalance[] =>
  told.flatMap((balance) => {
    const { caipNetworkId, nativeCurrency, assets } = network
    if (balance.chainId !== caipNetworkId || !tokenBalanceSchema.safeParse(balance).success) return []
    const address = addressOf(balance)
    if (address === undefined || isNativeAlias(caipNetworkId, address)) {
      const { address: _, ...native } = balance
      return balanceAs(native, { ...nativeCurrency, iconUrl: assets?.imageUrl })
    }
    const own = listed.find((token) => comparable(caipNetworkId, token.address) === comparable(caipNetworkId, address))
    if (own) return balanceAs(balance, own)
    const [name, symbol] = [balance.name, balance.symbol].map((text) => plainText(text) || shortAddress(address))
    return balanceAs(balance, {
      name: name ?? address,
      symbol: symbol ?? address,
      decimals: Number(balance.quantity.decimals),
    })
  })

/** Whether all that was told of a network is believed, and the native token is among it; else the chain is asked. */
export const isAllThereIs = (told: readonly TokenBalance[], here: Here): boolean => {
  const believed = believedBalances(told, here)
  return (
    believed.some(({ address }) => address === undefined) &&
    believed.length === told.filter(({ chainId }) => chainId === here.network.caipNetworkId).length
  )
}

/** Balances with those of others that are not among them; each token once. */
export function withBalances(known: readonly TokenBalance[], more: readonly TokenBalance[]): readonly TokenBalance[] {
  const found = new Map(known.map((token) => [keyOf(token), token]))
  for (const token of more) if (!found.has(keyOf(token))) found.set(keyOf(token), token)
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

/** How the API knows a network's native token [9.42]. */
export const nativeId = (networkId: NetworkId): string => `${networkId}:${NATIVE_ADDRESSES[namespaceOf(networkId)]}`

/** How long nothing is to be asked still, in milliseconds from the last failure on [8.1] [9.2]. */
export const remainingRest = (failedAt: number | undefined, now: number): number =>
  failedAt === undefined ? 0 : Math.max(0, failedAt + TIMING.balanceRetryMs - now)

/** The native balance of a reading that is not too old, as a balance; nothing where none is remembered [9.29]. */
export function rememberedToken(
  remembered: NonNullable<Remembered['nativeBalances']>,
  network: Network,
  target: { networkId: NetworkId; address: string },
  now: number,
): readonly TokenBalance[] {
  const entry = remembered[caipAddressOf(target)]
  return !isUnsupported(network) && entry && now - entry.timestamp < CACHE.nativeBalanceMs
    ? [nativeOf(network, entry.balance)]
    : []
}

/** What all of it is worth in USD, as far as prices are known; nothing where none is. */
export const totalValue = (tokens: readonly TokenBalance[]): number | undefined => {
  const values = tokens.flatMap(({ value }) => (value === undefined ? [] : [value]))
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0)
}
