import { DISCONNECTED_CODE, USER_REJECTED_CODE } from '../constants.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Question } from '../entities/question.ts'
import { LatchkeyError } from '../errors/error.ts'
import {
  addOutcome,
  connectOutcome,
  crashed,
  mayBeSent,
  requestOutcome,
  sendOutcome,
  switchOutcome,
} from './outcomes.ts'

/** What a wallet signs alone, where a transaction is to be sent. */
const SIGNED_ONLY = ['solana_signTransaction']

/** Whether a question is for a transaction that the wallet signs, and the page sends. */
export const isSentByPage = (question: Question): boolean =>
  question.kind === 'call' && question.followedOn !== undefined && SIGNED_ONLY.includes(question.call.method)

/** Whether what the wallet shows may be sent once nobody waits any more. */
export const maySend = (question: Question): boolean =>
  question.kind === 'transfer' ||
  (question.kind === 'call' &&
    (question.call.method === 'wallet_sendCalls' || (question.followedOn ?? question.sentFor) !== undefined))

/** What became of a question that a wallet answered with an error, or that it could not be asked. */
export function refusal(question: Question, thrown: unknown): Outcome<never> {
  switch (question.kind) {
    case 'connect':
      return connectOutcome(thrown, question.connector.name)
    case 'switchNetwork':
      return switchOutcome(thrown)
    case 'addNetwork':
      return addOutcome(thrown)
    case 'transfer':
      return sendOutcome(thrown)
    case 'call':
      return isSentByPage(question) ? sendOutcome(thrown) : requestOutcome(question.call.method, thrown)
  }
}

/** The visitor's no, where a question was read before the wallet was asked. */
export const declinedOutcome = (question: Question): Outcome<never> => refusal(question, { code: USER_REJECTED_CODE })

/** What became of a question whose actor crashed. */
export const crashOutcome = (question: Question, error: unknown): Outcome<never> =>
  maySend(question) ? mayBeSent(error) : crashed(error)

/** The wallet left while it showed what it may send all the same. EIP-1193 has a code for that. */
export function leftUnanswered(): LatchkeyError {
  const { message } = new LatchkeyError('send.expired')
  return new LatchkeyError('send.expired', { cause: { code: DISCONNECTED_CODE, message } })
}

/** Why a question is waited for no longer. */
export function expiry(question: Question): LatchkeyError {
  switch (question.kind) {
    case 'connect':
      return new LatchkeyError('connect.expired', { params: { wallet: question.connector.name } })
    case 'switchNetwork':
    case 'addNetwork':
      return new LatchkeyError('network.switchExpired')
    case 'transfer':
      return new LatchkeyError('send.expired')
    case 'call':
      return new LatchkeyError(maySend(question) ? 'send.expired' : 'request.expired')
  }
}
