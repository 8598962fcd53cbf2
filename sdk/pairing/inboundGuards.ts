/** What peers send, before the client handles it: within bounds, once, on its own topic, and not written down by their word. */
import { PAIRING } from '../../machines/constants.ts'
import { isRecord, isShallow } from '../../machines/rules/pairing/shapes.ts'
import type { Client } from './client.ts'
import { internalsOf, type HistoryRecord, type Inbound } from './internals.ts'

/** What is said on the topic of an offer; everything else belongs to a session. */
const PROPOSALS = ['wc_sessionPropose', 'wc_sessionAuthenticate']
const IN_SESSIONS = [
  'wc_sessionUpdate',
  'wc_sessionExtend',
  'wc_sessionRequest',
  'wc_sessionEvent',
  'wc_sessionDelete',
  'wc_sessionPing',
]
/** What is answered later than it is handled. */
const ANSWERED_LATER = [...PROPOSALS, 'wc_sessionRequest', 'wc_sessionUpdate']

const FLOODED = 'latchkey_flooded'

/** `signInKeys` are this page's own keys, by the topics on which its sign-ins are answered. */
export function guardInbound(client: Client, signInKeys: ReadonlyMap<string, string>): void {
  guardPayloads(client, signInKeys)
  guardRequests(client)
  hearFirst(client)
}

/** Hears of sessions in which more is said than anybody could mean. */
export const watchFloods = (client: Client, heard: (topic: string) => void): void =>
  internalsOf(client).engine.events.on(FLOODED, ({ topic }: { topic: string }) => heard(topic))

/** A text that is no message, or answers what was asked elsewhere. Nothing of it is heard. */
class NotHeardError extends Error {
  override name = 'NotHeardError'
}

function guardPayloads(client: Client, signInKeys: ReadonlyMap<string, string>): void {
  const { crypto, history, relayer } = internalsOf(client).core
  const decode = crypto.decode.bind(crypto)

  /** Ids are all that the client tells answers apart by: who knows one could answer for somebody else. */
  const isOn = (topic: string, { topic: own, request: { method, params } }: HistoryRecord) => {
    if (own === topic) return true
    const requester = isRecord(params) ? params['requester'] : undefined
    const key = isRecord(requester) ? requester['publicKey'] : undefined
    return method === 'wc_sessionAuthenticate' && key !== undefined && signInKeys.get(topic) === key
  }
  const isHeard = (topic: string, payload: unknown): boolean => {
    if (!isRecord(payload) || !isShallow(payload, PAIRING.messageBounds.depth)) return false
    const { id, method } = payload
    if (typeof id !== 'number' && typeof id !== 'bigint') return false
    const known = history.records.get(id)
    if (!('method' in payload)) return known !== undefined && isOn(topic, known)
    // An answer to it would be taken for the answer to something else.
    return typeof method === 'string' && (!known || (known.topic === topic && known.request.method === method))
  }

  crypto.decode = async (topic, encoded, options) => {
    try {
      if (encoded.length > PAIRING.messageBounds.length) throw new NotHeardError('The message is too long.')
      const payload = await decode(topic, encoded, options)
      if (!isHeard(topic, payload)) throw new NotHeardError('Nobody here asked for it.')
      return payload
    } catch (error) {
      // The client would keep it, and look at it again after each reload.
      await relayer.messages.ack(topic, encoded).catch(() => {})
      throw error
    }
  }
}

function guardRequests(client: Client): void {
  const { core, engine } = internalsOf(client)
  const { onRelayEventRequest, processRequest } = engine
  const said = new Map<string, { since: number; count: number }>()

  const isPairing = (topic: string) => client.core.pairing.pairings.keys.includes(topic)
  const isSession = (topic: string) => client.session.keys.includes(topic)
  const fits = ({ topic, payload: { method } }: Inbound) =>
    PROPOSALS.includes(method) ? isPairing(topic) : !IN_SESSIONS.includes(method) || isSession(topic)
  /** What waits for the visitor is not exchanged for something else under its id. */
  const waits = (id: number) =>
    [client.proposal, client.auth.requests, client.pendingRequest].some(({ keys }) => keys.includes(id))

  const isFlood = (topic: string): boolean => {
    const { withinMs, session, pairing } = PAIRING.flood
    const now = Date.now()
    for (const [known, { since }] of said) if (now - since >= withinMs || now < since) said.delete(known)
    const { since, count } = said.get(topic) ?? { since: now, count: 0 }
    said.set(topic, { since, count: count + 1 })
    if (count + 1 === session && isSession(topic)) engine.events.emit(FLOODED, { topic })
    return count >= (isSession(topic) ? session : pairing)
  }

  engine.onRelayEventRequest = async (inbound) => {
    const { topic, payload } = inbound
    if (waits(payload.id)) return
    if (!isFlood(topic) && fits(inbound)) return onRelayEventRequest(inbound)
    if (!isPairing(topic)) core.history.delete(topic, payload.id)
  }
  engine.processRequest = async (inbound) => {
    const { topic, payload } = inbound
    try {
      await processRequest(inbound)
    } finally {
      const answered = core.history.records.get(payload.id)?.response !== undefined
      // It would be kept for a month, and written anew with every message. What this is about, pairings answer themselves.
      if (answered || (isSession(topic) && !ANSWERED_LATER.includes(payload.method)))
        core.history.delete(topic, payload.id)
    }
  }
  client.on('session_request_expire', ({ id }) => {
    const expired = core.history.records.get(id)
    if (expired) core.history.delete(expired.topic, id)
  })
}

/** The client would take a peer's namespaces into its store, and confirm that, before anybody here has looked at them. */
function hearFirst(client: Client): void {
  const { engine, events } = internalsOf(client)
  const { onSessionProposeRequest } = engine
  engine.onSessionProposeRequest = (inbound) => {
    const { topic, payload } = inbound
    // What it says of itself would take the place of what is known of it.
    const { id: _, pairingTopic: __, expiryTimestamp: ___, ...params } = isRecord(payload.params) ? payload.params : {}
    return onSessionProposeRequest({ ...inbound, topic, payload: { ...payload, params } })
  }
  engine.onSessionUpdateRequest = async (topic, { id, params }) =>
    events.emit('session_update', { id, topic, params: isRecord(params) ? params : {} })
  engine.onSessionEventRequest = async (topic, { id, params }) => events.emit('session_event', { id, topic, params })
}
