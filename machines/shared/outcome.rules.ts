import { CHAIN_UNKNOWN_CODES, METHOD_UNKNOWN_CODES, USER_REJECTED_CODE } from '../constants.ts'
import type { Outcome } from './outcome.types.ts'
import type { ErrorCode } from './errors/catalog.ts'
import { codesOf, LatchkeyError, reasonOf, reasonsOf, toLatchkeyError } from './errors/error.ts'

/** The error codes with which wallets reject bundles [8.65]. */
export const BUNDLE_REFUSALS = {
  5700: 'calls.capabilityUnsupported',
  5710: 'calls.chainUnsupported',
  5720: 'calls.idUsed',
  5730: 'calls.idUnknown',
  5740: 'calls.tooLarge',
  5750: 'calls.upgradeDeclined',
  5760: 'calls.atomicUnsupported',
} as const satisfies Readonly<Record<number, ErrorCode>>
const isBundleRefusal = (code: number): code is keyof typeof BUNDLE_REFUSALS => Object.hasOwn(BUNDLE_REFUSALS, code)

const BUNDLE_METHOD = /^wallet_\w+(Calls|CallsStatus|Capabilities)$/

/** Returns why a wallet rejected a bundle, or a request about one; undefined if it gives none of these reasons. */
export function bundleRefusal(method: string, thrown: unknown): LatchkeyError | undefined {
  const code = BUNDLE_METHOD.test(method) ? codesOf(thrown).find(isBundleRefusal) : undefined
  return code === undefined ? undefined : new LatchkeyError(BUNDLE_REFUSALS[code], { cause: thrown })
}

/**
 * Whether the user rejected the request: by its code, or, in wallets without codes, by its message [8.46]. A rejection over a
 * session has another code, which was translated already.
 */
export const isUserRejection = (thrown: unknown): boolean =>
  LatchkeyError.is(thrown, 'request.declined') ||
  codesOf(thrown).includes(USER_REJECTED_CODE) ||
  /user (rejected|denied|cancell?ed|closed)|rejected by (the )?user|(request|permission) (rejected|denied)|connection request reset/i.test(
    reasonOf(thrown),
  )

const isNamed = (thrown: unknown): thrown is LatchkeyError =>
  thrown instanceof LatchkeyError && thrown.code !== 'unknown'

/** Whether the wallet shows the same request already. */
export const isPending = (thrown: unknown): boolean => codesOf(thrown).includes(-32002)

/** Whether the wallet does not support the method: by its code, or, if a bridge removes codes, by its message. */
export const isUnsupportedMethod = (thrown: unknown): boolean =>
  codesOf(thrown).some((code) => METHOD_UNKNOWN_CODES.includes(code)) ||
  /method\b.*\b(not (found|supported|available|implemented|exist)|does not exist|unsupported)|\bnot implemented\b|(unsupported|unknown|unrecognized) (rpc )?method|does(n['’]t| not) support/i.test(
    reasonOf(thrown),
  )

/** Whether the wallet does not know the chain: by its code [4.15], or, in wallets without codes, by its message. */
export const isChainUnknown = (thrown: unknown): boolean =>
  codesOf(thrown).some((code) => CHAIN_UNKNOWN_CODES.includes(code)) ||
  /(unrecogni[sz]ed|unknown|unsupported) (chain|network)|(chain|network)\b.*\bnot (been )?(added|configured|found|known|recogni[sz]ed|supported)/i.test(
    reasonOf(thrown instanceof LatchkeyError ? thrown.cause : thrown),
  )

const CONTRADICTIONS: readonly ErrorCode[] = ['send.otherNetwork', 'send.otherAccount', 'account.undefined']
/** Whether the wallet reported another network or account than the connection has, or that it is locked. */
export const contradictsConnection = (thrown: unknown): boolean =>
  thrown instanceof LatchkeyError && CONTRADICTIONS.includes(thrown.code)

/** Whether another wallet replaced the one of an earlier visit, or it shares another account. */
export const isRestoreRefused = (thrown: unknown): boolean =>
  LatchkeyError.is(thrown, 'connect.otherAccount') || LatchkeyError.is(thrown, 'connect.ambiguous')

/** 'No matching key' on disconnect means that the wallet is disconnected already [4.21]. */
export const isAlreadyDisconnected = (thrown: unknown): boolean => /no matching key/i.test(reasonOf(thrown))

export const done = <Value>(value: Value): Outcome<Value> => ({ status: 'done', value })
/** Returns the outcome for callers that need no value. */
export const dropValue = (outcome: Outcome<unknown>): Outcome<undefined> =>
  outcome.status === 'done' ? done(undefined) : outcome
export const cancelled: Outcome<never> = { status: 'cancelled' }
export const declined = (error: LatchkeyError): Outcome<never> => ({ status: 'declined', error })
export const expired = (error: LatchkeyError): Outcome<never> => ({ status: 'expired', error })
export const failed = (error: LatchkeyError): Outcome<never> => ({ status: 'failed', error })
/** The wallet's answer to a transaction is not readable: the transaction may have been sent. */
export const unreadable = (answer: unknown): Outcome<never> =>
  expired(new LatchkeyError('send.unreadable', { cause: answer }))
/** Something crashed after a request may have reached the wallet: the transaction may have been sent. */
export const mayBeSent = (cause: unknown): Outcome<never> => expired(new LatchkeyError('send.unknown', { cause }))
/** The user left a payment that was sent, or something crashed after it started: it may be paid. */
export const mayBePaid = (cause: unknown): Outcome<never> => expired(new LatchkeyError('pay.unknown', { cause }))
/** Whether another transaction replaced one, but it is unknown which. It may have had the same effect, at a higher fee. */
export const isReplacementUnknown = ({
  status,
  hash,
  finalHash,
}: {
  status: string
  hash: string
  finalHash: string
}) => status === 'replaced' && finalHash === hash
const UNCONFIRMED: readonly ErrorCode[] = [
  'send.unknown',
  'send.unreadable',
  'send.expired',
  'swap.broughtLess',
  'transaction.timedOut',
]
/** Whether the wallet sent the transaction, or may have: another request could send it twice. */
export const isUnconfirmed = (outcome: Outcome<unknown>): boolean =>
  'error' in outcome && UNCONFIRMED.includes(outcome.error.code)
/** The outcome of a crash while a wallet may show a request to grant or revoke a permission: the user may have approved it. */
export const mayBeAnswered = (cause: unknown): Outcome<never> =>
  expired(new LatchkeyError('request.expired', { cause }))
/** The outcome of a crash. */
export const crashed = (error: unknown): Outcome<never> => failed(toLatchkeyError(error))

/** The outcome of a message that could not be sent to the peer of a session. */
export const unsent = ({ error: cause }: { error?: unknown }): Outcome<never> =>
  failed(cause instanceof LatchkeyError ? cause : new LatchkeyError('pairing.unreachable', { cause }))

const LOST_NODE =
  /time(d)?[ -]?out|failed to fetch|network (error|request failed)|socket hang up|\b50[234]\b|bad gateway|already known|\bknown transaction|not (confirmed|mined) (in|within) (\d|time)|block height exceeded/i

/** The connection to a wallet on another device was lost, so the wallet may have received the request. */
const LOST_SESSION: readonly ErrorCode[] = ['pairing.unreachable', 'pairing.refused', 'pairing.crashed']
/** How the pairing library reports that it had no connection to the relay at all, so nothing was sent. */
const NEVER_CONNECTED = /^(no internet|couldn't establish|socket stalled|websocket connection closed)/i
const isSessionLost = (thrown: LatchkeyError): boolean =>
  LOST_SESSION.includes(thrown.code) && !NEVER_CONNECTED.test(reasonOf(thrown.cause))

/** The error of a wallet that has no known code. Over a session, it was translated. */
const isUnnamed = (thrown: LatchkeyError): boolean => thrown.code === 'unknown' || thrown.code === 'request.failed'

/**
 * Whether a transaction may have been sent although the wallet rejected the request: the wallet reports that it lost the connection
 * to its node, that the transaction was not confirmed in time, or that the node knows it already; or the connection to a wallet on
 * another device was lost. If the user rejected it, or a hardware wallet timed out, nothing was signed.
 */
export const isBroadcastUnknown = (thrown: unknown): boolean => {
  if (thrown instanceof LatchkeyError && !isUnnamed(thrown)) return isSessionLost(thrown)
  const reasons = reasonsOf(thrown)
  if (isUserRejection(thrown) || reasons.some((reason) => /ledger|trezor|u2f/i.test(reason))) return false
  return reasons.some((reason) => LOST_NODE.test(reason))
}

/** The browser extension was updated while the page is open, so it receives no requests. The text is Chromium's. */
const updatedError = (thrown: unknown): LatchkeyError | undefined =>
  /extension context invalidated/i.test(reasonOf(thrown))
    ? new LatchkeyError('wallet.updated', { cause: thrown })
    : undefined

const UNAUTHORIZED_CODE = 4100
/** The wallet is locked, or the user removed the permission of this app. */
const unauthorizedError = (thrown: unknown): LatchkeyError | undefined =>
  codesOf(thrown).includes(UNAUTHORIZED_CODE) ? new LatchkeyError('wallet.unauthorized', { cause: thrown }) : undefined

/** The errors of wallets that have the same meaning for every request. */
const knownError = (thrown: unknown): LatchkeyError | undefined =>
  isNamed(thrown) ? thrown : (updatedError(thrown) ?? unauthorizedError(thrown))

/** Returns why a connection attempt failed, with the name of the wallet. */
function connectError(thrown: unknown, wallet: string): LatchkeyError {
  if (isPending(thrown)) return new LatchkeyError('connect.pending', { params: { wallet }, cause: thrown })
  return (
    knownError(thrown) ??
    new LatchkeyError('connect.failed', { params: { wallet, reason: reasonOf(thrown) }, cause: thrown })
  )
}

/** Returns the outcome of a connection attempt that the wallet answered with an error. */
export const connectOutcome = (thrown: unknown, wallet: string): Outcome<never> =>
  isUserRejection(thrown)
    ? declined(new LatchkeyError('connect.declined', { cause: thrown }))
    : failed(connectError(thrown, wallet))

/** Returns the outcome of a proposal to a wallet on another device that ended with an error. */
export function proposalOutcome(thrown: unknown, wallet: string): Outcome<never> {
  const error = connectError(thrown, wallet)
  if (error.code === 'connect.declined') return declined(error)
  return error.code === 'pairing.proposalExpired' ? expired(error) : failed(error)
}

/** What a method requests of a wallet. */
const isTransaction = (method: string): boolean => /send/i.test(method)
const isSignature = (method: string): boolean => /sign/i.test(method) && !isTransaction(method)

/** Returns the error of a rejected request, by the kind of the request [8.34]. */
function requestDecline(method: string, cause: unknown): LatchkeyError {
  if (isSignature(method)) return new LatchkeyError('request.declined', { cause })
  return new LatchkeyError(isTransaction(method) ? 'send.declined' : 'request.rejected', { cause })
}

/** Returns why a request failed [8.43]. */
function requestError(method: string, thrown: unknown): LatchkeyError {
  const known = knownError(thrown)
  if (known) return known
  if (isSignature(method)) return new LatchkeyError('request.signatureFailed', { cause: thrown })
  return new LatchkeyError('request.failed', { params: { reason: reasonOf(thrown) }, cause: thrown })
}

/** Returns the outcome of a request that the wallet answered with an error. */
export function requestOutcome(method: string, thrown: unknown): Outcome<never> {
  const refusal = bundleRefusal(method, thrown)
  // The wallet shows the user the upgrade of the account.
  if (refusal) return refusal.code === 'calls.upgradeDeclined' ? declined(refusal) : failed(refusal)
  return isUserRejection(thrown) ? declined(requestDecline(method, thrown)) : failed(requestError(method, thrown))
}

/** The cause of an error after a wallet on another device confirmed a switch. */
const CONFIRMED = 'The wallet confirmed the switch.'
/** Returns the error for a network that the wallet confirmed to switch to, and has not approved in time. */
export const unapprovedSwitch = (params: { chainId: string; chains: string }): LatchkeyError =>
  new LatchkeyError('session.chainNotApproved', { params, cause: CONFIRMED })
/** Whether a wallet on another device may still switch: it confirmed that, or the connection to it was lost. */
const maySwitch = (thrown: unknown): thrown is LatchkeyError =>
  thrown instanceof LatchkeyError && (thrown.cause === CONFIRMED || isSessionLost(thrown))

/** Returns the outcome of a network switch that the wallet answered with an error. */
export const switchOutcome = (thrown: unknown): Outcome<never> => {
  if (maySwitch(thrown)) return expired(thrown)
  if (isUserRejection(thrown)) return declined(new LatchkeyError('network.switchDeclined', { cause: thrown }))
  return failed(knownError(thrown) ?? new LatchkeyError('network.switchFailed', { cause: thrown }))
}

/** Returns the outcome of a network switch if the wallet did not add the network. */
export const addOutcome = (thrown: unknown): Outcome<never> => {
  if (maySwitch(thrown)) return expired(thrown)
  if (isUserRejection(thrown)) return declined(new LatchkeyError('network.switchDeclined', { cause: thrown }))
  return failed(
    updatedError(thrown) ?? unauthorizedError(thrown) ?? new LatchkeyError('network.notSupported', { cause: thrown }),
  )
}

/**
 * Returns the outcome of a transfer that ended without a hash. An error with its own code does not count as a rejection, whatever
 * its cause.
 */
export const sendOutcome = (thrown: unknown): Outcome<never> => {
  if (LatchkeyError.is(thrown, 'send.unreadable')) return expired(thrown)
  if (isNamed(thrown) && !LatchkeyError.is(thrown, 'request.declined')) return failed(thrown)
  if (isUserRejection(thrown)) return declined(new LatchkeyError('send.declined', { cause: thrown }))
  return failed(knownError(thrown) ?? new LatchkeyError('send.failed', { cause: thrown }))
}

/** Returns why a fee is unknown: an error with a code, never a node's own text [8.44]. */
export const estimateError = (thrown: unknown): LatchkeyError =>
  isNamed(thrown) ? thrown : new LatchkeyError('send.gasEstimate', { cause: thrown })

/** Returns the outcome of disconnecting several wallets, with every error. */
export function mergeDisconnections(problems: readonly LatchkeyError[]): Outcome<undefined> {
  const [first, ...others] = problems
  if (!first) return done(undefined)
  if (others.length === 0) return failed(first)
  const reasons = problems.map(({ message }) => message).join(', ')
  return failed(new LatchkeyError('disconnect.several', { params: { reasons }, cause: new AggregateError(problems) }))
}
