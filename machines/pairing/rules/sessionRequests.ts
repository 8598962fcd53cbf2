import { PAIRING } from '../../constants.ts'
import { pendingRequestSchema, type PairingSession } from '../pairing.schemas.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import { requestFault, respondFault } from './request.ts'
import { toJson, type MaybeError } from '../../shared/typeGuards.rules.ts'
import type { Known } from './topics.ts'

/** A request of an app on one chain (CAIP-2). */
export interface Question {
  chainId: string
  request: { method: string; params: unknown }
  expirySeconds: number
}

/** Returns the known state with only one session. */
export const knownOf = (session: PairingSession, nowMs: number): Known => ({
  sessions: [session],
  pairings: [],
  proposals: [],
  deleted: [],
  nowMs,
})

interface Judged {
  fault: MaybeError
  question: Question | undefined
}

/** Validates a request that the app sends in a session. */
export function judgeQuestion(question: Question, session: PairingSession, nowMs: number): Judged {
  const { chainId, request, expirySeconds: expiry } = question
  return { question, fault: requestFault({ topic: session.topic, chainId, request, expiry }, knownOf(session, nowMs)) }
}

/**
 * Parses and validates a request that the wallet received. The app sets its expiry. An expired request is not shown to the user.
 */
export function judgeReceived(received: unknown, session: PairingSession, nowMs: number): Judged {
  const { success, data } = pendingRequestSchema.safeParse(received)
  if (!success)
    return {
      question: undefined,
      fault: new LatchkeyError('session.requestInvalid', { params: { request: toJson(received) } }),
    }
  const { request, chainId } = data.params
  const fault = requestFault({ topic: session.topic, chainId, request }, knownOf(session, nowMs))
  const expirySeconds =
    request.expiryTimestamp === undefined
      ? PAIRING.requestExpirySeconds.default
      : Math.min(request.expiryTimestamp - Math.floor(nowMs / 1_000), PAIRING.requestExpirySeconds.max)
  const question = { chainId, request: { method: request.method, params: request.params }, expirySeconds }
  return { question, fault: expirySeconds > 0 ? fault : new LatchkeyError('session.requestExpired') }
}

/** Returns what is wrong with a wallet's answer to the request `id`. */
export const answerFault = (id: string, answer: unknown, session: PairingSession): MaybeError =>
  respondFault(
    { topic: session.topic, response: { jsonrpc: '2.0', ...(answer as object), id: Number(id) } },
    knownOf(session, 0),
  )
