import { PAIRING, USER_REJECTED_CODE } from '../../constants.ts'
import type { Outcome } from '../../entities/attempt.ts'
import { codesOf, LatchkeyError, reasonOf } from '../../errors/error.ts'
import { declined, expired, failed, isUserRejection } from '../outcomes.ts'
import { isRecord } from './shapes.ts'

const { errors } = PAIRING
type WireError = keyof typeof errors

const codes = (...names: WireError[]): number[] => names.map((name) => errors[name].code)

/** What a wallet's refusal comes down to; `silent` says nothing, `other` nothing that we know. */
export type PeerMeaning =
  | 'declined'
  | 'left'
  | 'unsupported'
  | 'unauthorized'
  | 'settlement'
  | 'callUnsupported'
  /** JSON-RPC's own codes: whatever a wallet says with one is lost on the way, and standard words arrive. */
  | 'reserved'
  | 'expired'
  | 'silent'
  | 'other'

/** What a code means, whoever sent it. */
const MEANINGS: readonly (readonly [PeerMeaning, readonly number[]])[] = [
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

/** A wallet's refusal, whichever of its four shapes it came in. */
export interface PeerError {
  meaning: PeerMeaning
  /** The outermost code, where there is one. */
  code: number | undefined
  /** The wallet's words, or ours where it has none. */
  reason: string
  data: unknown
}

/** Texts with which the protocol's own timers end a wait, and what they end. */
const TIMERS = {
  'Proposal expired': 'pairing.proposalExpired',
  'Request expired. Please try again.': 'session.requestExpired',
  'Request expired': 'session.authTimedOut',
} as const

const timerOf = (reason: string) => Object.entries(TIMERS).find(([text]) => text === reason)?.[1]

const saysNothing = (thrown: unknown): boolean =>
  reasonOf(thrown) === reasonOf(undefined) && codesOf(thrown).length === 0

/** The codes of a refusal; a bare text that begins with the protocol's words for a code counts as that code. */
function refusalCodes(thrown: unknown): number[] {
  const given = codesOf(thrown)
  if (given.length > 0) return given
  const reason = reasonOf(thrown)
  return Object.values(errors).flatMap(({ code, message }) => (reason.startsWith(message) ? [code] : []))
}

function meaningOf(thrown: unknown): PeerMeaning {
  if (saysNothing(thrown)) return 'silent'
  for (const code of refusalCodes(thrown)) {
    const known = MEANINGS.find(([, meant]) => meant.includes(code))
    if (known) return known[0]
  }
  if (timerOf(reasonOf(thrown))) return 'expired'
  return isUserRejection(thrown) ? 'declined' : 'other'
}

/** Reads an `Error`, an object with a code and words, a bare text, or an object that says nothing. */
export function readPeerError(thrown: unknown): PeerError {
  const reason = saysNothing(thrown) ? new LatchkeyError('session.noReason').message : reasonOf(thrown)
  const data = isRecord(thrown) ? thrown['data'] : undefined
  return { meaning: meaningOf(thrown), code: refusalCodes(thrown)[0], reason, data }
}

/** What was under way: a session that was proposed, or a request in one. */
export type PeerTask = 'connect' | 'request'

/** A wallet's refusal as an error that a page can show. */
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

/** What became of an attempt that a wallet, or the protocol's own timer, ended. */
export function peerOutcome(thrown: unknown, task: PeerTask): Outcome<never> {
  const error = peerError(thrown, task)
  const { meaning } = readPeerError(thrown)
  if (meaning === 'declined') return declined(error)
  return meaning === 'expired' ? expired(error) : failed(error)
}
