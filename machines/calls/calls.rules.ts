/** The part of bundles of calls (EIP-5792) that every app needs. */
import { CALLS } from '../constants.ts'
import type { ErrorCode } from '../shared/errors/catalogue.ts'
import { codesOf, LatchkeyError } from '../shared/errors/error.ts'
import { isRecord } from '../shared/typeGuards.rules.ts'

/** The error codes with which wallets reject bundles [8.65]. */
export const REFUSALS = {
  5700: 'calls.capabilityUnsupported',
  5710: 'calls.chainUnsupported',
  5720: 'calls.idUsed',
  5730: 'calls.idUnknown',
  5740: 'calls.tooLarge',
  5750: 'calls.upgradeDeclined',
  5760: 'calls.atomicUnsupported',
} as const satisfies Readonly<Record<number, ErrorCode>>
const isRefusal = (code: number): code is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, code)

const METHOD = /^wallet_\w+(Calls|CallsStatus|Capabilities)$/

/** Returns why a wallet rejected a bundle, or a request about one; undefined if it gives none of these reasons. */
export function bundleRefusal(method: string, thrown: unknown): LatchkeyError | undefined {
  const code = METHOD.test(method) ? codesOf(thrown).find(isRefusal) : undefined
  return code === undefined ? undefined : new LatchkeyError(REFUSALS[code], { cause: thrown })
}

/** The prefix of the ids of calls that were sent one by one. */
export const OWN = 'latchkey:'
export const isOwnId = (id: unknown): id is string => typeof id === 'string' && id.startsWith(OWN)

/**
 * Returns the id in a wallet's answer to a bundle: in an object (EIP-5792), or alone, as in earlier versions. A wallet must not
 * return an id with our prefix.
 */
export function bundleIdOf(answer: unknown): string | undefined {
  const id = isRecord(answer) ? answer['id'] : answer
  if (typeof id !== 'string' || id === '' || id.length > CALLS.idAtMost || isOwnId(id)) return undefined
  return id
}
