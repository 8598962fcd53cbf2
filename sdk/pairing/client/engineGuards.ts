/** Limits what peers can send and works around the client's handling of it. */
import { PAIRING } from '../../../machines/constants.ts'
import { isRecord } from '../../../machines/shared/typeGuards.rules.ts'
import { guardVerify } from './attestation.ts'
import type { Client, DriverOptions } from './client.types.ts'
import { guardInbound } from './inboundGuards.ts'
import { handleRejections, internalsOf, nextTask, type Engine, type Sending } from './internals.ts'

/** How many ids of this client's messages are kept; two can only be equal within one millisecond. */
const RECENT_IDS = 500

/** The id of a message was taken. Nothing was sent. */
export class IdTakenError extends Error {
  override name = 'IdTakenError'
}

export function guardEngine(client: Client, { verify, role }: Pick<DriverOptions, 'verify' | 'role'>): void {
  const { core, engine } = internalsOf(client)
  if (verify) guardVerify(core.verify, verify, core.projectId)
  else core.verify.register = core.verify.resolve = () => Promise.resolve(undefined)
  // Method, address and signature would be sent to the relay unencrypted.
  engine.getTVFParams = () => ({})
  // One of our machines is the queue, and it reads the stored requests itself.
  engine.processSessionRequestQueue = () => {}
  handleUnhandledRejections({ core, engine })
  guardRequests(client)
  guardDeletion(client)
  guardPings(engine)
  awaitRefusals(client)
  guardInbound(client, role, storeSignInKeys(client))
}

/** Handles promises that the client leaves unhandled. */
export function handleUnhandledRejections({ core, engine }: { core: { pairing: object }; engine: object }): void {
  handleRejections(core.pairing, ['isValidPing', 'isValidDisconnect'])
  handleRejections(engine, ['isValidConnect', 'isValidUpdate', 'isValidExtend', 'isValidPing', 'isValidEmit'])
  handleRejections(engine, ['isValidDisconnect', 'onSessionProposeRequest', 'sendResult', 'sendError'])
}

interface ResponseWait {
  /** The engine's event that a response emits. */
  event: string
  /** The time limit if it is not the expiry of the message. */
  seconds?: number
  /** The error message on expiry. */
  message: string
}

const expiring = (event: string): ResponseWait => ({ event, message: 'Request expired. Please try again.' })

/** The responses that the client waits for, by method. A proposal of this kind is the second half of a sign-in. */
const RESPONSE_WAITS: Readonly<Record<string, ResponseWait>> = {
  wc_sessionRequest: expiring('session_request'),
  wc_sessionUpdate: expiring('session_update'),
  wc_sessionExtend: expiring('session_extend'),
  wc_sessionPing: expiring('session_ping'),
  wc_sessionPropose: { event: 'session_connect', seconds: PAIRING.authExpirySeconds, message: 'Request expired' },
}

/** Ends a wait one second before the client's own timer, which would cause an unhandled rejection. */
function endBeforeExpiry({ events }: Engine, { method, expiry }: Sending, id: number): void {
  const responseWait = RESPONSE_WAITS[method]
  if (!responseWait) return
  const name = `${responseWait.event}:${id}`
  const end = () => events.emit(name, { error: { code: 0, message: responseWait.message } })
  const timer = setTimeout(
    end,
    (responseWait.seconds ?? expiry ?? PAIRING.requestExpirySeconds.default) * 1_000 - 1_000,
  )
  events.once(name, () => clearTimeout(timer))
}

/** Ensures unique message ids, ends waits on time, and delays responses until their request has been sent. */
function guardRequests(client: Client): void {
  const { core, engine } = internalsOf(client)
  const usedIds = new Set<number>()
  const reserveId = (id: number) => {
    if (usedIds.has(id) || core.history.records.has(id)) throw new IdTakenError()
    usedIds.add(id)
    for (const oldest of usedIds) {
      if (usedIds.size <= RECENT_IDS) break
      usedIds.delete(oldest)
    }
  }
  const pendingSends = new Map<number, Promise<unknown>>()
  const { sendRequest, sendProposeSession, onRelayEventResponse } = engine
  engine.sendRequest = async (message) => {
    const { clientRpcId: id } = message
    if (id === undefined) return sendRequest(message)
    reserveId(id)
    endBeforeExpiry(engine, message, id)
    const sendPromise = sendRequest(message)
    pendingSends.set(id, sendPromise)
    try {
      return await sendPromise
    } finally {
      pendingSends.delete(id)
    }
  }
  engine.sendProposeSession = async (params) => {
    reserveId(params.proposal.id)
    await sendProposeSession(params)
  }
  engine.onRelayEventResponse = async (event) => {
    const sendPromise = pendingSends.get(event.payload.id)
    // The client only starts to wait for the response then.
    if (sendPromise) await sendPromise.catch(() => {}).then(nextTask)
    return onRelayEventResponse(event)
  }
}

/** Ignores a deletion of a session that does not exist, which a peer may send. */
function guardDeletion(client: Client): void {
  const { engine } = internalsOf(client)
  const { deleteSession } = engine
  engine.deleteSession = async (params) => {
    if (client.session.keys.includes(params.topic)) await deleteSession(params)
  }
}

/** The client would throw a response to a ping from before a reload out of a timer. */
function guardPings(engine: Engine): void {
  const { onSessionPingResponse } = engine
  engine.onSessionPingResponse = (topic, payload) => {
    engine.events.once(`session_ping:${payload.id}`, () => {})
    onSessionPingResponse(topic, payload)
  }
}

const { wc_sessionPropose: proposal, wc_sessionAuthenticate: signIn, wc_sessionRequest: request } = PAIRING.methods
const REFUSALS: readonly number[] = [proposal.reject.tag, signIn.reject.tag, request.response.tag]

/** Waits until the relay has received a wallet's rejection, which the client does not. */
function awaitRefusals(client: Client): void {
  const { core, engine } = internalsOf(client)
  const { relayer } = core
  const published = new WeakMap<object, Promise<void>>()
  const publish = relayer.publish.bind(relayer)
  relayer.publish = (topic, message, options) => {
    const publishing = publish(topic, message, options)
    if (options && REFUSALS.includes(options.tag)) published.set(options, publishing)
    return publishing
  }
  const { tag, ttlSeconds: ttl, prompt } = request.response
  const { sendError } = engine
  engine.sendError = async (refusal) => {
    // Rejections of other messages are not awaited, because the messages after them wait.
    const answer = client.pendingRequest.keys.includes(refusal.id) ? { tag, ttl, prompt } : undefined
    const options = refusal.rpcOpts ?? answer
    if (!options || !REFUSALS.includes(options.tag)) return sendError(refusal)
    const rpcOpts = { ...options, internal: { throwOnFailedPublish: true } }
    await sendError({ ...refusal, rpcOpts })
    await published.get(rpcOpts)
  }
}

/** Keeps the key of every sign-in. The client keeps only the last one, and could not decrypt the responses to earlier ones. */
function storeSignInKeys(client: Client): ReadonlyMap<string, string> {
  const { auth, core } = internalsOf(client)
  const keys = new Map<string, string>()
  const { set } = auth.authKeys
  auth.authKeys.set = (name, value) => {
    keys.set(value.responseTopic, value.publicKey)
    return set(name, value)
  }
  const decode = core.crypto.decode.bind(core.crypto)
  core.crypto.decode = (topic, encoded, options) => {
    const receiverPublicKey = keys.get(topic)
    return decode(topic, encoded, receiverPublicKey === undefined ? options : { ...options, receiverPublicKey })
  }
  return keys
}

/** Passes the whole error; the client would pass only its message. */
const refusalOf = (error: unknown) => ({
  error: { code: isRecord(error) ? error['code'] : undefined, message: error },
})

/**
 * Defers the client's handling of a wallet's response to a sign-in, until `handle` is called. It rejects with the client's error.
 * Until then the client may still store a session, even if it rejected the response.
 */
export function handleSignIns(
  client: Client,
  handler: (pairingTopic: string, handle: () => Promise<void>) => Promise<void>,
): void {
  const { engine } = internalsOf(client)
  engine.onSessionAuthenticateResponse = async (_, { id, result, error }) => {
    const topic = client.core.history.values.find((record) => record.id === id)?.topic ?? ''
    const answer = error === undefined ? { result } : refusalOf(error)
    await handler(topic, async () => {
      for (const listener of engine.events.rawListeners(`session_request:${id}`)) await listener(answer)
    })
  }
}
