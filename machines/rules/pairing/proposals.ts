import * as z from 'zod/mini'
import { pairingSessionSchema, type PairingSession, type Proposal } from '../../schemas/pairing.ts'
import { LatchkeyError } from '../../errors/error.ts'
import type { Proposed } from '../../pairing/proposal.contract.ts'
import { approveFault } from './approve.ts'
import { requiredFault } from './conforming.ts'
import { approvedFault } from './namespaceFaults.ts'
import { isExpired } from './expiry.ts'
import { mergedNamespaces } from './namespaces.ts'
import { rejectFault } from './reject.ts'
import { SETTLE_CALL, settleFault } from './settle.ts'
import { isRecord, type Fault } from './shapes.ts'

/** What a wallet is asked for: all of it as optional, since the client lets no wallet be required anything. */
export const askedFor = ({ requiredNamespaces = {}, optionalNamespaces = {}, ...properties }: Proposed) => ({
  ...properties,
  requiredNamespaces,
  optionalNamespaces: mergedNamespaces(requiredNamespaces, optionalNamespaces),
})

/** What became of the question whether a session is good. */
export type Judged = { session: PairingSession; fault?: undefined } | { session?: undefined; fault: LatchkeyError }

/** A session as a wallet settled it, for what the page proposed, or what is wrong with it [5.40] [5.37]. */
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

/** A session as this side settled it, with what the page requires of it from now on. */
export const settledSession = (session: unknown, { requiredNamespaces = {} }: Proposed): PairingSession => ({
  ...z.parse(pairingSessionSchema, session),
  requiredNamespaces,
})

/** The topic of a session, however else it is broken. */
export const topicIn = (session: unknown): string | undefined =>
  isRecord(session) && typeof session['topic'] === 'string' ? session['topic'] : undefined

/** What this side agreed to, by the topics of its sessions, as it was stored. */
export type Agreed = Readonly<Record<string, unknown>>

const isAgreed = (agreed: Agreed, topic: string | undefined): topic is string =>
  topic !== undefined && Object.hasOwn(agreed, topic)

/**
 * Sessions that were stored on an earlier visit and are still good. They cover what was agreed, whatever else the client
 * may have stored by a peer's word.
 */
export const storedSessions = (stored: readonly unknown[], agreed: Agreed, nowMs: number): PairingSession[] =>
  stored.flatMap((one) => {
    const topic = topicIn(one)
    if (!isRecord(one) || !isAgreed(agreed, topic)) return []
    const { success, data } = pairingSessionSchema.safeParse({ ...one, namespaces: agreed[topic] })
    return success && !isExpired(data.expiry, nowMs) && !approvedFault(data.namespaces, SETTLE_CALL) ? [data] : []
  })

/** The topics of stored sessions that were never agreed to: the page was gone before it could judge them. */
export const unagreedTopics = (stored: readonly unknown[], agreed: Agreed): string[] =>
  stored.map(topicIn).filter((topic) => topic !== undefined && !isAgreed(agreed, topic)) as string[]

const knownOf = (proposal: Proposal, nowMs: number) => ({
  sessions: [],
  pairings: [],
  proposals: [proposal],
  deleted: [],
  nowMs,
})

/** What keeps a wallet from approving a proposal so. */
export const approvalFault = (proposal: Proposal, approval: unknown, nowMs: number): Fault =>
  approveFault(isRecord(approval) ? { ...approval, id: proposal.id } : approval, knownOf(proposal, nowMs))

/** What keeps a wallet from rejecting a proposal so. */
export const rejectionFault = (proposal: Proposal, reason: unknown, nowMs: number): Fault =>
  rejectFault({ id: proposal.id, reason }, knownOf(proposal, nowMs))
