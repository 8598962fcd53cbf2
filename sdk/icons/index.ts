/**
 * Icons of wallets, networks and tokens, as files of your app: `latchkey/icons`. Each icon is loaded when it is first shown. They are from
 * web3icons, under the MIT license in LICENSE.txt.
 */
import type { NetworkId } from '../../machines/shared/namespace.types.ts'
import { networks, tokens, wallets } from './loaders.ts'
import { networkIcons } from './networks.ts'
import { tokenIcons } from './tokens.ts'
import { walletIcons } from './wallets.ts'

type Load = () => Promise<{ svg: string }>

/** Returns the value of a key, without those that every object inherits. */
const valueOf = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

/** Loads an icon as a data URL. */
const urlOf = async (load: Load): Promise<string> => `data:image/svg+xml,${encodeURIComponent((await load()).svg)}`

/**
 * Returns the icon of a wallet.
 * @param rdns The reverse domain name with which the wallet announces itself, such as `io.metamask`.
 * @returns A data URL; `undefined` if there is no icon.
 * @throws Rejects if the file of the icon cannot be loaded.
 * @example
 * const url = await walletIcon('io.metamask')
 */
export async function walletIcon(rdns: string): Promise<string | undefined> {
  const name = valueOf(walletIcons, rdns)
  return name && urlOf(wallets[name])
}

/**
 * Returns the icon of a network.
 * @param networkId Its CAIP-2 id.
 * @returns A data URL; `undefined` if there is no icon.
 * @throws Rejects if the file of the icon cannot be loaded.
 * @example
 * const url = await networkIcon('eip155:1')
 */
export async function networkIcon(networkId: NetworkId): Promise<string | undefined> {
  const [name] = valueOf(networkIcons, networkId) ?? []
  return name && urlOf(networks[name])
}

/**
 * Returns the icon of a token. A symbol is not enough: any contract can have the symbol of a well-known token.
 * @param networkId The CAIP-2 id of its network.
 * @param address Its contract, or its mint on Solana. Without it, the network's native currency.
 * @returns A data URL; `undefined` if there is no icon.
 * @throws Rejects if the file of the icon cannot be loaded.
 * @example
 * const url = await tokenIcon('eip155:1', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')
 */
export async function tokenIcon(networkId: NetworkId, address?: string): Promise<string | undefined> {
  const name =
    address === undefined
      ? valueOf(networkIcons, networkId)?.[1]
      : valueOf(valueOf(tokenIcons, networkId) ?? {}, networkId.startsWith('eip155:') ? address.toLowerCase() : address)
  return name && urlOf(tokens[name])
}
