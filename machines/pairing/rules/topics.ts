import type { PairingSession, Proposal } from '../pairing.schemas.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import { deletedError, type DeletedIds } from './deletedIds.ts'
import { isExpired } from './expiry.ts'
import { isRecord, isText, toJson, toText, type MaybeError } from '../../shared/typeGuards.rules.ts'

/** What is known at the time of a call. `keys` are the topics whose messages can be decrypted; if missing, all can. */
export interface KnownState {
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

export const sessionIn = ({ sessions }: Pick<KnownState, 'sessions'>, topic: unknown) =>
  sessions.find((session) => session.topic === topic)

/** Returns an error if the topic of a pairing is unknown or expired [5.31]. */
export function validatePairingTopic(
  topic: unknown,
  { pairings, nowMs }: Pick<KnownState, 'pairings' | 'nowMs'>,
): MaybeError {
  const params = { topic: toText(topic) }
  if (!isText(topic)) return new LatchkeyError('pairing.topicInvalid', { params })
  const pairing = pairings.find((known) => known.topic === topic)
  if (!pairing) return new LatchkeyError('pairing.topicUnknown', { params })
  return isExpired(pairing.expiry, nowMs) ? new LatchkeyError('pairing.topicExpired', { params }) : undefined
}

/** Returns an error if the topic of a session is unknown, deleted or expired, or if its key is missing [5.41]. */
export function validateSessionTopic(topic: unknown, known: KnownState): MaybeError {
  const params = { topic: toText(topic) }
  if (!isText(topic)) return new LatchkeyError('session.topicInvalid', { params })
  const deleted = deletedError(known.deleted, topic)
  if (deleted) return deleted
  const session = sessionIn(known, topic)
  if (!session) return new LatchkeyError('session.topicUnknown', { params })
  if (isExpired(session.expiry, known.nowMs)) return new LatchkeyError('session.topicExpired', { params })
  return known.keys && !known.keys.includes(topic) ? new LatchkeyError('session.keyMissing', { params }) : undefined
}

/** The same for a topic of either kind. */
export function validateTopic(topic: unknown, known: KnownState): MaybeError {
  const params = { topic: toText(topic) }
  if (!isText(topic)) return new LatchkeyError('session.anyTopicInvalid', { params })
  const deleted = deletedError(known.deleted, topic)
  if (deleted) return deleted
  if (sessionIn(known, topic)) return validateSessionTopic(topic, known)
  return known.pairings.some((pairing) => pairing.topic === topic)
    ? validatePairingTopic(topic, known)
    : new LatchkeyError('session.anyTopicUnknown', { params })
}

/** Returns an error if a proposal is unknown, deleted or expired [5.36]. */
export function validateProposal(id: unknown, { proposals, deleted, nowMs }: KnownState): MaybeError {
  const gone = deletedError(deleted, id)
  if (gone) return gone
  const params = { id: toText(id) }
  if (typeof id !== 'number') return new LatchkeyError('pairing.proposalIdInvalid', { params })
  const proposal = proposals.find((known) => known.id === id)
  if (!proposal) return new LatchkeyError('pairing.proposalIdUnknown', { params })
  return isExpired(proposal.expiryTimestamp, nowMs)
    ? new LatchkeyError('pairing.proposalIdExpired', { params })
    : undefined
}
