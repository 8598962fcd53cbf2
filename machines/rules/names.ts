import { NAMES } from '../constants.ts'
import { addressFault, isSameAddress } from './addresses.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../entities/namespace.ts'
import type { RpcCall } from '../entities/question.ts'
import type { Network } from '../entities/network.ts'
import { firstReasonOf } from '../errors/apiError.ts'
import { LatchkeyError } from '../errors/error.ts'

/** Namespaces in which the API registers names [9.42]. */
const NAMED: readonly Namespace[] = ['eip155']

export const hasNames = (networkId: string): boolean => NAMED.includes(namespaceOf(networkId))

/** A name that can be registered: at least 4 letters, digits and hyphens, and nothing else [5.3] [9.13]. */
export const isName = (name: string): boolean => name.length >= NAMES.minimumLength && /^[a-zA-Z0-9-]+$/.test(name)

/** What is wrong with a name as typed, for whoever is on a network [5.3] [9.13] [9.14]; nothing where nothing was typed. */
export function nameFault({ name, network }: { name: string; network: Pick<Network, 'id'> }) {
  if (name === '') return undefined
  if (/[^a-zA-Z0-9-]/.test(name)) return new LatchkeyError('names.letters')
  if (!isName(name)) return new LatchkeyError('names.tooShort')
  if (name.length > NAMES.maximumLength) return new LatchkeyError('names.tooLong')
  return Number(network.id) < NAMES.chainIdLimit ? undefined : new LatchkeyError('names.chainInvalid')
}

/** The whole name that a label is registered as: `ann` is `ann.reown.id` [9.15]. */
export const fullName = (label: string): string => `${label}.${NAMES.zone}`

/** The label of a name of the API's zones; nothing for any other name. */
export function labelOf(name: string): string | undefined {
  const zone = NAMES.zones.find((known) => name.toLowerCase().endsWith(`.${known}`))
  const label = zone && name.slice(0, -zone.length - 1)
  return label !== undefined && isName(label) && label.length <= NAMES.maximumLength ? label : undefined
}

/** A name that the API suggests, by its label [3.21]. */
export interface Suggestion {
  label: string
  taken: boolean
}

/** What of the API's suggestions can be registered at all, each once, without the name that was asked for. */
export function suggestionsOf(
  told: readonly { name: string; registered: boolean }[],
  wanted: string,
): readonly Suggestion[] {
  const labels = new Map<string, Suggestion>()
  for (const { name, registered: taken } of told) {
    const label = labelOf(name.includes('.') ? name.toLowerCase() : fullName(name.toLowerCase()))
    if (label !== undefined && label !== wanted) labels.set(label, { label, taken })
  }
  return [...labels.values()].slice(0, NAMES.suggestions)
}

/** Whose a name is, as far as it concerns an account. */
export type Holder = 'nobody' | 'own' | 'other'

/** Whose a name is, by what the API says of it. */
export function holderOf(
  { name, addresses }: { name: string; addresses?: Readonly<Record<string, { address: string }>> | null | undefined },
  address: string,
): Holder {
  if (name === '') return 'nobody'
  const holders = Object.values(addresses ?? {})
  return holders.some((each) => isSameAddress('eip155', each.address, address)) ? 'own' : 'other'
}

/** The address that a name of the API stands for on an EVM chain: the one for its coin type, or for Ethereum's (SLIP-44) on Ethereum. */
export function addressFor(
  { addresses }: { addresses?: Readonly<Record<string, { address: string }>> | null | undefined },
  chainId: number,
): string | undefined {
  const own = addresses?.[coinTypeOf(chainId)] ?? (chainId === 1 ? addresses?.['60'] : undefined)
  return own?.address
}

/** Whether a text is meant as a name, where names stand for addresses. */
export const isNameText = (text: string, networkId: NetworkId): boolean =>
  addressFault(namespaceOf(networkId), text)?.code === 'address.name'

/** Whether a name has other letters than those of most: some are easily taken for them. */
export const hasOtherLetters = (name: string): boolean => /[^a-z0-9.-]/.test(name)

/** The first of an account's names that is one of the API's zones. */
export const ownedName = (names: readonly { name: string }[]): string | undefined =>
  names.map(({ name }) => name.toLowerCase()).find((name) => labelOf(name) !== undefined)

/** What an account signs to have a name: JSON, with seconds since 1970. */
export const claimOf = (label: string, nowMs: number): string =>
  JSON.stringify({ name: fullName(label), attributes: {}, timestamp: Math.floor(nowMs / 1_000) })

/** The question that has a text signed by an account (EIP-191). */
export const signingOf = (text: string, address: string): RpcCall => ({
  method: 'personal_sign',
  params: [
    `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`,
    address,
  ],
})

/** The coin type of an EVM chain: its id with the high bit set (ENSIP-11) [5.4] [9.14]. */
export function coinTypeOf(chainId: number): number {
  if (!Number.isInteger(chainId) || chainId < 0 || chainId >= NAMES.chainIdLimit)
    throw new LatchkeyError('names.chainInvalid')
  return NAMES.chainIdLimit + chainId
}

/** Why a call of the name service failed: in the server's own words where it has any [8.13] to [8.16]. */
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
