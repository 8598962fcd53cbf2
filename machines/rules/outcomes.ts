import { CHAIN_UNKNOWN_CODES, METHOD_UNKNOWN_CODES, USER_REJECTED_CODE } from '../constants.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { ErrorCode } from '../errors/catalogue.ts'
import { codesOf, LatchkeyError, reasonOf, toLatchkeyError } from '../errors/error.ts'
import { bundleRefusal } from './calls.ts'

/**
 * The visitor said no: by code, or, in wallets without codes, by their words [8.46]. Over a session another code than in this
 * browser says so, and what it meant was read already.
 */
export const isUserRejection = (thrown: unknown): boolean =>
  LatchkeyError.is(thrown, 'request.declined') ||
  codesOf(thrown).includes(USER_REJECTED_CODE) ||
  /user (rejected|denied|cancell?ed|closed)|rejected by (the )?user|connection request reset/i.test(reasonOf(thrown))

const isNamed = (thrown: unknown): thrown is LatchkeyError =>
  thrown instanceof LatchkeyError && thrown.code !== 'unknown'

/** The wallet shows the same question already. */
export const isPending = (thrown: unknown): boolean => codesOf(thrown).includes(-32002)

/** The wallet does not know the method: by code, or, where a bridge strips codes, by its words. */
export const isUnsupportedMethod = (thrown: unknown): boolean =>
  codesOf(thrown).some((code) => METHOD_UNKNOWN_CODES.includes(code)) ||
  /method\b.*\b(not (found|supported|available|implemented|exist)|does not exist|unsupported)|\bnot implemented\b|(unsupported|unknown|unrecognized) (rpc )?method|does(n['’]t| not) support/i.test(
    reasonOf(thrown),
  )

/** The wallet does not know the chain: by code [4.15], or, in wallets without codes, by its words. */
export const isChainUnknown = (thrown: unknown): boolean =>
  codesOf(thrown).some((code) => CHAIN_UNKNOWN_CODES.includes(code)) ||
  /(unrecogni[sz]ed|unknown|unsupported) (chain|network)|(chain|network)\b.*\bnot (been )?(added|configured|found|known|recogni[sz]ed|supported)/i.test(
    reasonOf(thrown instanceof LatchkeyError ? thrown.cause : thrown),
  )

/** The wallet is on another network, or acts for another account, than is known here. */
export const isElsewhere = (thrown: unknown): boolean =>
  LatchkeyError.is(thrown, 'send.otherNetwork') || LatchkeyError.is(thrown, 'send.otherAccount')

/** In the place of the wallet of an earlier visit is another one, or it shares another account. */
export const isRefusedAgain = (thrown: unknown): boolean =>
  LatchkeyError.is(thrown, 'connect.otherAccount') || LatchkeyError.is(thrown, 'connect.ambiguous')

/** 'No matching key' on disconnect: there is nothing left to disconnect [4.21]. */
export const isGoneAlready = (thrown: unknown): boolean => /no matching key/i.test(reasonOf(thrown))

export const done = <Value>(value: Value): Outcome<Value> => ({ status: 'done', value })
/** How something ended, for those who wait for no value of it. */
export const withoutValue = (outcome: Outcome<unknown>): Outcome<undefined> =>
  outcome.status === 'done' ? done(undefined) : outcome
export const cancelled: Outcome<never> = { status: 'cancelled' }
export const declined = (error: LatchkeyError): Outcome<never> => ({ status: 'declined', error })
export const expired = (error: LatchkeyError): Outcome<never> => ({ status: 'expired', error })
export const failed = (error: LatchkeyError): Outcome<never> => ({ status: 'failed', error })
/** A wallet answered a transaction, and nobody can tell which: it may have been sent. */
export const unreadable = (answer: unknown): Outcome<never> =>
  expired(new LatchkeyError('send.unreadable', { cause: answer }))
/** Something broke after a wallet may have been asked: what it was asked for may have been sent. */
export const mayBeSent = (cause: unknown): Outcome<never> => expired(new LatchkeyError('send.unknown', { cause }))
/** Something broke after a payment began: it may be paid. */
export const mayBePaid = (cause: unknown): Outcome<never> => expired(new LatchkeyError('pay.unknown', { cause }))
const UNCONFIRMED: readonly ErrorCode[] = [
  'send.unknown',
  'send.unreadable',
  'send.expired',
  'swap.broughtLess',
  'transaction.timedOut',
]
/** The wallet has sent what it was asked for, or may have: to ask again could send it twice. */
export const isUnconfirmed = (outcome: Outcome<unknown>): boolean =>
  'error' in outcome && UNCONFIRMED.includes(outcome.error.code)
/** Of what broke where nothing should. */
export const crashed = (error: unknown): Outcome<never> => failed(toLatchkeyError(error))

/** What could not be told to the other side of a session. */
export const unsent = ({ error: cause }: { error?: unknown }): Outcome<never> =>
  failed(cause instanceof LatchkeyError ? cause : new LatchkeyError('pairing.unreachable', { cause }))

/** The extension was replaced while the page is open: nothing that it is asked reaches it. Chromium's words. */
const updatedError = (thrown: unknown): LatchkeyError | undefined =>
  /extension context invalidated/i.test(reasonOf(thrown))
    ? new LatchkeyError('wallet.updated', { cause: thrown })
    : undefined

/** Why an attempt to connect failed, in words that name the wallet. */
function connectError(thrown: unknown, wallet: string): LatchkeyError {
  if (isPending(thrown)) return new LatchkeyError('connect.pending', { params: { wallet }, cause: thrown })
  if (isNamed(thrown)) return thrown
  const updated = updatedError(thrown)
  if (updated) return updated
  return new LatchkeyError('connect.failed', { params: { wallet, reason: reasonOf(thrown) }, cause: thrown })
}

/** What became of an attempt to connect that a wallet answered with an error. */
export const connectOutcome = (thrown: unknown, wallet: string): Outcome<never> =>
  isUserRejection(thrown)
    ? declined(new LatchkeyError('connect.declined', { cause: thrown }))
    : failed(connectError(thrown, wallet))

/** What became of an offer to wallets on other devices. */
export function offerOutcome(thrown: unknown, wallet: string): Outcome<never> {
  const error = connectError(thrown, wallet)
  if (error.code === 'connect.declined') return declined(error)
  return error.code === 'pairing.proposalExpired' ? expired(error) : failed(error)
}

/** What a method asks a wallet for. */
const isTransaction = (method: string): boolean => /send/i.test(method)
const isSignature = (method: string): boolean => /sign/i.test(method) && !isTransaction(method)

/** The visitor's no to a request, in the words of what was asked for [8.34]. */
function requestDecline(method: string, cause: unknown): LatchkeyError {
  if (isSignature(method)) return new LatchkeyError('request.declined', { cause })
  return new LatchkeyError(isTransaction(method) ? 'send.declined' : 'request.rejected', { cause })
}

/** Why a wallet did not answer a request [8.43]. */
function requestError(method: string, thrown: unknown): LatchkeyError {
  if (isNamed(thrown)) return thrown
  const updated = updatedError(thrown)
  if (updated) return updated
  if (isSignature(method)) return new LatchkeyError('request.signatureFailed', { cause: thrown })
  return new LatchkeyError('request.failed', { params: { reason: reasonOf(thrown) }, cause: thrown })
}

/** What became of a request that a wallet answered with an error. */
export function requestOutcome(method: string, thrown: unknown): Outcome<never> {
  const refusal = bundleRefusal(method, thrown)
  // That the account is to be upgraded is asked of the visitor.
  if (refusal) return refusal.code === 'calls.upgradeDeclined' ? declined(refusal) : failed(refusal)
  return isUserRejection(thrown) ? declined(requestDecline(method, thrown)) : failed(requestError(method, thrown))
}

/** What became of a network switch that a wallet answered with an error. */
export const switchOutcome = (thrown: unknown): Outcome<never> => {
  if (isUserRejection(thrown)) return declined(new LatchkeyError('network.switchDeclined', { cause: thrown }))
  if (isNamed(thrown)) return failed(thrown)
  return failed(updatedError(thrown) ?? new LatchkeyError('network.switchFailed', { cause: thrown }))
}

/** What became of a network switch when the wallet would not add the network. */
export const addOutcome = (thrown: unknown): Outcome<never> =>
  isUserRejection(thrown)
    ? declined(new LatchkeyError('network.switchDeclined', { cause: thrown }))
    : failed(updatedError(thrown) ?? new LatchkeyError('network.notSupported', { cause: thrown }))

/** What became of a transfer that ended without a hash. What has a name is no visitor's no, whatever a node gave as its cause. */
export const sendOutcome = (thrown: unknown): Outcome<never> => {
  if (LatchkeyError.is(thrown, 'send.unreadable')) return expired(thrown)
  if (isNamed(thrown) && !LatchkeyError.is(thrown, 'request.declined')) return failed(thrown)
  if (isUserRejection(thrown)) return declined(new LatchkeyError('send.declined', { cause: thrown }))
  return failed(updatedError(thrown) ?? new LatchkeyError('send.failed', { cause: thrown }))
}

/** Why it could not be told what a transfer costs: by name, never in a node's own words [8.44]. */
export const estimateError = (thrown: unknown): LatchkeyError =>
  isNamed(thrown) ? thrown : new LatchkeyError('send.gasEstimate', { cause: thrown })

/** How leaving several wallets ended: without a word where all went well, else with every reason. */
export function leftTogether(problems: readonly LatchkeyError[]): Outcome<undefined> {
  const [first, ...others] = problems
  if (!first) return done(undefined)
  if (others.length === 0) return failed(first)
  const reasons = problems.map(({ message }) => message).join(', ')
  return failed(new LatchkeyError('disconnect.several', { params: { reasons }, cause: new AggregateError(problems) }))
}
