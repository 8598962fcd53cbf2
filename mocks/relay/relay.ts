/** A WalletConnect relay without a transport: servers, mocks and tests provide the sockets. */
import { sha256, stringToBytes } from 'viem'
import { identify } from './auth.ts'
import { type Closing, noFaults, type RelayFaults } from './faults.ts'
import { errorFrame, ids, readFrame, requestFrame, resultFrame } from './frames.ts'
import { createMailbox, type Letter } from './mailbox.ts'
import { type Desk, methods, type Outcome, type Published } from './methods.ts'
import { Refusal, refusals, type RpcFault } from './refusals.ts'

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

const usualLimits: RelayLimits = {
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
export interface Visit {
  projectId: string
  /** The client's user agent, which contains the page's host. */
  userAgent: string
  clientId?: string
  closing?: Closing
}

/** The relay. Messages wait for each client until their ttl, independent of its sockets. */
export interface Relay {
  /** Accepts a new socket, whose URL contains `auth` and `projectId`. */
  connect(url: string, socket: RelaySocket): RelayConnection
  /** Closes every socket. 1006 cuts them off; relays send 4010 when they move clients to another server. */
  disconnectAll(code?: number, reason?: string): void
  readonly faults: RelayFaults
  /** Resets all faults. */
  heal(): void
  /** Every published message, oldest first, with everything that the relay can read. */
  readonly published: readonly Published[]
  /** Every socket so far, oldest first. */
  readonly visits: readonly Visit[]
  /** The number of open sockets. */
  sockets(): number
}

interface Visitor {
  socket: RelaySocket
  visit: Visit
  /** Frames that arrived before authentication completed; `undefined` afterwards. */
  early: string[] | undefined
  /** Subscription ids by topic. */
  topics: Map<string, string>
  /** The socket's unacknowledged deliveries, by id as text. */
  unacknowledged: Map<string, Letter>
  timers: Set<ReturnType<typeof setTimeout>>
}

/** Creates a relay. It requires `crypto.subtle` with Ed25519: Node, or a page in a secure context. */
export function createRelay({
  now = Date.now,
  verifyProjectId = () => true,
  audience,
  ...options
}: RelayOptions = {}): Relay {
  const limits = { ...usualLimits, ...options.limits }
  const faults: RelayFaults = { ...noFaults }
  const mailbox = createMailbox(now)
  const published: Published[] = []
  const visits: Visit[] = []
  const visitors = new Set<Visitor>()
  /** The newest socket of each client. Older ones receive nothing. */
  const served = new Map<string, Visitor>()
  /** The number of requests of each client in the current second. */
  const asked = new Map<string, { second: number; count: number }>()
  let lastDelivery = Number(ids.min)

  const leave = (visitor: Visitor) => {
    visitors.delete(visitor)
    if (served.get(visitor.visit.clientId ?? '') === visitor) served.delete(visitor.visit.clientId ?? '')
    visitor.timers.forEach((timer) => clearTimeout(timer))
  }

  const close = (visitor: Visitor, closing: Closing) => {
    if (!visitors.has(visitor)) return
    visitor.visit.closing = closing
    leave(visitor)
    visitor.socket.close(closing.code, closing.reason)
  }

  const send = (visitor: Visitor, frame: string) => {
    const { socket, timers } = visitor
    const text = faults.garbage ?? frame
    if (faults.delayMs === 0) return socket.send(text)
    const timer = setTimeout(() => {
      timers.delete(timer)
      socket.send(text)
    }, faults.delayMs)
    timers.add(timer)
  }

  const deliver = (visitor: Visitor, topic: string) => {
    const { topics, unacknowledged, visit } = visitor
    const id = topics.get(topic)
    if (id === undefined || visit.clientId === undefined || served.get(visit.clientId) !== visitor) return
    const sent = new Set(unacknowledged.values())
    for (const letter of mailbox.waiting(topic, visit.clientId).filter((letter) => !sent.has(letter))) {
      const { message, publishedAt, tag, attestation } = letter
      for (let copies = faults.duplicate ? 2 : 1; copies > 0; copies -= 1) {
        lastDelivery += 1
        unacknowledged.set(`${lastDelivery}`, letter)
        const data = { topic, message, publishedAt, tag, attestation }
        send(visitor, requestFrame(lastDelivery, 'irn_subscription', { id, data }))
      }
    }
  }

  const subscribers = (topic: string) => [...served.values()].filter(({ topics }) => topics.has(topic)).length

  const deskOf = (visitor: Visitor, clientId: string): Desk => ({
    subscribe(topic) {
      const known = visitor.topics.get(topic)
      if (known !== undefined) return known
      if (subscribers(topic) >= limits.subscribers) throw new Refusal('subscribers')
      const id = sha256(stringToBytes(`${topic}${clientId}`)).slice(2)
      visitor.topics.set(topic, id)
      return id
    },
    unsubscribe: (topic) => void visitor.topics.delete(topic),
    deliver: (topic) => deliver(visitor, topic),
    fetch: (topic) =>
      mailbox.waiting(topic, clientId).map((letter) => {
        mailbox.acknowledge(letter, clientId)
        const { message, publishedAt, tag, attestation } = letter
        return { topic, message, publishedAt, tag, attestation }
      }),
    judge({ topic, tag, ttlSeconds, ciphertext }) {
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
      if (isNew) for (const other of visitors) deliver(other, topic)
    },
    acknowledge: (deliveries) => deliveries.forEach((id) => acknowledge(visitor, clientId, id)),
  })

  const acknowledge = ({ unacknowledged }: Visitor, clientId: string, id: string) => {
    const letter = unacknowledged.get(id)
    if (letter) mailbox.acknowledge(letter, clientId)
    unacknowledged.delete(id)
  }

  const isTooOften = (clientId: string): boolean => {
    const second = Math.floor(now() / 1000)
    const last = asked.get(clientId)
    const count = last?.second === second ? last.count + 1 : 1
    asked.set(clientId, { second, count })
    return count > limits.requestsPerSecond
  }

  const perform = (method: string, params: unknown, desk: Desk): Outcome | RpcFault => {
    try {
      return methods[method]?.(params, desk) ?? refusals.method
    } catch (error) {
      return error instanceof Refusal ? error.fault : refusals.params
    }
  }

  const receive = (visitor: Visitor, clientId: string, text: string) => {
    if (faults.silent || served.get(clientId) !== visitor) return
    const frame = readFrame(text)
    if (frame.kind === 'invalid') return send(visitor, errorFrame(frame.id, frame.fault))
    if (frame.kind === 'answer') {
      return frame.succeeded ? acknowledge(visitor, clientId, frame.id.replaceAll('"', '')) : undefined
    }
    if (faults.refuse) return send(visitor, errorFrame(frame.id, faults.refuse))
    if (isTooOften(clientId)) return send(visitor, errorFrame(frame.id, refusals.rate))
    if (!Object.hasOwn(methods, frame.method)) return send(visitor, errorFrame(frame.id, refusals.method))
    const outcome = perform(frame.method, frame.params, deskOf(visitor, clientId))
    if ('code' in outcome) return send(visitor, errorFrame(frame.id, outcome))
    // The response goes first: some clients only listen for deliveries after they have received it.
    send(visitor, resultFrame(frame.id, outcome.result))
    outcome.after?.()
  }

  const admit = async (visitor: Visitor, token: string, url: URL) => {
    const { visit } = visitor
    if (faults.turnAway) return close(visitor, faults.turnAway)
    const refuse = (reason: string) => {
      if (!visitors.has(visitor)) return
      send(visitor, errorFrame('0', { code: unauthorized, message: reason }))
      close(visitor, { code: unauthorized, reason })
    }
    if (visit.projectId === '') return refuse('Project ID is missing')
    if (!projectIdShape.test(visit.projectId)) return refuse('Invalid project ID')
    const identity = await identify(token, { nowMs: now(), audience: audience ?? `${url.protocol}//${url.host}` })
    if ('refused' in identity) return refuse(identity.refused)
    if (!(await verifyProjectId(visit.projectId))) return refuse('Unauthorized: invalid key')
    const { clientId } = identity
    // The socket closed during verification.
    if (!visitors.has(visitor)) return
    visit.clientId = clientId
    served.set(clientId, visitor)
    const early = visitor.early ?? []
    visitor.early = undefined
    for (const text of early) if (visitors.has(visitor)) receive(visitor, clientId, text)
  }

  return {
    connect(url, socket) {
      const at = new URL(url)
      const said = (name: string) => at.searchParams.get(name) ?? ''
      const visit: Visit = { projectId: said('projectId'), userAgent: said('ua') }
      const visitor: Visitor = {
        socket,
        visit,
        early: [],
        topics: new Map(),
        unacknowledged: new Map(),
        timers: new Set(),
      }
      visits.push(visit)
      visitors.add(visitor)
      admit(visitor, said('auth'), at).catch((error: unknown) => {
        close(visitor, { code: 1011, reason: String(error).slice(0, 100) })
      })
      return {
        message(text) {
          if (!visitors.has(visitor)) return
          if (visit.clientId === undefined) visitor.early?.push(text)
          else receive(visitor, visit.clientId, text)
        },
        closed: () => leave(visitor),
      }
    },
    disconnectAll(code = 1006, reason = '') {
      for (const visitor of visitors) close(visitor, { code, reason })
    },
    faults,
    heal: () => void Object.assign(faults, noFaults),
    published,
    visits,
    sockets: () => visitors.size,
  }
}
