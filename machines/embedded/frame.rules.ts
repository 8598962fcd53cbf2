/** Rules for messages to the embedded wallet's frame, and the timeouts of their responses. */
import type { FrameAnswer, FrameMessageType, FrameQuestion, FrameUser } from './frame.schemas.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { kindOfMethod } from '../wallet-requests/methods.rules.ts'
import { isUserRejection } from '../shared/outcome.rules.ts'
import { declined, failed } from '../shared/outcome.rules.ts'
import type { Outcome } from '../shared/outcome.types.ts'

const NONE = { safe: [], unsafe: [] }

/** Whether the user decides the message in the frame: something is signed, sent or granted. */
export const needsDecision = (message: FrameQuestion): boolean => {
  if (message.type !== 'RPC_REQUEST') return false
  const { method } = message.payload
  return [kindOfMethod('eip155', method, NONE), kindOfMethod('solana', method, NONE)].includes('unsafe')
}

/** Returns the timeout of a message. What the user decides has as long as any wallet request. */
export const timeoutFor = (message: FrameQuestion): 'decision' | 'signOut' | 'answer' =>
  needsDecision(message) ? 'decision' : message.type === 'SIGN_OUT' ? 'signOut' : 'answer'

/**
 * Whether a missing response is reported. Users may take their time with some messages: a device is registered by a link in an
 * email.
 */
export const mustAlert = (type: FrameMessageType): boolean => type !== 'CONNECT_DEVICE' && type !== 'CONNECT_FARCASTER'

/** Returns the outcome of a message that the frame rejected. */
export const frameRefusal = (thrown: unknown): Outcome<never> => {
  if (isUserRejection(thrown)) return declined(new LatchkeyError('request.rejected', { cause: thrown }))
  return failed(thrown instanceof LatchkeyError ? thrown : new LatchkeyError('embedded.malformed', { cause: thrown }))
}

/** Whether the secure site refused the message or was not reached: no email was sent, and no user is signed in. */
export const isUnsent = (error: unknown): boolean => UNSENT.some((code) => LatchkeyError.is(error, code))
const UNSENT = ['embedded.refused', 'embedded.loadFailed', 'feature.notLoaded', 'embedded.notLoaded'] as const

/** The error after the caller cancelled [8.30] [8.31]. */
export const abortedError = (message: FrameQuestion, cause: unknown): LatchkeyError =>
  new LatchkeyError(message.type === 'RPC_REQUEST' ? 'rpc.aborted' : 'embedded.aborted', { cause })

const SIGN_INS: readonly FrameMessageType[] = ['CONNECT_OTP', 'CONNECT_SOCIAL', 'CONNECT_FARCASTER']

/** Whether this response signs the user in. */
export const isSignIn = (type: FrameMessageType, answer: unknown): boolean =>
  SIGN_INS.includes(type) || (type === 'CONNECT_EMAIL' && (answer as FrameAnswer<'CONNECT_EMAIL'>).action === 'CONNECT')

/** Returns the signed-in user after a response of the frame. A response may omit what an earlier one contained. */
export function userAfter(user: FrameUser | undefined, type: FrameMessageType, answer: unknown): FrameUser | undefined {
  if (type === 'GET_USER') return { email: user?.email, userName: user?.userName, ...(answer as FrameUser) }
  if (type === 'CONNECT_SOCIAL') return answer as FrameUser
  if (type === 'UPDATE_EMAIL_SECONDARY_OTP')
    return user && { ...user, email: (answer as FrameAnswer<'UPDATE_EMAIL_SECONDARY_OTP'>).newEmail }
  return type === 'SIGN_OUT' || isSignIn(type, answer) ? undefined : user
}

const UNREACHED = [
  'embedded.loadFailed',
  'embedded.lost',
  'embedded.expired',
  'feature.notLoaded',
  'embedded.notLoaded',
  'embedded.frameMissing',
] as const

/** Whether the frame did not load or did not respond, so that nothing was refused. */
export const isUnreached = (error: unknown): boolean => UNREACHED.some((code) => LatchkeyError.is(error, code))
