/** The part of bundles of calls (EIP-5792) that every app needs. */
import { CALLS } from '../constants.ts'
import { isRecord } from '../shared/typeGuards.rules.ts'

/** The prefix of the ids of calls that were sent one by one. */
export const OWN = 'latchkey:'
export const isOwnId = (id: unknown): id is string => typeof id === 'string' && id.startsWith(OWN)

/**
 * Returns the id in a wallet's response to a bundle: in an object (EIP-5792), or alone, as in earlier versions. A wallet must
 * not return an id with our prefix.
 */
export function bundleIdOf(answer: unknown): string | undefined {
  const id = isRecord(answer) ? answer['id'] : answer
  if (typeof id !== 'string' || id === '' || id.length > CALLS.idAtMost || isOwnId(id)) return undefined
  return id
}
