import type { PairingSession, Proposal } from '../pairing.schemas.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import { deletedError, type DeletedIds } from './deletedIds.ts'
import { isExpired } from './expiry.ts'
import { isRecord, isText, toJson, toText, type MaybeError } from '../../shared/typeGuards.rules.ts'

/** The state against which a call is validated. `keys` are the topics whose messages can be decrypted; if missing, all can. */
export interface PairingState {
  sessions: readonly Pick<PairingSession, 'topic' | 'expiry' | 'namespaces'>[]
  pairings: readonly { topic: string; expiry: number }[]
  proposals: readonly Pick<Proposal, 'id' | 'expiryTimestamp' | 'requiredNamespaces'>[]
  deleted: DeletedIds
  keys?: readonly string[]
  nowMs: number
}

/** Returns an error if the parameters of a call are not an object [5.30]. */
export const validateParams = (params: unknown, call: string): MaybeError =>
  isRecord(params)
    ? undefined
    : new LatchkeyError('pairing.paramsInvalid', {
        params: { call, value: call === 'connect()' ? toJson(params) : toText(params) },
      })

export const sessionIn = ({ sessions }: Pick<PairingState, 'sessions'>, topic: unknown) =>
  sessions.find((session) => session.topic === topic)

/** Returns an error if the topic of a pairing is unknown or expired [5.31]. */
export function validatePairingTopic(
  topic: unknown,
  { pairings, nowMs }: Pick<PairingState, 'pairings' | 'nowMs'>,
): MaybeError {
  const params = { topic: toText(topic) }
  if (!isText(topic)) return new LatchkeyError('pairing.topicInvalid', { params })
  const pairing = pairings.find((entry) => entry.topic === topic)
  if (!pairing) return new LatchkeyError('pairing.topicUnknown', { params })
  return isExpired(pairing.expiry, nowMs) ? new LatchkeyError('pairing.topicExpired', { params }) : undefined
}

/** Returns an error if the topic of a session is unknown, deleted or expired, or if its key is missing [5.41]. */
export function validateSessionTopic(topic: unknown, state: PairingState): MaybeError {
  const params = { topic: toText(topic) }
  if (!isText(topic)) return new LatchkeyError('session.topicInvalid', { params })
  const fault = deletedError(state.deleted, topic)
  if (fault) return fault
  const session = sessionIn(state, topic)
  if (!session) return new LatchkeyError('session.topicUnknown', { params })
  if (isExpired(session.expiry, state.nowMs)) return new LatchkeyError('session.topicExpired', { params })
  return state.keys && !state.keys.includes(topic) ? new LatchkeyError('session.keyMissing', { params }) : undefined
}

/** The same for a topic of either kind. */
export function validateTopic(topic: unknown, state: PairingState): MaybeError {
  const params = { topic: toText(topic) }
  if (!isText(topic)) return new LatchkeyError('session.anyTopicInvalid', { params })
  const fault = deletedError(state.deleted, topic)
  if (fault) return fault
  if (sessionIn(state, topic)) return validateSessionTopic(topic, state)
  return state.pairings.some((pairing) => pairing.topic === topic)
    ? validatePairingTopic(topic, state)
    : new LatchkeyError('session.anyTopicUnknown', { params })
}

/** Returns an error if a proposal is unknown, deleted or expired [5.36]. */
export function validateProposal(id: unknown, { proposals, deleted, nowMs }: PairingState): MaybeError {
  const fault = deletedError(deleted, id)
  if (fault) return fault
  const params = { id: toText(id) }
  if (typeof id !== 'number') return new LatchkeyError('pairing.proposalIdInvalid', { params })
  const proposal = proposals.find((entry) => entry.id === id)
  if (!proposal) return new LatchkeyError('pairing.proposalIdUnknown', { params })
  return isExpired(proposal.expiryTimestamp, nowMs)
    ? new LatchkeyError('pairing.proposalIdExpired', { params })
    : undefined
}
