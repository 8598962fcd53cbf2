/** Bundles of calls (EIP-5792), as far as every page knows of them. */
import { CALLS } from '../constants.ts'
import type { ErrorCode } from '../errors/catalogue.ts'
import { codesOf, LatchkeyError } from '../errors/error.ts'
import { isRecord } from './pairing/shapes.ts'

/** What wallets refuse of bundles [8.65]. */
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

/** Why a wallet refused a bundle, or anything about one; nothing where the wallet gives none of these reasons. */
export function bundleRefusal(method: string, thrown: unknown): LatchkeyError | undefined {
  const code = METHOD.test(method) ? codesOf(thrown).find(isRefusal) : undefined
  return code === undefined ? undefined : new LatchkeyError(REFUSALS[code], { cause: thrown })
}

/** How the ids of calls begin that were sent one by one. */
export const OWN = 'latchkey:'
export const isOwnId = (id: unknown): id is string => typeof id === 'string' && id.startsWith(OWN)

/** The id in what a wallet answers to a bundle: as EIP-5792 has it, or alone, as it was before. One of ours is none of a wallet's. */
export function bundleIdOf(answer: unknown): string | undefined {
  const id = isRecord(answer) ? answer['id'] : answer
  if (typeof id !== 'string' || id === '' || id.length > CALLS.idAtMost || isOwnId(id)) return undefined
  return id
}
