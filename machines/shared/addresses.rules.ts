import type { Namespace, NetworkId } from './namespace.types.ts'
import { LatchkeyError } from './errors/error.ts'

/**
 * Returns what is wrong with the format of an address; undefined if it is valid. Checksums require a hash and are verified by the
 * adapter of the chain.
 */
export function validateAddress(namespace: Namespace, address: string): LatchkeyError | undefined {
  if (namespace === 'solana')
    return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address) ? undefined : new LatchkeyError('address.invalid')
  if (namespace !== 'eip155') return undefined
  if (/^0x[0-9a-fA-F]{40}$/.test(address)) return undefined
  if (/^0x[0-9a-fA-F]*$/.test(address))
    return new LatchkeyError('address.length', { params: { count: address.length - 2 } })
  if (/^[^\s.]+(\.[^\s.]+)+$/.test(address)) return new LatchkeyError('address.name', { params: { name: address } })
  return new LatchkeyError('address.invalid')
}

/** Short names of chains before an address (EIP-3770), from https://github.com/ethereum-lists/chains. */
const SHORT_NAMES: Readonly<Record<string, number>> = {
  eth: 1,
  oeth: 10,
  bnb: 56,
  gno: 100,
  uni: 130,
  pol: 137,
  matic: 137,
  base: 8453,
  arb1: 42161,
  celo: 42220,
  avax: 43114,
  linea: 59144,
  sep: 11155111,
}
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/**
 * Returns the address in a text that was copied from a wallet or an explorer: a CAIP-10 id, a payment link (EIP-681) that
 * contains only an address, an address with the short name of its chain (EIP-3770), or with invisible characters. Throws
 * `address.otherNetwork` if it is for another chain.
 */
export function pastedAddress(text: string, networkId: NetworkId): string {
  const plain = text.replace(UNSEEN, '').trim()
  const [namespace, reference] = networkId.split(':')
  const [, caip2, account] = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}):([^:]+)$/.exec(plain) ?? []
  if (account !== undefined) {
    if (caip2 !== networkId) throw new LatchkeyError('address.otherNetwork')
    return account
  }
  // Payment links that contain only an address (BIP-21, Solana Pay).
  if (namespace !== 'eip155')
    return plain.replace(namespace === 'solana' ? /^solana:(?=[^?]+$)/i : /^bitcoin:(?=[^?]+$)/i, '')
  const { prefix, address, chain } =
    /^(?:(?<prefix>[a-z0-9-]+):)?(?<address>0x[0-9a-f]+)(?:@(?<chain>\d+))?$/i.exec(plain)?.groups ?? {}
  if (address === undefined) return plain
  const isLink = prefix?.toLowerCase() === 'ethereum'
  const known = prefix === undefined || isLink ? undefined : SHORT_NAMES[prefix.toLowerCase()]
  if ((prefix !== undefined && !isLink && known === undefined) || (chain !== undefined && !isLink)) return plain
  if (String(chain ?? known ?? reference) !== reference) throw new LatchkeyError('address.otherNetwork')
  return `0x${address.slice(2)}`
}

/** In eip155, case is only a checksum. A SegWit address (BIP-173) is the same in lower and upper case. */
const isCaseless = (namespace: Namespace, address: string): boolean =>
  namespace === 'eip155' || (namespace === 'bip122' && /^(bc|tb|bcrt)1[0-9a-z]+$/i.test(address))

/** Whether two addresses of a namespace are the same account. */
export const isSameAddress = (namespace: Namespace, one: string, other: string): boolean =>
  one === other || (isCaseless(namespace, one) && one.toLowerCase() === other.toLowerCase())

/** Returns a shortened address for display, such as `0x1234…abcd`. */
export const shortAddress = (address: string, start = 6, end = 4): string =>
  address.length <= start + end + 1 ? address : `${address.slice(0, start)}…${address.slice(-end)}`
