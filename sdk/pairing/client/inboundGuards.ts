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

/** Methods on the topic of an offer; all others belong to a session. */
const PROPOSALS = ['wc_sessionPropose', 'wc_sessionAuthenticate']
const IN_SESSIONS = [
  'wc_sessionUpdate',
  'wc_sessionExtend',
  'wc_sessionRequest',
  'wc_sessionEvent',
  'wc_sessionDelete',
  'wc_sessionPing',
]
/** Methods that only a wallet receives. */
const QUESTIONS = [...PROPOSALS, 'wc_sessionRequest']

const FLOODED = 'latchkey_flooded'

/** `signInKeys` are this app's own keys, by the topics of the responses to its sign-ins. */
export function guardInbound(client: Client, role: Role, signInKeys: ReadonlyMap<string, string>): void {
  processOnce(client)
  guardPayloads(client, signInKeys, guardMemory(client))
  guardRequests(client, role)
  validateFirst(client)
}

/** Reports sessions with an excessive number of messages. */
export const watchFloods = (client: Client, heard: (topic: string) => void): void =>
  internalsOf(client).engine.events.on(FLOODED, ({ topic }: { topic: string }) => heard(topic))

/**
 * One second after opening, the client processes unacknowledged messages again, including those that are in progress or done
 * since.
 */
function processOnce(client: Client): void {
  const { engine, core } = internalsOf(client)
  const { messages } = core.relayer.messages
  const hear = engine.onRelayMessage.bind(engine)
  const underway = new Set<string>()
  /**
   * The text of a processed message is not kept. On the topic of an offer, another part of the client may have processed it
   * already.
   */
  const isNew = ({ topic, message }: { topic: string; message: string }) =>
    !client.session.keys.includes(topic) || Object.values(messages.get(topic) ?? {}).includes(message)
  engine.onRelayMessage = async (event) => {
    if (underway.has(event.message) || !isNew(event)) return
    underway.add(event.message)
    await hear(event).finally(() => underway.delete(event.message))
  }
}

/** A text that is not a message, or that responds to a request from elsewhere. It is ignored. */
class IgnoredMessageError extends Error {
  override name = 'NotHeardError'
}

/** The messages received on each topic. */
interface Memory {
  /** Marks a message as processed. From then on only its id is kept. */
  note(topic: string, encoded: string, id: number | bigint): void
  /** Whether the message may have been received before, when older messages are no longer stored. */
  isOld(topic: string, id: number | bigint): boolean
}

/**
 * The key for the time of dropped messages and the prefix for the time of sent ones, stored among the times of received messages.
 */
const FORGOTTEN = 'forgotten'
const SENT = 'sent '

/**
 * Limits the client's record of messages. The client keeps the whole text of every message to detect duplicates. Here, a message
 * is kept by its hash and time. When there are too many, the oldest are dropped, and messages that are not newer than those are
 * ignored.
 */
function guardMemory(client: Client): Memory {
  const { messages } = internalsOf(client).core.relayer
  const handled = new Map<string, number | bigint>()
  const set = messages.set.bind(messages)
  const ack = messages.ack.bind(messages)

  const momentIn = (written: string | undefined) => Number(written) || 0
  function remember(topic: string, isIt: (text: string) => boolean, how: string | undefined) {
    const known = messages.messages.get(topic) ?? {}
    const hash = Object.keys(known).find((one) => isIt(known[one] ?? ''))
    if (hash === undefined) return
    if (how === undefined) delete known[hash]
    else known[hash] = how
    const hashes = Object.keys(known).filter((one) => one !== FORGOTTEN)
    for (const oldest of hashes.slice(0, Math.max(0, hashes.length - PAIRING.receivedMessageIds))) {
      known[FORGOTTEN] = String(Math.max(momentIn(known[FORGOTTEN]), momentIn(known[oldest])))
      delete known[oldest]
    }
  }

  messages.set = async (topic, message, direction) => {
    const hash = await set(topic, message, direction)
    if (direction === 'outbound') remember(topic, (text) => text === message, `${SENT}${Date.now()}`)
    return hash
  }
  messages.ack = async (topic, message) => {
    const id = handled.get(message)
    handled.delete(message)
    remember(topic, (text) => text === message, id === undefined ? undefined : String(createdAt(id)))
    await ack(topic, message)
  }
  return {
    note: (_, encoded, id) => void handled.set(encoded, id),
    isOld: (topic, id) => createdAt(id) <= momentIn(messages.messages.get(topic)?.[FORGOTTEN]),
  }
}

function guardPayloads(client: Client, signInKeys: ReadonlyMap<string, string>, memory: Memory): void {
  const { crypto, history, relayer } = internalsOf(client).core
  const decode = crypto.decode.bind(crypto)

  /** The client matches responses only by id, so anyone who knows an id could respond. The topic must match as well. */
  const isOn = (topic: string, { topic: own, request: { method, params } }: HistoryRecord) => {
    if (own === topic) return true
    const requester = isRecord(params) ? params['requester'] : undefined
    const key = isRecord(requester) ? requester['publicKey'] : undefined
    return method === 'wc_sessionAuthenticate' && key !== undefined && signInKeys.get(topic) === key
  }
  const isHeard = (topic: string, payload: unknown): payload is { id: number | bigint } => {
    if (!isRecord(payload) || !isShallow(payload, PAIRING.messageBounds.depth)) return false
    const { id, method } = payload
    if (typeof id !== 'number' && typeof id !== 'bigint') return false
    const known = history.records.get(id)
    if (!('method' in payload)) return known !== undefined && isOn(topic, known)
    // A response to it would be matched to another request.
    return (
      typeof method === 'string' &&
      !memory.isOld(topic, id) &&
      (!known || (known.topic === topic && known.request.method === method))
    )
  }

  crypto.decode = async (topic, encoded, options) => {
    try {
      if (encoded.length > PAIRING.messageBounds.length) throw new IgnoredMessageError('The message is too long.')
      const payload = await decode(topic, encoded, options)
      if (!isHeard(topic, payload)) throw new IgnoredMessageError('Nobody here asked for it.')
      memory.note(topic, encoded, payload.id)
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
  const { onRelayEventRequest: hearPairing, registeredMethods } = core.pairing
  const said = new Map<string, { since: number; count: number }>()
  const questions = [client.proposal, client.auth.requests, client.pendingRequest]

  const isPairing = (topic: string) => client.core.pairing.pairings.keys.includes(topic)
  const isSession = (topic: string) => client.session.keys.includes(topic)
  const fits = ({ topic, payload: { method } }: Inbound) => {
    if (role === 'requester' && QUESTIONS.includes(method)) return false
    return PROPOSALS.includes(method) ? isPairing(topic) : !IN_SESSIONS.includes(method) || isSession(topic)
  }
  /** A pending request must not be replaced by another one with the same id. */
  const waits = (id: number) => questions.some(({ keys }) => keys.includes(id))
  const isCrowded = ({ topic, payload: { method } }: Inbound) =>
    PROPOSALS.includes(method) &&
    [...client.proposal.getAll(), ...client.auth.requests.getAll()].filter((one) => one.pairingTopic === topic)
      .length >= PAIRING.queuedProposals
  const forget = ({ topic, payload: { id } }: Inbound) => core.history.delete(topic, id)

  const isFlood = (topic: string): boolean => {
    const { withinMs, session, pairing } = PAIRING.flood
    const now = Date.now()
    for (const [known, { since }] of said) if (now - since >= withinMs || now < since) said.delete(known)
    const { since, count } = said.get(topic) ?? { since: now, count: 0 }
    said.set(topic, { since, count: count + 1 })
    if (count + 1 === session && isSession(topic)) engine.events.emit(FLOODED, { topic })
    return count >= (isSession(topic) ? session : pairing)
  }

  // Messages on a pairing's topic are processed below, with all others.
  core.pairing.onRelayEventRequest = () => Promise.resolve()
  engine.onRelayEventRequest = async (inbound) => {
    const { topic, payload } = inbound
    if (waits(payload.id)) return
    if (isFlood(topic) || !fits(inbound)) forget(inbound)
    else if (registeredMethods.includes(payload.method) || !isPairing(topic)) await onRelayEventRequest(inbound)
    else await hearPairing(inbound).finally(() => forget(inbound))
  }
  // A message on which the client fails would be kept, and processed again after each reload.
  engine.onRelayEventResponse = (inbound) => onRelayEventResponse(inbound).catch(() => undefined)
  engine.processRequest = async (inbound) => {
    const { id, method } = inbound.payload
    try {
      if (!isCrowded(inbound)) await processRequest(inbound)
    } finally {
      const answered = core.history.records.get(id)?.response !== undefined
      // The machines respond to updates.
      if (!waits(id) && (answered || method !== 'wc_sessionUpdate')) forget(inbound)
    }
  }
  if (role === 'requester') return
  for (const store of questions) {
    const drop = store.delete.bind(store)
    store.delete = async (id, reason) => {
      const { topic = '' } = core.history.records.get(id) ?? {}
      await drop(id, reason)
      core.history.delete(topic, id)
    }
  }
}

/** The accepted fields of a proposal and a sign-in. Other fields would overwrite the client's own data. */
const PROPOSED = z.omit(proposalSchema, { id: true, pairingTopic: true, expiryTimestamp: true })
const SIGN_IN = z.pick(authRequestSchema, { requester: true, authPayload: true })
const proposalSeconds = PAIRING.proposalExpirySeconds

const paramsOf = ({ payload: { params } }: Inbound) => (isRecord(params) ? params : {})
const describeMessage = (inbound: Inbound, params: object): Inbound => ({
  ...inbound,
  payload: { ...inbound.payload, params },
})

/** The sender's expiry in seconds since 1970, if it is a number within the limit. */
const bounded = (expiryTimestamp: unknown, seconds: number = PAIRING.requestExpirySeconds.max) =>
  typeof expiryTimestamp === 'number' && expiryTimestamp <= expiryAfter(seconds, Date.now()) ? { expiryTimestamp } : {}

/** The client would check the expiry only before storing, so an expired request would remain. */
const isOver = (expiryTimestamp: unknown) =>
  typeof expiryTimestamp === 'number' && isExpired(expiryTimestamp, Date.now())

/** Validates namespaces first: the client would store and confirm them before validation. */
function validateFirst(client: Client): void {
  const { engine, events } = internalsOf(client)
  const refuse = ({ topic, payload: { id } }: Inbound) => engine.sendError({ id, topic, error: PAIRING.invalidParams })
  const { onSessionProposeRequest, onSessionAuthenticateRequest, onSessionRequest } = engine
  engine.onSessionProposeRequest = async (inbound) => {
    const { expiryTimestamp, ...said } = paramsOf(inbound)
    if (isOver(expiryTimestamp)) return
    const { data: params } = PROPOSED.safeParse(said)
    if (!params) return refuse(inbound)
    return onSessionProposeRequest(
      describeMessage(inbound, { ...params, ...bounded(expiryTimestamp, proposalSeconds) }),
    )
  }
  engine.onSessionAuthenticateRequest = async (inbound) => {
    const { expiryTimestamp, ...said } = paramsOf(inbound)
    if (isOver(expiryTimestamp)) return
    const { data: params } = SIGN_IN.safeParse(said)
    if (!params) return refuse(inbound)
    const ends = { expiryTimestamp: expiryAfter(PAIRING.authExpirySeconds, Date.now()), ...bounded(expiryTimestamp) }
    return onSessionAuthenticateRequest(describeMessage(inbound, { ...params, ...ends }))
  }
  engine.onSessionRequest = async (inbound) => {
    const { request, ...said } = paramsOf(inbound)
    if (!isRecord(request)) return onSessionRequest(inbound)
    const { expiryTimestamp, ...question } = request
    if (isOver(expiryTimestamp)) return
    return onSessionRequest(
      describeMessage(inbound, { ...said, request: { ...question, ...bounded(expiryTimestamp) } }),
    )
  }
  engine.onSessionUpdateRequest = async (topic, { id, params }) =>
    events.emit('session_update', { id, topic, params: isRecord(params) ? params : {} })
  engine.onSessionEventRequest = async (topic, { id, params }) => events.emit('session_event', { id, topic, params })
}
