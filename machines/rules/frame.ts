/** What is asked of the embedded wallet's frame, and how long its answers take. */
import type { FrameAnswer, FrameMessageType, FrameQuestion, FrameUser } from '../schemas/frame.ts'
import { LatchkeyError } from '../errors/error.ts'
import { kindOfMethod } from './methods.ts'
import { isUserRejection } from './outcomes.ts'
import { declined, failed } from './outcomes.ts'
import type { Outcome } from '../entities/attempt.ts'

const NONE = { safe: [], unsafe: [] }

/** The visitor decides it, in the frame: something is signed, sent or granted. */
export const isDecided = (message: FrameQuestion): boolean => {
  if (message.type !== 'RPC_REQUEST') return false
  const { method } = message.payload
  return [kindOfMethod('eip155', method, NONE), kindOfMethod('solana', method, NONE)].includes('unsafe')
}

/** How long a message may take to be answered: what the visitor decides as long as any question to a wallet. */
export const patienceFor = (message: FrameQuestion): 'decision' | 'signOut' | 'answer' =>
  isDecided(message) ? 'decision' : message.type === 'SIGN_OUT' ? 'signOut' : 'answer'

/** Nobody is to be alarmed where the visitor took their time: a device is registered by a link in a mail. */
export const isAlarming = (type: FrameMessageType): boolean => type !== 'CONNECT_DEVICE' && type !== 'CONNECT_FARCASTER'

/** What became of a message that the frame did not do as it was asked. */
export const frameRefusal = (thrown: unknown): Outcome<never> => {
  if (isUserRejection(thrown)) return declined(new LatchkeyError('request.rejected', { cause: thrown }))
  return failed(thrown instanceof LatchkeyError ? thrown : new LatchkeyError('embedded.malformed', { cause: thrown }))
}

/** The site said no, or nothing reached it: no mail was sent, and nobody signed in. */
export const isUnsent = (error: unknown): boolean => UNSENT.some((code) => LatchkeyError.is(error, code))
const UNSENT = ['embedded.refused', 'embedded.loadFailed', 'feature.notLoaded', 'embedded.notLoaded'] as const

/** Whoever asked waits no more [8.30] [8.31]. */
export const abortedError = (message: FrameQuestion, cause: unknown): LatchkeyError =>
  new LatchkeyError(message.type === 'RPC_REQUEST' ? 'rpc.aborted' : 'embedded.aborted', { cause })

const SIGN_INS: readonly FrameMessageType[] = ['CONNECT_OTP', 'CONNECT_SOCIAL', 'CONNECT_FARCASTER']

/** Somebody has signed in with this answer. */
export const isSignIn = (type: FrameMessageType, answer: unknown): boolean =>
  SIGN_INS.includes(type) || (type === 'CONNECT_EMAIL' && (answer as FrameAnswer<'CONNECT_EMAIL'>).action === 'CONNECT')

/** Who is signed in once the frame has answered a message; what one answer says of somebody another may leave out. */
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

/** The frame did not come, or said nothing: nobody said no. */
export const isUnreached = (error: unknown): boolean => UNREACHED.some((code) => LatchkeyError.is(error, code))
