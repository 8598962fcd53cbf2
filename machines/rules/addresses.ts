import type { Namespace } from '../entities/namespace.ts'
import { LatchkeyError } from '../errors/error.ts'

/**
 * What can be told of an address by its shape alone; `undefined` when its shape is right. Checksums need a hash and
 * are checked by the chain's own adapter.
 */
export function addressFault(namespace: Namespace, address: string): LatchkeyError | undefined {
  if (namespace === 'solana')
    return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address) ? undefined : new LatchkeyError('address.invalid')
  if (namespace !== 'eip155') return undefined
  if (/^0x[0-9a-fA-F]{40}$/.test(address)) return undefined
  if (/^0x[0-9a-fA-F]*$/.test(address))
    return new LatchkeyError('address.length', { params: { count: address.length - 2 } })
  if (/^[^\s.]+(\.[^\s.]+)+$/.test(address)) return new LatchkeyError('address.name', { params: { name: address } })
  return new LatchkeyError('address.invalid')
}

/** In eip155, case is only a checksum; what SegWit writes (BIP-173) is one address in small letters and in capitals. */
const isCaseless = (namespace: Namespace, address: string): boolean =>
  namespace === 'eip155' || (namespace === 'bip122' && /^(bc|tb|bcrt)1[0-9a-z]+$/i.test(address))

/** Whether two addresses of a namespace are one account. */
export const isSameAddress = (namespace: Namespace, one: string, other: string): boolean =>
  one === other || (isCaseless(namespace, one) && one.toLowerCase() === other.toLowerCase())

/** `0x1234…abcd`: for display only. */
export const shortAddress = (address: string, start = 6, end = 4): string =>
  address.length <= start + end + 1 ? address : `${address.slice(0, start)}…${address.slice(-end)}`
