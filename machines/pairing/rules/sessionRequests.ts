import { PAIRING } from '../../constants.ts'
import { pendingRequestSchema, type PairingSession } from '../pairing.schemas.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import { validateRequest, validateRespond } from './request.ts'
import { toJson, type MaybeError } from '../../shared/typeGuards.rules.ts'
import type { PairingState } from './topics.ts'

/** A request of an app on one chain (CAIP-2). */
export interface SessionRequest {
  chainId: string
  request: { method: string; params: unknown }
  expirySeconds: number
}

/** Returns a state with only one session. */
export const stateWith = (session: PairingSession, nowMs: number): PairingState => ({
  sessions: [session],
  pairings: [],
  proposals: [],
  deleted: [],
  nowMs,
})

interface ValidatedRequest {
  fault: MaybeError
  sessionRequest: SessionRequest | undefined
}

/** Validates a request that the app sends in a session. */
export function validateSentRequest(
  sessionRequest: SessionRequest,
  session: PairingSession,
  nowMs: number,
): ValidatedRequest {
  const { chainId, request, expirySeconds: expiry } = sessionRequest
  return {
    sessionRequest,
    fault: validateRequest({ topic: session.topic, chainId, request, expiry }, stateWith(session, nowMs)),
  }
}

/**
 * Parses and validates a request that the wallet received. The app sets its expiry. An expired request is not shown to the user.
 */
export function validateReceivedRequest(received: unknown, session: PairingSession, nowMs: number): ValidatedRequest {
  const { success, data } = pendingRequestSchema.safeParse(received)
  if (!success)
    return {
      sessionRequest: undefined,
      fault: new LatchkeyError('session.requestInvalid', { params: { request: toJson(received) } }),
    }
  const { request, chainId } = data.params
  const fault = validateRequest({ topic: session.topic, chainId, request }, stateWith(session, nowMs))
  const expirySeconds =
    request.expiryTimestamp === undefined
      ? PAIRING.requestExpirySeconds.default
      : Math.min(request.expiryTimestamp - Math.floor(nowMs / 1_000), PAIRING.requestExpirySeconds.max)
  const sessionRequest = { chainId, request: { method: request.method, params: request.params }, expirySeconds }
  return { sessionRequest, fault: expirySeconds > 0 ? fault : new LatchkeyError('session.requestExpired') }
}

/** Returns what is wrong with a wallet's answer to the request `id`. */
export const validateAnswer = (id: string, answer: unknown, session: PairingSession): MaybeError =>
  validateRespond(
    { topic: session.topic, response: { jsonrpc: '2.0', ...(answer as object), id: Number(id) } },
    stateWith(session, 0),
  )
