/** A WalletConnect relay without a transport: servers, mocks and tests provide the sockets. */
import { sha256, stringToBytes } from 'viem'
import { authenticate } from './auth.ts'
import { type CloseReason, noFaults, type RelayFaults } from './faults.ts'
import { errorFrame, ids, readFrame, requestFrame, resultFrame } from './frames.ts'
import { createMailbox, type MailboxEntry } from './mailbox.ts'
import { type RelayActions, methods, type Outcome, type PublishedMessage } from './methods.ts'
import { Refusal, refusals, type RpcError } from './refusals.ts'

/** The relay's limits. The public relay's known limits are the defaults; the others are off unless a test sets them. */
export interface RelayLimits {
  /** The allowed ttl of messages, in seconds. */
  ttlSeconds: { min: number; max: number }
  /** The maximum length of a session request (tag 1108), in characters. */
  requestCharacters: number
  /** The maximum number of requests of one client per second. */
  requestsPerSecond: number
  /** The maximum number of waiting messages on one topic. */
  mailbox: number
  /** The maximum number of clients that subscribe to one topic. */
  subscribers: number
}

const defaultLimits: RelayLimits = {
  ttlSeconds: { min: 1, max: 2_592_000 },
  requestCharacters: 98_304,
  requestsPerSecond: Infinity,
  mailbox: Infinity,
  subscribers: Infinity,
}
const requestTag = 1108
const unauthorized = 3000
const projectIdShape = /^[\da-f]{32}$/

/** Options of a relay. */
export interface RelayOptions {
  /** The time in milliseconds. */
  now?: () => number
  /** Whether a project exists. By default, every id of 32 hex digits does. */
  verifyProjectId?: (projectId: string) => boolean | Promise<boolean>
  /** The audience that tokens must have: by default the URL that the client connected to; `any` accepts all. */
  audience?: string
  limits?: Partial<RelayLimits>
}

/** The relay's end of a socket. Code 1006 cuts the connection without a close frame. */
export interface RelaySocket {
  send(text: string): void
  close(code: number, reason: string): void
}

/** The socket events that the transport forwards to the relay. */
export interface RelayConnection {
  message(text: string): void
  closed(): void
}

/** A log entry for one socket: the data in its URL, and how the relay closed it, if it did. */
export interface SocketLog {
  projectId: string
  /** The client's user agent, which contains the page's host. */
  userAgent: string
  clientId?: string
  closing?: CloseReason
}

/** The relay. Messages wait for each client until their ttl, independent of its sockets. */
export interface Relay {
  /** Accepts a new socket, whose URL contains `auth` and `projectId`. */
  connect(url: string, socket: RelaySocket): RelayConnection
  /** Closes every socket. 1006 cuts them off; relays send 4010 when they move clients to another server. */
  disconnectAll(code?: number, reason?: string): void
  readonly faults: RelayFaults
  /** Resets all faults. */
  resetFaults(): void
  /** Every published message, oldest first, with everything that the relay can read. */
  readonly published: readonly PublishedMessage[]
  /** Every socket so far, oldest first. */
  readonly socketLogs: readonly SocketLog[]
  /** The number of open sockets. */
  sockets(): number
}

interface Connection {
  socket: RelaySocket
  log: SocketLog
  /** Frames that arrived before authentication completed; `undefined` afterwards. */
  bufferedFrames: string[] | undefined
  /** Subscription ids by topic. */
  topics: Map<string, string>
  /** The socket's unacknowledged deliveries, by id as text. */
  unacknowledged: Map<string, MailboxEntry>
  timers: Set<ReturnType<typeof setTimeout>>
}

/** Creates a relay. It requires `crypto.subtle` with Ed25519: Node, or a page in a secure context. */
export function createRelay({
  now = Date.now,
  verifyProjectId = () => true,
  audience,
  ...options
}: RelayOptions = {}): Relay {
  const limits = { ...defaultLimits, ...options.limits }
  const faults: RelayFaults = { ...noFaults }
  const mailbox = createMailbox(now)
  const published: PublishedMessage[] = []
  const socketLogs: SocketLog[] = []
  const connections = new Set<Connection>()
  /** The newest socket of each client. Older ones receive nothing. */
  const activeConnections = new Map<string, Connection>()
  /** The number of requests of each client in the current second. */
  const requestCounts = new Map<string, { second: number; count: number }>()
  let lastDelivery = Number(ids.min)

  const removeConnection = (connection: Connection) => {
    connections.delete(connection)
    if (activeConnections.get(connection.log.clientId ?? '') === connection)
      activeConnections.delete(connection.log.clientId ?? '')
    connection.timers.forEach((timer) => clearTimeout(timer))
  }

  const close = (connection: Connection, closing: CloseReason) => {
    if (!connections.has(connection)) return
    connection.log.closing = closing
    removeConnection(connection)
    connection.socket.close(closing.code, closing.reason)
  }

  const send = (connection: Connection, frame: string) => {
    const { socket, timers } = connection
    const text = faults.garbage ?? frame
    if (faults.delayMs === 0) return socket.send(text)
    const timer = setTimeout(() => {
      timers.delete(timer)
      socket.send(text)
    }, faults.delayMs)
    timers.add(timer)
  }

  const deliver = (connection: Connection, topic: string) => {
    const { topics, unacknowledged, log } = connection
    const id = topics.get(topic)
    if (id === undefined || log.clientId === undefined || activeConnections.get(log.clientId) !== connection) return
    const sent = new Set(unacknowledged.values())
    for (const entry of mailbox.undelivered(topic, log.clientId).filter((letter) => !sent.has(letter))) {
      const { message, publishedAt, tag, attestation } = entry
      for (let copies = faults.duplicate ? 2 : 1; copies > 0; copies -= 1) {
        lastDelivery += 1
        unacknowledged.set(`${lastDelivery}`, entry)
        const data = { topic, message, publishedAt, tag, attestation }
        send(connection, requestFrame(lastDelivery, 'irn_subscription', { id, data }))
      }
    }
  }

  const subscribers = (topic: string) =>
    [...activeConnections.values()].filter(({ topics }) => topics.has(topic)).length

  const createActions = (connection: Connection, clientId: string): RelayActions => ({
    subscribe(topic) {
      const existing = connection.topics.get(topic)
      if (existing !== undefined) return existing
      if (subscribers(topic) >= limits.subscribers) throw new Refusal('subscribers')
      const id = sha256(stringToBytes(`${topic}${clientId}`)).slice(2)
      connection.topics.set(topic, id)
      return id
    },
    unsubscribe: (topic) => void connection.topics.delete(topic),
    deliver: (topic) => deliver(connection, topic),
    fetch: (topic) =>
      mailbox.undelivered(topic, clientId).map((entry) => {
        mailbox.acknowledge(entry, clientId)
        const { message, publishedAt, tag, attestation } = entry
        return { topic, message, publishedAt, tag, attestation }
      }),
    validate({ topic, tag, ttlSeconds, ciphertext }) {
      if (ttlSeconds < limits.ttlSeconds.min) throw new Refusal('ttlTooShort')
      if (ttlSeconds > limits.ttlSeconds.max) throw new Refusal('ttlTooLong')
      if (tag === requestTag && ciphertext.length > limits.requestCharacters) throw new Refusal('size')
      if (mailbox.count(topic) >= limits.mailbox && !mailbox.has(topic, ciphertext)) throw new Refusal('mailbox')
    },
    publish({ ciphertext, ...message }) {
      const { topic, tag, ttlSeconds, clear } = message
      const entry = { ...message, clientId, size: ciphertext.length }
      published.push(entry)
      if (typeof faults.drop === 'function' ? faults.drop(entry) : faults.drop) return
      const attestation = typeof clear['attestation'] === 'string' ? clear['attestation'] : undefined
      const times = { publishedAt: now(), expiresAt: now() + ttlSeconds * 1000 }
      const isNew = mailbox.put({ publisher: clientId, topic, message: ciphertext, tag, attestation, ...times })
      if (isNew) for (const other of connections) deliver(other, topic)
    },
    acknowledge: (deliveries) => deliveries.forEach((id) => acknowledgeDelivery(connection, clientId, id)),
  })

  const acknowledgeDelivery = ({ unacknowledged }: Connection, clientId: string, id: string) => {
    const entry = unacknowledged.get(id)
    if (entry) mailbox.acknowledge(entry, clientId)
    unacknowledged.delete(id)
  }

  const exceedsRateLimit = (clientId: string): boolean => {
    const second = Math.floor(now() / 1000)
    const previous = requestCounts.get(clientId)
    const count = previous?.second === second ? previous.count + 1 : 1
    requestCounts.set(clientId, { second, count })
    return count > limits.requestsPerSecond
  }

  const callMethod = (method: string, params: unknown, actions: RelayActions): Outcome | RpcError => {
    try {
      return methods[method]?.(params, actions) ?? refusals.method
    } catch (error) {
      return error instanceof Refusal ? error.error : refusals.params
    }
  }

  const receive = (connection: Connection, clientId: string, text: string) => {
    if (faults.silent || activeConnections.get(clientId) !== connection) return
    const frame = readFrame(text)
    if (frame.kind === 'invalid') return send(connection, errorFrame(frame.id, frame.error))
    if (frame.kind === 'answer') {
      return frame.succeeded ? acknowledgeDelivery(connection, clientId, frame.id.replaceAll('"', '')) : undefined
    }
    if (faults.requestError) return send(connection, errorFrame(frame.id, faults.requestError))
    if (exceedsRateLimit(clientId)) return send(connection, errorFrame(frame.id, refusals.rate))
    if (!Object.hasOwn(methods, frame.method)) return send(connection, errorFrame(frame.id, refusals.method))
    const outcome = callMethod(frame.method, frame.params, createActions(connection, clientId))
    if ('code' in outcome) return send(connection, errorFrame(frame.id, outcome))
    // The response goes first: some clients only listen for deliveries after they have received it.
    send(connection, resultFrame(frame.id, outcome.result))
    outcome.afterResponse?.()
  }

  const authenticateConnection = async (connection: Connection, token: string, url: URL) => {
    const { log } = connection
    if (faults.closeOnConnect) return close(connection, faults.closeOnConnect)
    const refuse = (reason: string) => {
      if (!connections.has(connection)) return
      send(connection, errorFrame('0', { code: unauthorized, message: reason }))
      close(connection, { code: unauthorized, reason })
    }
    if (log.projectId === '') return refuse('Project ID is missing')
    if (!projectIdShape.test(log.projectId)) return refuse('Invalid project ID')
    const identity = await authenticate(token, { nowMs: now(), audience: audience ?? `${url.protocol}//${url.host}` })
    if ('error' in identity) return refuse(identity.error)
    if (!(await verifyProjectId(log.projectId))) return refuse('Unauthorized: invalid key')
    const { clientId } = identity
    // The socket closed during verification.
    if (!connections.has(connection)) return
    log.clientId = clientId
    activeConnections.set(clientId, connection)
    const bufferedFrames = connection.bufferedFrames ?? []
    connection.bufferedFrames = undefined
    for (const text of bufferedFrames) if (connections.has(connection)) receive(connection, clientId, text)
  }

  return {
    connect(url, socket) {
      const socketUrl = new URL(url)
      const getParam = (name: string) => socketUrl.searchParams.get(name) ?? ''
      const log: SocketLog = { projectId: getParam('projectId'), userAgent: getParam('ua') }
      const connection: Connection = {
        socket,
        log,
        bufferedFrames: [],
        topics: new Map(),
        unacknowledged: new Map(),
        timers: new Set(),
      }
      socketLogs.push(log)
      connections.add(connection)
      authenticateConnection(connection, getParam('auth'), socketUrl).catch((error: unknown) => {
        close(connection, { code: 1011, reason: String(error).slice(0, 100) })
      })
      return {
        message(text) {
          if (!connections.has(connection)) return
          if (log.clientId === undefined) connection.bufferedFrames?.push(text)
          else receive(connection, log.clientId, text)
        },
        closed: () => removeConnection(connection),
      }
    },
    disconnectAll(code = 1006, reason = '') {
      for (const connection of connections) close(connection, { code, reason })
    },
    faults,
    resetFaults: () => void Object.assign(faults, noFaults),
    published,
    socketLogs,
    sockets: () => connections.size,
  }
}
