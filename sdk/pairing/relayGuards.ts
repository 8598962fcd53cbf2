/** Keeps what a relay says, or fails to say, to what it is about. */
import { isRecord, isText } from '../../machines/rules/pairing/shapes.ts'
import type { Client } from './clientTypes.ts'
import { hearRejections, internalsOf, within, type Provider, type Relayer } from './internals.ts'

/** How long the relay may take to end a subscription, before what it was for is cleared away all the same. */
const UNSUBSCRIBE_MS = 3_000

/** The payload type that everything but a sign-in's answer has. */
const ORDINARY = 0

/** A client's line to the relay. */
export interface Line {
  /** Opens no line any more, not even the one that is being opened. Resolves when that is so. */
  end(): Promise<void>
}

/** Guards a client before it begins: it may open its line at once. */
export function guardRelay(client: Client): Line {
  const { relayer, crypto } = internalsOf(client).core
  // One listener for each message that is on its way.
  relayer.events.setMaxListeners(0)
  hearRejections(relayer, ['onProviderPayload', 'publish'])
  const line = connectOnce(relayer)
  guardProviders(relayer)
  sendAgain(relayer)

  const unsubscribe = relayer.unsubscribe.bind(relayer)
  relayer.unsubscribe = (...params) => within(UNSUBSCRIBE_MS, unsubscribe(...params), () => undefined)

  const typeOf = crypto.getPayloadType.bind(crypto)
  crypto.getPayloadType = (encoded) => {
    try {
      return typeOf(encoded)
    } catch {
      return ORDINARY
    }
  }
  return line
}

/**
 * Concurrent connects are one, and one that led to nothing says so. Without this an outage of the relay opens thousands
 * of sockets.
 */
function connectOnce(relayer: Relayer): Line {
  const [connect, create] = [relayer.connect.bind(relayer), relayer.createProvider.bind(relayer)]
  let isOver = false
  relayer.createProvider = async () => {
    if (!isOver) await create()
    if (!isOver) return
    // The client asks for it once it has begun to connect, and looks at it before each further attempt.
    relayer.transportExplicitlyClosed = true
    throw new Error('The client is closed')
  }
  const attempt = async (relayUrl?: string) => {
    if (isOver) throw new Error('The client is closed')
    try {
      await connect(relayUrl)
    } finally {
      // Where something else than the client's own timer reconnects, it never takes this back, and no drop is noticed.
      relayer.reconnectInProgress = false
    }
    // It was closed while it opened.
    if (isOver || relayer.transportExplicitlyClosed) await relayer.transportClose()
    if (!relayer.connected) throw new Error("Couldn't establish socket connection to the relay server")
  }
  let connecting: Promise<void> | undefined
  relayer.connect = async (relayUrl) => {
    if (relayUrl === undefined && relayer.connected) return
    connecting ??= attempt(relayUrl).finally(() => (connecting = undefined))
    await connecting
  }
  return {
    async end() {
      isOver = true
      await connecting?.catch(() => {})
    },
  }
}

/** The client makes events of ids: one that is a word would be taken for an event of its own. */
const isId = (id: unknown): boolean =>
  (typeof id === 'number' || typeof id === 'bigint' || typeof id === 'string') && /^\d+$/.test(String(id))
const isSubscriptionId = (id: unknown): boolean => typeof id === 'string' && /^[\da-f-]{8,128}$/i.test(id)

/** A frame that the client can read without falling over it. */
const isFrame = (payload: unknown): boolean => {
  if (!isRecord(payload) || !isId(payload['id'])) return false
  const { method, params } = payload
  if (method === undefined) return true
  if (typeof method !== 'string') return false
  if (!method.endsWith('_subscription')) return true
  if (!isRecord(params) || !isSubscriptionId(params['id'])) return false
  const { data } = params
  return isRecord(data) && isText(data['topic']) && isText(data['message'])
}

function guardProvider(provider: Provider): void {
  const { events } = provider
  events.setMaxListeners(0)
  const hear = provider.onPayload.bind(provider)
  provider.onPayload = (payload) => {
    try {
      if (isFrame(payload)) hear(payload)
    } catch {
      // What a relay sends ends no process.
    }
  }
  // Once the client has another provider it no longer listens to this one, whose socket may still fail.
  events.on('error', () => {})
  const request = provider.request.bind(provider)
  provider.request = (call, context) =>
    new Promise((resolve, reject) => {
      const cut = () => reject(new Error('Connection interrupted'))
      events.once('disconnect', cut)
      request(call, context)
        .then(resolve, reject)
        .finally(() => {
          events.off('disconnect', cut)
          if (call.id !== undefined) events.removeAllListeners(String(call.id))
        })
    })
}

/** A request fails with the line that it went over, and leaves no listener behind. */
function guardProviders(relayer: Relayer): void {
  if (relayer.provider.connection) guardProvider(relayer.provider)
  const create = relayer.createProvider.bind(relayer)
  relayer.createProvider = async () => {
    await create()
    guardProvider(relayer.provider)
  }
}

/** What a cut line swallowed is sent again as soon as there is another, not half a minute later. */
function sendAgain(relayer: Relayer): void {
  const { publisher, subscriber } = relayer
  publisher.checkQueue = () => {
    // The relay turned this client away: what it was asked for has failed.
    if (relayer.transportExplicitlyClosed) return publisher.queue.clear()
    for (const [id, { request, opts, attempt }] of publisher.queue) {
      publisher.queue.set(id, { request, opts, attempt: attempt + 1 })
      publisher.rpcPublish(request, opts).catch(() => {})
    }
  }
  relayer.on('relayer_connect', () => {
    publisher.checkQueue()
    subscriber.checkPending().catch(() => {})
  })
}
