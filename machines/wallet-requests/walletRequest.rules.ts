import { DISCONNECTED_CODE, USER_REJECTED_CODE } from '../constants.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { WalletRequest } from './walletRequest.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import {
  crashed,
  expired,
  isBroadcastUnknown,
  mayBeSent,
  requestOutcome,
  sendOutcome,
} from '../shared/outcome.rules.ts'

/** Methods whose transactions a wallet only signs. */
const SIGNED_ONLY = ['solana_signTransaction']

/** Whether a request is for a transaction that the wallet only signs, and that the page broadcasts. */
export const isSentByPage = (request: WalletRequest): boolean =>
  request.kind === 'call' && request.followedOn !== undefined && SIGNED_ONLY.includes(request.call.method)

/** Whether what the wallet shows may still be sent after the caller stops waiting. */
export const maySend = (request: WalletRequest): boolean =>
  request.kind === 'transfer' ||
  (request.kind === 'call' &&
    (request.call.method === 'wallet_sendCalls' || (request.followedOn ?? request.sentFor) !== undefined))

/** Returns the outcome of a request that the wallet rejected with an error, or that could not be sent. */
export function outcomeOfError(request: WalletRequest, thrown: unknown): Outcome<never> {
  switch (request.kind) {
    case 'transfer':
      return sendOutcome(thrown)
    case 'call':
      return isSentByPage(request) ? sendOutcome(thrown) : requestOutcome(request.call.method, thrown)
  }
}

/** Returns the outcome of a request that the wallet received and answered with an error: a transaction may have been sent. */
export function outcomeOfWalletError(request: WalletRequest, thrown: unknown): Outcome<never> {
  // The pairing library has a timer of its own, and the user may still confirm in the wallet.
  if (LatchkeyError.is(thrown, 'session.requestExpired')) return expired(timeoutError(request))
  return maySend(request) && !isSentByPage(request) && isBroadcastUnknown(thrown)
    ? mayBeSent(thrown)
    : outcomeOfError(request, thrown)
}

/** The outcome if the user declines in the review, before the request is sent to the wallet. */
export const declinedOutcome = (request: WalletRequest): Outcome<never> =>
  outcomeOfError(request, { code: USER_REJECTED_CODE })

/** The outcome of a request whose actor crashed. */
export const crashOutcome = (request: WalletRequest, error: unknown): Outcome<never> =>
  maySend(request) ? mayBeSent(error) : crashed(error)

/**
 * The error if the wallet disconnects while it shows a transaction that may still be sent. The cause has the EIP-1193 code for
 * that.
 */
export function disconnectedError(): LatchkeyError {
  const { message } = new LatchkeyError('send.expired')
  return new LatchkeyError('send.expired', { cause: { code: DISCONNECTED_CODE, message } })
}

/** Returns the error if a request times out. */
export const timeoutError = (request: WalletRequest): LatchkeyError =>
  new LatchkeyError(maySend(request) ? 'send.expired' : 'request.expired')
