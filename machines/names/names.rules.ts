import { NAMES } from '../constants.ts'
import { validateAddress, isSameAddress } from '../shared/addresses.rules.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../shared/namespace.types.ts'
import type { RpcCall } from '../wallet-requests/walletRequest.types.ts'
import type { Network } from '../shared/network.types.ts'
import { firstReasonOf } from '../shared/errors/apiError.ts'
import { LatchkeyError } from '../shared/errors/error.ts'

/** Namespaces in which the API registers names [9.42]. */
const NAMED_NETWORKS: readonly Namespace[] = ['eip155']

/** Whether accounts of a network can have names. */
export const supportsNames = (networkId: string): boolean => NAMED_NETWORKS.includes(namespaceOf(networkId))

/** Whether a name can be registered: at least 4 letters, digits and hyphens [5.3] [9.13]. */
export const isName = (name: string): boolean => name.length >= NAMES.minimumLength && /^[a-zA-Z0-9-]+$/.test(name)

/** Returns what is wrong with a typed name on a network [5.3] [9.13] [9.14]; undefined if nothing was typed. */
export function validateName({ name, network }: { name: string; network: Pick<Network, 'id'> }) {
  if (name === '') return undefined
  if (/[^a-zA-Z0-9-]/.test(name)) return new LatchkeyError('names.letters')
  if (!isName(name)) return new LatchkeyError('names.tooShort')
  if (name.length > NAMES.maximumLength) return new LatchkeyError('names.tooLong')
  return Number(network.id) < NAMES.chainIdLimit ? undefined : new LatchkeyError('names.chainInvalid')
}

/** Returns the full name under which a label is registered: `ann` is `ann.reown.id` [9.15]. */
export const fullName = (label: string): string => `${label}.${NAMES.zone}`

/** Returns the label of a name in the API's zones; undefined for any other name. */
export function labelOf(name: string): string | undefined {
  const zone = NAMES.zones.find((suffix) => name.toLowerCase().endsWith(`.${suffix}`))
  const label = zone && name.slice(0, -zone.length - 1)
  return label !== undefined && isName(label) && label.length <= NAMES.maximumLength ? label : undefined
}

/** A name that the API suggests, by its label [3.21]. */
export interface NameSuggestion {
  label: string
  taken: boolean
}

/** Returns the suggestions of the API that can be registered, without duplicates and without the requested name. */
export function toSuggestions(
  suggestions: readonly { name: string; registered: boolean }[],
  requested: string,
): readonly NameSuggestion[] {
  const labels = new Map<string, NameSuggestion>()
  for (const { name, registered: taken } of suggestions) {
    const label = labelOf(name.includes('.') ? name.toLowerCase() : fullName(name.toLowerCase()))
    if (label !== undefined && label !== requested) labels.set(label, { label, taken })
  }
  return [...labels.values()].slice(0, NAMES.suggestions)
}

/** The owner of a name, relative to an account. */
export type Holder = 'nobody' | 'own' | 'other'

/** Returns the owner of a name from the API's response. */
export function holderOf(
  { name, addresses }: { name: string; addresses?: Readonly<Record<string, { address: string }>> | null | undefined },
  address: string,
): Holder {
  if (name === '') return 'nobody'
  const holders = Object.values(addresses ?? {})
  return holders.some((each) => isSameAddress('eip155', each.address, address)) ? 'own' : 'other'
}

/**
 * Returns the address that a name of the API has on an EVM chain: the one for its coin type, or on Ethereum the one for
 * Ethereum's coin type (SLIP-44).
 */
export function ensAddressFor(
  { addresses }: { addresses?: Readonly<Record<string, { address: string }>> | null | undefined },
  chainId: number,
): string | undefined {
  const own = addresses?.[coinTypeOf(chainId)] ?? (chainId === 1 ? addresses?.['60'] : undefined)
  return own?.address
}

/** Whether a text is meant as a name, on networks whose names resolve to addresses. */
export const isNameText = (text: string, networkId: NetworkId): boolean =>
  validateAddress(namespaceOf(networkId), text)?.code === 'address.name'

/** Whether a name contains other characters than most names do: some of them are easily mistaken for common ones. */
export const hasOtherLetters = (name: string): boolean => /[^a-z0-9.-]/.test(name)

/** Returns the first of an account's names that is in one of the API's zones. */
export const ownedName = (names: readonly { name: string }[]): string | undefined =>
  names.map(({ name }) => name.toLowerCase()).find((name) => labelOf(name) !== undefined)

/** Returns the text that an account signs to register a name: JSON, with the time in seconds since 1970. */
export const registrationText = (label: string, nowMs: number): string =>
  JSON.stringify({ name: fullName(label), attributes: {}, timestamp: Math.floor(nowMs / 1_000) })

/** Returns the RPC call with which an account signs a text (EIP-191). */
export const toSigningCall = (text: string, address: string): RpcCall => ({
  method: 'personal_sign',
  params: [
    `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`,
    address,
  ],
})

/** Returns the coin type of an EVM chain: its id with the high bit set (ENSIP-11) [5.4] [9.14]. */
export function coinTypeOf(chainId: number): number {
  if (!Number.isInteger(chainId) || chainId < 0 || chainId >= NAMES.chainIdLimit)
    throw new LatchkeyError('names.chainInvalid')
  return NAMES.chainIdLimit + chainId
}

/** Returns why a call of the name service failed, with the server's own text if it has one [8.13] to [8.16]. */
export function nameError(
  doing: 'resolve' | 'suggest' | 'reverse' | 'register',
  thrown: unknown,
  name = '',
): LatchkeyError {
  if (LatchkeyError.is(thrown, 'names.unserved')) return thrown
  const reason = firstReasonOf(thrown)
  if (reason !== undefined) return new LatchkeyError('names.refused', { params: { reason }, cause: thrown })
  switch (doing) {
    case 'resolve':
      return new LatchkeyError('names.resolveFailed', { cause: thrown })
    case 'suggest':
      return new LatchkeyError('names.suggestFailed', { cause: thrown })
    case 'reverse':
      return new LatchkeyError('names.reverseFailed', { cause: thrown })
    case 'register':
      return new LatchkeyError('names.registerFailed', { params: { name }, cause: thrown })
  }
}
