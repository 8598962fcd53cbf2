/** What the numbers of bundles of calls mean (EIP-5792), and the ids of those that were sent one by one. */
import { CALLS, TIMING } from '../constants.ts'
import type { BundleStatus } from '../entities/calls.ts'
import type { ErrorCode } from '../errors/catalogue.ts'
import { OWN, REFUSALS } from './calls.ts'

/** The wallet's codes by our own. */
export const refusalCodes: Partial<Record<ErrorCode, number>> = Object.fromEntries(
  Object.entries(REFUSALS).map(([code, name]) => [name, Number(code)]),
)

const STATUSES: Readonly<Record<number, BundleStatus>> = {
  1: 'pending',
  2: 'success',
  4: 'failed',
  5: 'reverted',
  6: 'partlyReverted',
}

/** What a status means, by its hundreds; nothing where EIP-5792 has none such. */
export const bundleStatus = (code: number): BundleStatus | undefined => STATUSES[Math.floor(code / 100)]

/** Capabilities that go on as JSON, and are no longer than any wallet needs. */
export function areShort(capabilities: unknown): boolean {
  try {
    return JSON.stringify(capabilities).length <= CALLS.capabilitiesAtMost
  } catch {
    return false
  }
}

/** The status of so many transactions; one that has no receipt yet has no status. */
export function statusCodeOf(
  statuses: readonly ('success' | 'reverted' | undefined)[],
  count = statuses.length,
): number {
  if (statuses.includes(undefined)) return 100
  const succeeded = statuses.filter((status) => status === 'success').length
  if (succeeded === 0) return 500
  return succeeded === count ? 200 : 600
}

/** How long until the next look at a bundle, after so many. */
export const nextLookMs = (looks: number): number =>
  Math.min(TIMING.callsFirstLookMs * 2 ** Math.max(0, looks - 1), TIMING.callsLookMs)

/** Calls that were sent one by one: in these transactions, of so many that were wanted. */
export interface SentOneByOne {
  chainId: number
  count: number
  hashes: readonly string[]
}
const OWN_ID = /^latchkey:([1-9]\d{0,15}):([1-9]\d{0,2}):((?:[0-9a-f]{64})+)$/

/** The id of such calls says all that is known of them, so that nothing has to be kept. */
export const ownId = ({ chainId, count, hashes }: SentOneByOne): string =>
  `${OWN}${chainId}:${count}:${hashes.map((hash) => hash.slice(2).toLowerCase()).join('')}`

/** What an id of ours says; nothing where it is broken. */
export function sentBy(id: string): SentOneByOne | undefined {
  const [, chainId, count, all = ''] = (id.length <= CALLS.idAtMost && OWN_ID.exec(id)) || []
  const hashes = (all.match(/.{64}/g) ?? []).map((hash) => `0x${hash}`)
  if (hashes.length === 0 || hashes.length > Number(count)) return undefined
  return { chainId: Number(chainId), count: Number(count), hashes }
}
