/**
 * Filters messages of peers before the client processes them: limits their size, drops duplicates and messages on the wrong
 * topic, and restricts what is stored.
 */
import * as z from 'zod/mini'
import { PAIRING } from '../../../machines/constants.ts'
import { authRequestSchema, proposalSchema } from '../../../machines/pairing/pairing.schemas.ts'
import type { Role } from '../../../machines/pairing/sessionRequest.contract.ts'
import { expiryAfter, isExpired } from '../../../machines/pairing/rules/expiry.ts'
import { createdAt } from '../../../machines/pairing/rules/messageOrder.ts'
import { isRecord, isShallow } from '../../../machines/shared/typeGuards.rules.ts'
import type { Client } from './client.types.ts'
import { internalsOf, type HistoryRecord, type Inbound } from './internals.ts'

/** Methods on the topic of a pairing; all others belong to a session. */
const PROPOSAL_METHODS = ['wc_sessionPropose', 'wc_sessionAuthenticate']
const SESSION_METHODS = [
  'wc_sessionUpdate',
  'wc_sessionExtend',
  'wc_sessionRequest',
  'wc_sessionEvent',
  'wc_sessionDelete',
  'wc_sessionPing',
]
/** Methods that only a wallet receives. */
const WALLET_METHODS = [...PROPOSAL_METHODS, 'wc_sessionRequest']

const FLOODED = 'latchkey_flooded'

/** `signInKeys` are this app's own keys, by the topics of the responses to its sign-ins. */
export function guardInbound(client: Client, role: Role, signInKeys: ReadonlyMap<string, string>): void {
  processOnce(client)
  guardPayloads(client, signInKeys, limitMessageLog(client))
  guardRequests(client, role)
  validateFirst(client)
}

/** Reports sessions with an excessive number of messages. */
export const watchFloods = (client: Client, listener: (topic: string) => void): void =>
  internalsOf(client).engine.events.on(FLOODED, ({ topic }: { topic: string }) => listener(topic))

/**
 * One second after opening, the client processes unacknowledged messages again, including those that are in progress or done
 * since.
 */
function processOnce(client: Client): void {
  const { engine, core } = internalsOf(client)
  const { messages } = core.relayer.messages
  const processMessage = engine.onRelayMessage.bind(engine)
  const inProgress = new Set<string>()
  /**
   * The text of a processed message is not kept. On the topic of a pairing, another part of the client may have processed it
   * already.
   */
  const isNew = ({ topic, message }: { topic: string; message: string }) =>
    !client.session.keys.includes(topic) || Object.values(messages.get(topic) ?? {}).includes(message)
  engine.onRelayMessage = async (event) => {
    if (inProgress.has(event.message) || !isNew(event)) return
    inProgress.add(event.message)
    await processMessage(event).finally(() => inProgress.delete(event.message))
  }
}

/** A text that is not a message, or that responds to a request from elsewhere. It is ignored. */
class IgnoredMessageError extends Error {
  override name = 'NotHeardError'
}

/** The messages received on each topic. */
interface MessageLog {
  /** Marks a message as processed. From then on only its id is kept. */
  markProcessed(topic: string, encoded: string, id: number | bigint): void
  /** Whether the message may have been received before, when older messages are no longer stored. */
  isOld(topic: string, id: number | bigint): boolean
}

/**
 * The key for the time of dropped messages and the prefix for the time of sent ones, stored among the times of received messages.
 */
const DROPPED_KEY = 'forgotten'
const SENT_PREFIX = 'sent '

/**
 * Limits the client's record of messages. The client keeps the whole text of every message to detect duplicates. Here, a message
 * is kept by its hash and time. When there are too many, the oldest are dropped, and messages that are not newer than those are
 * ignored.
 */
function limitMessageLog(client: Client): MessageLog {
  const { messages } = internalsOf(client).core.relayer
  const handled = new Map<string, number | bigint>()
  const set = messages.set.bind(messages)
  const ack = messages.ack.bind(messages)

  const timeIn = (stored: string | undefined) => Number(stored) || 0
  function updateRecord(topic: string, matches: (text: string) => boolean, entry: string | undefined) {
    const entries = messages.messages.get(topic) ?? {}
    const hash = Object.keys(entries).find((key) => matches(entries[key] ?? ''))
    if (hash === undefined) return
    if (entry === undefined) delete entries[hash]
    else entries[hash] = entry
    const hashes = Object.keys(entries).filter((key) => key !== DROPPED_KEY)
    for (const oldest of hashes.slice(0, Math.max(0, hashes.length - PAIRING.receivedMessageIds))) {
      entries[DROPPED_KEY] = String(Math.max(timeIn(entries[DROPPED_KEY]), timeIn(entries[oldest])))
      delete entries[oldest]
    }
  }

  messages.set = async (topic, message, direction) => {
    const hash = await set(topic, message, direction)
    if (direction === 'outbound') updateRecord(topic, (text) => text === message, `${SENT_PREFIX}${Date.now()}`)
    return hash
  }
  messages.ack = async (topic, message) => {
    const id = handled.get(message)
    handled.delete(message)
    updateRecord(topic, (text) => text === message, id === undefined ? undefined : String(createdAt(id)))
    await ack(topic, message)
  }
  return {
    markProcessed: (_, encoded, id) => void handled.set(encoded, id),
    isOld: (topic, id) => createdAt(id) <= timeIn(messages.messages.get(topic)?.[DROPPED_KEY]),
  }
}

function guardPayloads(client: Client, signInKeys: ReadonlyMap<string, string>, messageLog: MessageLog): void {
  const { crypto, history, relayer } = internalsOf(client).core
  const decode = crypto.decode.bind(crypto)

  /** The client matches responses only by id, so anyone who knows an id could respond. The topic must match as well. */
  const matchesTopic = (topic: string, { topic: requestTopic, request: { method, params } }: HistoryRecord) => {
    if (requestTopic === topic) return true
    const requester = isRecord(params) ? params['requester'] : undefined
    const key = isRecord(requester) ? requester['publicKey'] : undefined
    return method === 'wc_sessionAuthenticate' && key !== undefined && signInKeys.get(topic) === key
  }
  const isAccepted = (topic: string, payload: unknown): payload is { id: number | bigint } => {
    if (!isRecord(payload) || !isShallow(payload, PAIRING.messageBounds.depth)) return false
    const { id, method } = payload
    if (typeof id !== 'number' && typeof id !== 'bigint') return false
    const record = history.records.get(id)
    if (!('method' in payload)) return record !== undefined && matchesTopic(topic, record)
    // A response to it would be matched to another request.
    return (
      typeof method === 'string' &&
      !messageLog.isOld(topic, id) &&
      (!record || (record.topic === topic && record.request.method === method))
    )
  }

  crypto.decode = async (topic, encoded, options) => {
    try {
      if (encoded.length > PAIRING.messageBounds.length) throw new IgnoredMessageError('The message is too long.')
      const payload = await decode(topic, encoded, options)
      if (!isAccepted(topic, payload)) throw new IgnoredMessageError('Nobody here asked for it.')
      messageLog.markProcessed(topic, encoded, payload.id)
      return payload
    } catch (error) {
      // Otherwise the client would keep it, and process it again after each reload.
      await relayer.messages.ack(topic, encoded).catch(() => {})
      throw error
    }
  }
}

/** Removes processed requests. The client would keep them for a month, and write all of them again with every message. */
function guardRequests(client: Client, role: Role): void {
  const { core, engine } = internalsOf(client)
  const { onRelayEventRequest, onRelayEventResponse, processRequest } = engine
  const { onRelayEventRequest: processPairingRequest, registeredMethods } = core.pairing
  const counters = new Map<string, { since: number; count: number }>()
  const requestStores = [client.proposal, client.auth.requests, client.pendingRequest]

  const isPairing = (topic: string) => client.core.pairing.pairings.keys.includes(topic)
  const isSession = (topic: string) => client.session.keys.includes(topic)
  const isAllowed = ({ topic, payload: { method } }: Inbound) => {
    if (role === 'requester' && WALLET_METHODS.includes(method)) return false
    return PROPOSAL_METHODS.includes(method) ? isPairing(topic) : !SESSION_METHODS.includes(method) || isSession(topic)
  }
  /** A pending request must not be replaced by another one with the same id. */
  const isPending = (id: number) => requestStores.some(({ keys }) => keys.includes(id))
  const hasTooManyProposals = ({ topic, payload: { method } }: Inbound) =>
    PROPOSAL_METHODS.includes(method) &&
    [...client.proposal.getAll(), ...client.auth.requests.getAll()].filter((request) => request.pairingTopic === topic)
      .length >= PAIRING.queuedProposals
  const removeRecord = ({ topic, payload: { id } }: Inbound) => core.history.delete(topic, id)

  const isFlood = (topic: string): boolean => {
    const { withinMs, session, pairing } = PAIRING.flood
    const now = Date.now()
    for (const [counterTopic, { since }] of counters)
      if (now - since >= withinMs || now < since) counters.delete(counterTopic)
    const { since, count } = counters.get(topic) ?? { since: now, count: 0 }
    counters.set(topic, { since, count: count + 1 })
    if (count + 1 === session && isSession(topic)) engine.events.emit(FLOODED, { topic })
    return count >= (isSession(topic) ? session : pairing)
  }

  // Messages on a pairing's topic are processed below, with all others.
  core.pairing.onRelayEventRequest = () => Promise.resolve()
  engine.onRelayEventRequest = async (inbound) => {
    const { topic, payload } = inbound
    if (isPending(payload.id)) return
    if (isFlood(topic) || !isAllowed(inbound)) removeRecord(inbound)
    else if (registeredMethods.includes(payload.method) || !isPairing(topic)) await onRelayEventRequest(inbound)
    else await processPairingRequest(inbound).finally(() => removeRecord(inbound))
  }
  // A message on which the client fails would be kept, and processed again after each reload.
  engine.onRelayEventResponse = (inbound) => onRelayEventResponse(inbound).catch(() => undefined)
  engine.processRequest = async (inbound) => {
    const { id, method } = inbound.payload
    try {
      if (!hasTooManyProposals(inbound)) await processRequest(inbound)
    } finally {
      const hasResponse = core.history.records.get(id)?.response !== undefined
      // The machines respond to updates.
      if (!isPending(id) && (hasResponse || method !== 'wc_sessionUpdate')) removeRecord(inbound)
    }
  }
  if (role === 'requester') return
  for (const store of requestStores) {
    const deleteRequest = store.delete.bind(store)
    store.delete = async (id, reason) => {
      const { topic = '' } = core.history.records.get(id) ?? {}
      await deleteRequest(id, reason)
      core.history.delete(topic, id)
    }
  }
}

/** The accepted fields of a proposal and a sign-in. Other fields would overwrite the client's own data. */
const proposalParamsSchema = z.omit(proposalSchema, { id: true, pairingTopic: true, expiryTimestamp: true })
const signInParamsSchema = z.pick(authRequestSchema, { requester: true, authPayload: true })
const proposalSeconds = PAIRING.proposalExpirySeconds

const paramsOf = ({ payload: { params } }: Inbound) => (isRecord(params) ? params : {})
const withParams = (inbound: Inbound, params: object): Inbound => ({
  ...inbound,
  payload: { ...inbound.payload, params },
})

/** The sender's expiry in seconds since 1970, if it is a number within the limit. */
const boundedExpiry = (expiryTimestamp: unknown, seconds: number = PAIRING.requestExpirySeconds.max) =>
  typeof expiryTimestamp === 'number' && expiryTimestamp <= expiryAfter(seconds, Date.now()) ? { expiryTimestamp } : {}

/** The client would check the expiry only before storing, so an expired request would remain. */
const isPast = (expiryTimestamp: unknown) =>
  typeof expiryTimestamp === 'number' && isExpired(expiryTimestamp, Date.now())

/** Validates namespaces first: the client would store and confirm them before validation. */
function validateFirst(client: Client): void {
  const { engine, events } = internalsOf(client)
  const refuse = ({ topic, payload: { id } }: Inbound) => engine.sendError({ id, topic, error: PAIRING.invalidParams })
  const { onSessionProposeRequest, onSessionAuthenticateRequest, onSessionRequest } = engine
  engine.onSessionProposeRequest = async (inbound) => {
    const { expiryTimestamp, ...fields } = paramsOf(inbound)
    if (isPast(expiryTimestamp)) return
    const { data: params } = proposalParamsSchema.safeParse(fields)
    if (!params) return refuse(inbound)
    return onSessionProposeRequest(
      withParams(inbound, { ...params, ...boundedExpiry(expiryTimestamp, proposalSeconds) }),
    )
  }
  engine.onSessionAuthenticateRequest = async (inbound) => {
    const { expiryTimestamp, ...fields } = paramsOf(inbound)
    if (isPast(expiryTimestamp)) return
    const { data: params } = signInParamsSchema.safeParse(fields)
    if (!params) return refuse(inbound)
    const expiry = {
      expiryTimestamp: expiryAfter(PAIRING.authExpirySeconds, Date.now()),
      ...boundedExpiry(expiryTimestamp),
    }
    return onSessionAuthenticateRequest(withParams(inbound, { ...params, ...expiry }))
  }
  engine.onSessionRequest = async (inbound) => {
    const { request, ...fields } = paramsOf(inbound)
    if (!isRecord(request)) return onSessionRequest(inbound)
    const { expiryTimestamp, ...requestFields } = request
    if (isPast(expiryTimestamp)) return
    return onSessionRequest(
      withParams(inbound, { ...fields, request: { ...requestFields, ...boundedExpiry(expiryTimestamp) } }),
    )
  }
  engine.onSessionUpdateRequest = async (topic, { id, params }) =>
    events.emit('session_update', { id, topic, params: isRecord(params) ? params : {} })
  engine.onSessionEventRequest = async (topic, { id, params }) => events.emit('session_event', { id, topic, params })
}
