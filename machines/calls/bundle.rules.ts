/** The codes of bundles of calls (EIP-5792), and the ids of calls that were sent one by one. */
import { CALLS, TIMING } from '../constants.ts'
import type { BundleStatus } from './calls.types.ts'
import type { ErrorCode } from '../shared/errors/catalog.ts'
import { OWN } from './calls.rules.ts'
import { BUNDLE_REFUSALS } from '../shared/outcome.rules.ts'

/** The wallet's error codes, by our own. */
export const refusalCodes: Partial<Record<ErrorCode, number>> = Object.fromEntries(
  Object.entries(BUNDLE_REFUSALS).map(([code, name]) => [name, Number(code)]),
)

const STATUSES: Readonly<Record<number, BundleStatus>> = {
  1: 'pending',
  2: 'success',
  4: 'failed',
  5: 'reverted',
  6: 'partlyReverted',
}

/** Returns the status of a code, by its hundreds; undefined if EIP-5792 does not define it. */
export const bundleStatus = (code: number): BundleStatus | undefined => STATUSES[Math.floor(code / 100)]

/** Whether capabilities can be serialized as JSON and do not exceed the maximum length. */
export function areCapabilitiesShort(capabilities: unknown): boolean {
  try {
    return JSON.stringify(capabilities).length <= CALLS.capabilitiesAtMost
  } catch {
    return false
  }
}

/** Returns the status code of a number of transactions. A transaction without a receipt is undefined. */
export function statusCodeOf(
  statuses: readonly ('success' | 'reverted' | undefined)[],
  count = statuses.length,
): number {
  if (statuses.includes(undefined)) return 100
  const succeeded = statuses.filter((status) => status === 'success').length
  if (succeeded === 0) return 500
  return succeeded === count ? 200 : 600
}

/** Returns the delay before the next poll of a bundle, after this many polls. */
export const nextPollMs = (pollCount: number): number =>
  Math.min(TIMING.callsFirstPollMs * 2 ** Math.max(0, pollCount - 1), TIMING.callsPollMs)

/** Calls that were sent one by one: their transactions, and the total number of calls. */
export interface SentOneByOne {
  chainId: number
  count: number
  hashes: readonly string[]
}
const OWN_ID = /^latchkey:([1-9]\d{0,15}):([1-9]\d{0,2}):((?:[0-9a-f]{64})+)$/

/** Returns an id that contains all data of such calls, so that nothing has to be stored. */
export const encodeOwnId = ({ chainId, count, hashes }: SentOneByOne): string =>
  `${OWN}${chainId}:${count}:${hashes.map((hash) => hash.slice(2).toLowerCase()).join('')}`

/** Parses an id that Latchkey created; undefined if it is invalid. */
export function parseOwnId(id: string): SentOneByOne | undefined {
  const [, chainId, count, all = ''] = (id.length <= CALLS.idAtMost && OWN_ID.exec(id)) || []
  const hashes = (all.match(/.{64}/g) ?? []).map((hash) => `0x${hash}`)
  if (hashes.length === 0 || hashes.length > Number(count)) return undefined
  return { chainId: Number(chainId), count: Number(count), hashes }
}
