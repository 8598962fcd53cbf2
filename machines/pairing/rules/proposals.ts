import * as z from 'zod/mini'
import { pairingSessionSchema, type PairingSession, type Proposal } from '../pairing.schemas.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import type { Proposed } from '../proposal.contract.ts'
import { validateApprove } from './approve.ts'
import { validateRequired } from './conformance.ts'
import { validateApproved } from './namespaceFaults.ts'
import { isExpired } from './expiry.ts'
import { mergeNamespaces } from './namespaces.ts'
import { validateReject } from './reject.ts'
import { SETTLE_CALL, validateSettle } from './settle.ts'
import { isRecord, type MaybeError } from '../../shared/typeGuards.rules.ts'

/** Returns what is requested of a wallet: all of it as optional, because the client does not support required namespaces. */
export const requestedNamespaces = ({ requiredNamespaces = {}, optionalNamespaces = {}, ...properties }: Proposed) => ({
  ...properties,
  requiredNamespaces,
  optionalNamespaces: mergeNamespaces(requiredNamespaces, optionalNamespaces),
})

/** The result of validating a session. */
export type ValidatedSession =
  | { session: PairingSession; fault?: undefined }
  | { session?: undefined; fault: LatchkeyError }

/** Validates a session that a wallet settled against the app's proposal [5.40] [5.37]. */
export function validateSession(
  settled: unknown,
  { requiredNamespaces = {} }: Proposed,
  nowMs: number,
): ValidatedSession {
  const params = isRecord(settled) ? { ...settled, controller: { publicKey: settled['controller'] } } : settled
  const settleFault = validateSettle(params, nowMs)
  if (settleFault) return { fault: settleFault }
  const { data: session } = pairingSessionSchema.safeParse(settled)
  if (!session)
    return { fault: new LatchkeyError('pairing.paramsInvalid', { params: { call: SETTLE_CALL, value: '' } }) }
  const fault = validateRequired(requiredNamespaces, session.namespaces, SETTLE_CALL)
  return fault ? { fault } : { session: { ...session, requiredNamespaces } }
}

/** Returns a session that this side settled, with what the app requires of it from now on. */
export const settledSession = (session: unknown, { requiredNamespaces = {} }: Proposed): PairingSession => ({
  ...z.parse(pairingSessionSchema, session),
  requiredNamespaces,
})

/** Returns the topic of a session, even if the session is otherwise invalid. */
export const topicIn = (session: unknown): string | undefined =>
  isRecord(session) && typeof session['topic'] === 'string' ? session['topic'] : undefined

/** The namespaces that this side agreed to, by session topic, as they were stored. */
export type AgreedNamespaces = Readonly<Record<string, unknown>>

const isAgreed = (agreed: AgreedNamespaces, topic: string | undefined): topic is string =>
  topic !== undefined && Object.hasOwn(agreed, topic)

/**
 * Returns the stored sessions of an earlier visit that are still valid. They contain the agreed namespaces, whatever the client
 * stored for a peer.
 */
export const storedSessions = (stored: readonly unknown[], agreed: AgreedNamespaces, nowMs: number): PairingSession[] =>
  stored.flatMap((session) => {
    const topic = topicIn(session)
    if (!isRecord(session) || !isAgreed(agreed, topic)) return []
    const { success, data } = pairingSessionSchema.safeParse({ ...session, namespaces: agreed[topic] })
    return success && !isExpired(data.expiry, nowMs) && !validateApproved(data.namespaces, SETTLE_CALL) ? [data] : []
  })

/** Returns the topics of stored sessions that were never agreed to: the page was closed before it validated them. */
export const unagreedTopics = (stored: readonly unknown[], agreed: AgreedNamespaces): string[] =>
  stored.map(topicIn).filter((topic) => topic !== undefined && !isAgreed(agreed, topic)) as string[]

const stateWith = (proposal: Proposal, nowMs: number) => ({
  sessions: [],
  pairings: [],
  proposals: [proposal],
  deleted: [],
  nowMs,
})

/** Returns why a wallet cannot approve a proposal with this approval. */
export const validateApproval = (proposal: Proposal, approval: unknown, nowMs: number): MaybeError =>
  validateApprove(isRecord(approval) ? { ...approval, id: proposal.id } : approval, stateWith(proposal, nowMs))

/** Returns why a wallet cannot reject a proposal with this reason. */
export const validateRejection = (proposal: Proposal, reason: unknown, nowMs: number): MaybeError =>
  validateReject({ id: proposal.id, reason }, stateWith(proposal, nowMs))
