import { DISCONNECTED_CODE, USER_REJECTED_CODE } from '../constants.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { WalletRequest } from './walletRequest.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { crashed, mayBeSent, requestOutcome, sendOutcome } from '../shared/outcome.rules.ts'

/** Methods whose transactions a wallet only signs. */
const SIGNED_ONLY = ['solana_signTransaction']

/** Whether a request is for a transaction that the wallet only signs, and that the page broadcasts. */
export const isSentByPage = (question: WalletRequest): boolean =>
  question.kind === 'call' && question.followedOn !== undefined && SIGNED_ONLY.includes(question.call.method)

/** Whether what the wallet shows may still be sent after the caller stops waiting. */
export const maySend = (question: WalletRequest): boolean =>
  question.kind === 'transfer' ||
  (question.kind === 'call' &&
    (question.call.method === 'wallet_sendCalls' || (question.followedOn ?? question.sentFor) !== undefined))

/** Returns the outcome of a request that the wallet answered with an error, or that could not be sent. */
export function outcomeOfError(question: WalletRequest, thrown: unknown): Outcome<never> {
  switch (question.kind) {
    case 'transfer':
      return sendOutcome(thrown)
    case 'call':
      return isSentByPage(question) ? sendOutcome(thrown) : requestOutcome(question.call.method, thrown)
  }
}

/** The outcome if the user declines in the review, before the request is sent to the wallet. */
export const declinedOutcome = (question: WalletRequest): Outcome<never> =>
  outcomeOfError(question, { code: USER_REJECTED_CODE })

/** The outcome of a request whose actor crashed. */
export const crashOutcome = (question: WalletRequest, error: unknown): Outcome<never> =>
  maySend(question) ? mayBeSent(error) : crashed(error)

/**
 * The error if the wallet disconnects while it shows a transaction that may still be sent. The cause has the EIP-1193 code for
 * that.
 */
export function disconnectedError(): LatchkeyError {
  const { message } = new LatchkeyError('send.expired')
  return new LatchkeyError('send.expired', { cause: { code: DISCONNECTED_CODE, message } })
}

/** Returns the error if a request times out. */
export const timeoutError = (question: WalletRequest): LatchkeyError =>
  new LatchkeyError(maySend(question) ? 'send.expired' : 'request.expired')
