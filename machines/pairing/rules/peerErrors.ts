import { PAIRING, USER_REJECTED_CODE } from '../../constants.ts'
import type { Outcome } from '../../shared/outcome.types.ts'
import { codesOf, LatchkeyError, reasonOf } from '../../shared/errors/error.ts'
import { declined, expired, failed, isUserRejection } from '../../shared/outcome.rules.ts'
import { isRecord } from '../../shared/typeGuards.rules.ts'

const { errors } = PAIRING
type WireError = keyof typeof errors

const codes = (...names: WireError[]): number[] => names.map((name) => errors[name].code)

/** The meaning of a wallet's rejection. `silent`: it has no content. `other`: its content is unknown. */
export type PeerErrorMeaning =
  | 'declined'
  | 'left'
  | 'unsupported'
  | 'unauthorized'
  | 'settlement'
  | 'callUnsupported'
  /** JSON-RPC's standard codes. The wallet's message is lost on the way and replaced by a standard text. */
  | 'reserved'
  | 'expired'
  | 'silent'
  | 'other'

/** The meaning of each code, from either side. If a rejection has several codes, the first meaning counts. */
const MEANINGS: readonly (readonly [PeerErrorMeaning, readonly number[]])[] = [
  ['declined', [USER_REJECTED_CODE, ...codes('userRejected', 'userRejectedChains')]],
  ['declined', codes('userRejectedMethods', 'userRejectedEvents')],
  ['left', codes('userDisconnected')],
  ['unsupported', [4200, ...codes('unsupportedChains', 'unsupportedMethods', 'unsupportedEvents')]],
  ['unsupported', codes('unsupportedAccounts', 'unsupportedNamespaceKey')],
  ['unauthorized', [4100, ...codes('unauthorizedMethod', 'unauthorizedEvent')]],
  ['unauthorized', codes('unauthorizedUpdate', 'unauthorizedExtend')],
  ['settlement', codes('settlementFailed')],
  ['callUnsupported', codes('methodUnsupported')],
  ['reserved', [-32700, -32600, -32601, -32602, -32603]],
]

/** A wallet's rejection, parsed from any of its four formats. */
export interface PeerError {
  meaning: PeerErrorMeaning
  /** The outermost code; undefined if there is none. */
  code: number | undefined
  /** The wallet's message, or ours if it has none. */
  reason: string
  data: unknown
}

/** The texts with which the protocol's own timers end a wait, and their error codes. */
const TIMERS = {
  'Proposal expired': 'pairing.proposalExpired',
  'Request expired. Please try again.': 'session.requestExpired',
  'Request expired': 'session.authTimedOut',
} as const

const timerOf = (reason: string) => Object.entries(TIMERS).find(([text]) => text === reason)?.[1]

const isEmptyError = (thrown: unknown): boolean =>
  reasonOf(thrown) === reasonOf(undefined) && codesOf(thrown).length === 0

/** Returns the codes of a rejection. A plain text that starts with the protocol's message for a code counts as that code. */
function refusalCodes(thrown: unknown): number[] {
  const ownCodes = codesOf(thrown)
  if (ownCodes.length > 0) return ownCodes
  const reason = reasonOf(thrown)
  return Object.values(errors).flatMap(({ code, message }) => (reason.startsWith(message) ? [code] : []))
}

function meaningOf(thrown: unknown): PeerErrorMeaning {
  if (isEmptyError(thrown)) return 'silent'
  const codes = refusalCodes(thrown)
  const entry = MEANINGS.find(([, meaningCodes]) => meaningCodes.some((code) => codes.includes(code)))
  if (entry) return entry[0]
  if (timerOf(reasonOf(thrown))) return 'expired'
  return isUserRejection(thrown) ? 'declined' : 'other'
}

/** Parses an `Error`, an object with a code and a message, a plain text, or an object without content. */
export function readPeerError(thrown: unknown): PeerError {
  const reason = isEmptyError(thrown) ? new LatchkeyError('session.noReason').message : reasonOf(thrown)
  const data = isRecord(thrown) ? thrown['data'] : undefined
  return { meaning: meaningOf(thrown), code: refusalCodes(thrown)[0], reason, data }
}

/** What the wallet rejected: a proposed session, or a request in a session. */
export type PeerTask = 'connect' | 'request'

/** Returns a wallet's rejection as an error that an app can show. */
export function peerError(thrown: unknown, task: PeerTask): LatchkeyError {
  if (thrown instanceof LatchkeyError && thrown.code !== 'unknown') return thrown
  const { meaning, reason } = readPeerError(thrown)
  const [cause, params] = [thrown, { reason }]
  switch (meaning) {
    case 'declined':
      return new LatchkeyError(task === 'connect' ? 'connect.declined' : 'request.declined', { cause })
    case 'left':
      return new LatchkeyError('wallet.left', { cause })
    case 'expired':
      return new LatchkeyError(timerOf(reason) ?? 'session.requestExpired', { cause })
    case 'unsupported':
      return new LatchkeyError('session.unsupported', { params, cause })
    case 'unauthorized':
      return new LatchkeyError('session.unauthorized', { params, cause })
    case 'settlement':
      return new LatchkeyError('session.settlementFailed', { params, cause })
    case 'callUnsupported':
      return new LatchkeyError('session.callUnsupported', { params, cause })
    case 'silent':
      return new LatchkeyError('session.noReason', { cause })
    default:
      return new LatchkeyError(task === 'connect' ? 'pairing.failed' : 'request.failed', { params, cause })
  }
}

/** Returns the outcome of an attempt that a wallet or the protocol's own timer ended. */
export function peerOutcome(thrown: unknown, task: PeerTask): Outcome<never> {
  const error = peerError(thrown, task)
  const { meaning } = readPeerError(thrown)
  if (meaning === 'declined') return declined(error)
  return meaning === 'expired' ? expired(error) : failed(error)
}
