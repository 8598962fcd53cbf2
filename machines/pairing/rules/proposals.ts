import * as z from 'zod/mini'
import { pairingSessionSchema, type PairingSession, type Proposal } from '../pairing.schemas.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import type { Proposed } from '../proposal.contract.ts'
import { approveFault } from './approve.ts'
import { requiredFault } from './conformance.ts'
import { approvedFault } from './namespaceFaults.ts'
import { isExpired } from './expiry.ts'
import { mergedNamespaces } from './namespaces.ts'
import { rejectFault } from './reject.ts'
import { SETTLE_CALL, settleFault } from './settle.ts'
import { isRecord, type MaybeError } from '../../shared/typeGuards.rules.ts'

/** Returns what is requested of a wallet: all of it as optional, because the client does not support required namespaces. */
export const askedFor = ({ requiredNamespaces = {}, optionalNamespaces = {}, ...properties }: Proposed) => ({
  ...properties,
  requiredNamespaces,
  optionalNamespaces: mergedNamespaces(requiredNamespaces, optionalNamespaces),
})

/** The result of validating a session. */
export type Judged = { session: PairingSession; fault?: undefined } | { session?: undefined; fault: LatchkeyError }

/** Validates a session that a wallet settled against the app's proposal [5.40] [5.37]. */
export function judgedSession(settled: unknown, { requiredNamespaces = {} }: Proposed, nowMs: number): Judged {
  const params = isRecord(settled) ? { ...settled, controller: { publicKey: settled['controller'] } } : settled
  const unsettled = settleFault(params, nowMs)
  if (unsettled) return { fault: unsettled }
  const { data: session } = pairingSessionSchema.safeParse(settled)
  if (!session)
    return { fault: new LatchkeyError('pairing.paramsInvalid', { params: { call: SETTLE_CALL, value: '' } }) }
  const fault = requiredFault(requiredNamespaces, session.namespaces, SETTLE_CALL)
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
export type Agreed = Readonly<Record<string, unknown>>

const isAgreed = (agreed: Agreed, topic: string | undefined): topic is string =>
  topic !== undefined && Object.hasOwn(agreed, topic)

/**
 * Returns the stored sessions of an earlier visit that are still valid. They contain the agreed namespaces, whatever the client
 * stored for a peer.
 */
export const storedSessions = (stored: readonly unknown[], agreed: Agreed, nowMs: number): PairingSession[] =>
  stored.flatMap((one) => {
    const topic = topicIn(one)
    if (!isRecord(one) || !isAgreed(agreed, topic)) return []
    const { success, data } = pairingSessionSchema.safeParse({ ...one, namespaces: agreed[topic] })
    return success && !isExpired(data.expiry, nowMs) && !approvedFault(data.namespaces, SETTLE_CALL) ? [data] : []
  })

/** Returns the topics of stored sessions that were never agreed to: the page was closed before it validated them. */
export const unagreedTopics = (stored: readonly unknown[], agreed: Agreed): string[] =>
  stored.map(topicIn).filter((topic) => topic !== undefined && !isAgreed(agreed, topic)) as string[]

const knownOf = (proposal: Proposal, nowMs: number) => ({
  sessions: [],
  pairings: [],
  proposals: [proposal],
  deleted: [],
  nowMs,
})

/** Returns why a wallet cannot approve a proposal with this approval. */
export const approvalFault = (proposal: Proposal, approval: unknown, nowMs: number): MaybeError =>
  approveFault(isRecord(approval) ? { ...approval, id: proposal.id } : approval, knownOf(proposal, nowMs))

/** Returns why a wallet cannot reject a proposal with this reason. */
export const rejectionFault = (proposal: Proposal, reason: unknown, nowMs: number): MaybeError =>
  rejectFault({ id: proposal.id, reason }, knownOf(proposal, nowMs))
