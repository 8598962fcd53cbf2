/** Guards the client against invalid messages and failures of a relay. */
import { isRecord, isText } from '../../../machines/shared/typeGuards.rules.ts'
import type { Client } from './client.types.ts'
import { handleRejections, internalsOf, withTimeout, type Provider, type Relayer } from './internals.ts'

/** How long the relay may take to end a subscription, in milliseconds, before its data is removed anyway. */
const UNSUBSCRIBE_MS = 3_000

/** The payload type of all messages except the response to a sign-in. */
const DEFAULT_PAYLOAD_TYPE = 0

/** A client's connection to the relay. */
export interface RelayConnection {
  /** Opens no more connections, not even a pending one. Resolves when that is certain. */
  end(): Promise<void>
}

/** Must run before the client starts, which may connect immediately. */
export function guardRelay(client: Client): RelayConnection {
  const { relayer, crypto } = internalsOf(client).core
  // There is one listener per pending message.
  relayer.events.setMaxListeners(0)
  handleRejections(relayer, ['onProviderPayload', 'publish'])
  const connection = connectOnce(relayer)
  guardProviders(relayer)
  resendOnReconnect(relayer)

  const unsubscribe = relayer.unsubscribe.bind(relayer)
  relayer.unsubscribe = (...params) => withTimeout(UNSUBSCRIBE_MS, unsubscribe(...params), () => undefined)

  const typeOf = crypto.getPayloadType.bind(crypto)
  crypto.getPayloadType = (encoded) => {
    try {
      return typeOf(encoded)
    } catch {
      return DEFAULT_PAYLOAD_TYPE
    }
  }
  return connection
}

/**
 * Merges concurrent connects, and rejects one that did not connect. Otherwise an outage of the relay opens thousands of sockets.
 */
function connectOnce(relayer: Relayer): RelayConnection {
  const [connect, create] = [relayer.connect.bind(relayer), relayer.createProvider.bind(relayer)]
  let isClosed = false
  relayer.createProvider = async () => {
    if (!isClosed) await create()
    if (!isClosed) return
    // The client resets this flag when it starts to connect, and checks it before each further attempt.
    relayer.transportExplicitlyClosed = true
    throw new Error('The client is closed')
  }
  const attempt = async (relayUrl?: string) => {
    if (isClosed) throw new Error('The client is closed')
    try {
      await connect(relayUrl)
    } finally {
      // The client resets it only for its own reconnect timer. If it stays set, the client notices no lost connection.
      relayer.reconnectInProgress = false
    }
    // It was closed while it was being opened.
    if (isClosed || relayer.transportExplicitlyClosed) await relayer.transportClose()
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
      isClosed = true
      await connecting?.catch(() => {})
    },
  }
}

/** The client uses ids as event names, so an id that is a word could trigger an internal event. */
const isId = (id: unknown): boolean =>
  (typeof id === 'number' || typeof id === 'bigint' || typeof id === 'string') && /^\d+$/.test(String(id))
const isSubscriptionId = (id: unknown): boolean => typeof id === 'string' && /^[\da-f-]{8,128}$/i.test(id)

/** Whether the client can process a message without failing. */
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
  const processPayload = provider.onPayload.bind(provider)
  provider.onPayload = (payload) => {
    try {
      if (isFrame(payload)) processPayload(payload)
    } catch {
      // A relay's message must not end the process.
    }
  }
  // After a new provider is created, the client no longer listens to this one, but its socket may still fail.
  events.on('error', () => {})
  const request = provider.request.bind(provider)
  provider.request = (call, context) =>
    new Promise((resolve, reject) => {
      const onDisconnect = () => reject(new Error('Connection interrupted'))
      events.once('disconnect', onDisconnect)
      request(call, context)
        .then(resolve, reject)
        .finally(() => {
          events.off('disconnect', onDisconnect)
          if (call.id !== undefined) events.removeAllListeners(String(call.id))
        })
    })
}

/** A request fails when its connection is lost, and leaves no listeners behind. */
function guardProviders(relayer: Relayer): void {
  if (relayer.provider.connection) guardProvider(relayer.provider)
  const create = relayer.createProvider.bind(relayer)
  relayer.createProvider = async () => {
    await create()
    guardProvider(relayer.provider)
  }
}

/** Resends messages that were lost with a connection as soon as there is a new one, instead of half a minute later. */
function resendOnReconnect(relayer: Relayer): void {
  const { publisher, subscriber } = relayer
  publisher.checkQueue = () => {
    // The relay rejected this client, so the pending requests have failed.
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
