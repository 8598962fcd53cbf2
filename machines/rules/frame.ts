/** What is asked of the embedded wallet's frame, and how long its answers take. */
import type { FrameMessageType, FrameQuestion } from '../schemas/frame.ts'
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

const UNREACHED = ['embedded.loadFailed', 'embedded.lost', 'embedded.expired', 'feature.notLoaded'] as const

/** The frame did not come, or said nothing: nobody said no. */
export const isUnreached = (error: unknown): boolean => UNREACHED.some((code) => LatchkeyError.is(error, code))
