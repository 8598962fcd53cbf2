/**
 * Names that are private in the official client's types, under the exact version that package.json pins. They stand here
 * only: `client.ts` and the guards reach them through `internalsOf`, so that the compiler leads from a change here to them.
 */
import type { SessionNamespaces } from '../../machines/schemas/pairing.ts'
import type { Client } from './clientTypes.ts'
import type { Storage, TabStorage } from './tabStorage.ts'

interface Emitter {
  on(name: string, heard: (payload: never) => void): void
  once(name: string, heard: () => void): void
  off(name: string, heard: () => void): void
  emit(name: string, payload: object): void
  rawListeners(name: string): ((payload: object) => unknown)[]
  removeAllListeners(name: string): void
  setMaxListeners(count: number): void
}

/** One socket to the relay, and what is said over it. */
export interface Provider {
  /** Not there before the first socket. */
  connection?: unknown
  events: Emitter
  request(call: { id?: string | number }, context?: unknown): Promise<unknown>
  onPayload(payload: unknown): void
}

export interface Relayer {
  messages: Messages
  readonly connected: boolean
  events: Emitter
  provider: Provider
  transportExplicitlyClosed: boolean
  reconnectInProgress: boolean
  publisher: {
    queue: Map<string, { request: unknown; opts: unknown; attempt: number }>
    rpcPublish(request: unknown, opts: unknown): Promise<unknown>
    checkQueue(): void
  }
  subscriber: { checkPending(): Promise<void> }
  connect(relayUrl?: string): Promise<void>
  createProvider(): Promise<void>
  transportClose(): Promise<void>
  unsubscribe(...params: unknown[]): Promise<void>
  shouldIgnoreMessageEvent(event: { topic: string; message: string }): Promise<boolean>
  publish(topic: string, message: string, options?: PublishOptions): Promise<void>
  on(event: string, heard: () => void): void
}

export interface Crypto {
  /** The client's secrets by their names; `storageKey` is where they are written down, as a record. */
  keychain: { keychain: Map<string, string>; storageKey: string }
  getClientSeed(): Promise<Uint8Array>
  signJWT(audience: string): Promise<string>
  getPayloadType(encoded: string): number
  decode(topic: string, encoded: string, options?: object): Promise<unknown>
}

export interface Verify {
  verifyUrlV3: string
  getVerifyUrl(named?: string): string
  fetchPromise: unknown
  /** `id` and `decryptedId` are the SHA-256 of a message, encrypted and not, in hex. */
  register(message: { id: string; decryptedId: string }): Promise<string | undefined>
  resolve(params: unknown): Promise<unknown>
}

/** What a peer answered with. */
export interface Response {
  id: number
  result?: unknown
  error?: unknown
}

/** What a peer asks or says. Nothing but its id was looked at. */
export interface Inbound {
  topic: string
  payload: { id: number; method: string; params?: unknown }
}

/** A message on its way out. */
export interface Sending {
  topic: string
  method: string
  clientRpcId?: number
  /** Seconds. */
  expiry?: number
}

/** A refusal on its way out. */
export interface Refusal {
  id: number
  topic: string
  error: unknown
  rpcOpts?: PublishOptions | undefined
}

/** How the relay is told of a message. */
export interface PublishOptions {
  tag: number
  ttl: number
  prompt: boolean
  internal?: { throwOnFailedPublish: boolean }
}

export interface Engine {
  events: Emitter
  /** A message as it came, still encrypted. */
  onRelayMessage(event: { topic: string; message: string }): Promise<void>
  onRelayEventRequest(inbound: Inbound): Promise<void>
  processRequest(inbound: Inbound): Promise<void>
  onSessionProposeRequest(inbound: Inbound): Promise<void>
  onSessionAuthenticateRequest(inbound: Inbound): Promise<void>
  onSessionRequest(inbound: Inbound): Promise<void>
  onSessionUpdateRequest(topic: string, payload: Inbound['payload']): Promise<void>
  onSessionEventRequest(topic: string, payload: Inbound['payload']): Promise<void>
  getTVFParams(): object
  deleteSession(params: { topic: string }): Promise<void>
  sendRequest(sending: Sending): Promise<unknown>
  sendResult(sending: { id: number; result: unknown }): Promise<void>
  sendError(refusal: Refusal): Promise<void>
  sendProposeSession(params: { proposal: { id: number } }): Promise<void>
  processSessionRequestQueue(): void
  onRelayEventResponse(event: { topic: string; payload: Response }): Promise<unknown>
  onSessionPingResponse(topic: string, payload: Response): void
  onSessionAuthenticateResponse(topic: string, payload: Response): Promise<void>
}

/** What one side said to the other. */
export interface HistoryRecord {
  topic: string
  request: { method: string; params: unknown }
  response?: unknown
}

/** A session as the client stores it. */
export interface Stored {
  namespaces: SessionNamespaces
  controller: string
  self: { publicKey: string }
}

/** What went over the relay, by the hashes of the texts; those that came in until they are handled, as well. */
export interface Messages {
  messages: Map<string, Record<string, string>>
  set(topic: string, message: string, direction: 'inbound' | 'outbound'): Promise<string>
  ack(topic: string, message: string): Promise<void>
}

interface Internals {
  /** Reads what is stored; called once. */
  initialize(): Promise<void>
  core: {
    projectId: string
    storage: Storage & Partial<TabStorage>
    crypto: Crypto
    pairing: {
      /** Everything else that comes on a pairing's topic is the pairing's own to answer. */
      registeredMethods: readonly string[]
      sendRequest(topic: string, method: string, params: object): Promise<number>
      onRelayEventRequest(inbound: Inbound): Promise<void>
    }
    relayer: Relayer
    verify: Verify
    history: { records: Map<unknown, HistoryRecord>; delete(topic: string, id?: number): void }
  }
  engine: Engine
  events: Emitter
  session: {
    set(topic: string, session: Stored): Promise<void>
    keys: readonly string[]
    storageKey: string
    update(topic: string, change: { namespaces: SessionNamespaces }): Promise<void>
  }
  auth: { authKeys: { set(key: string, value: { responseTopic: string; publicKey: string }): Promise<void> } }
}

/** The client, its private names within reach. */
export const internalsOf = (client: Client): Internals => client as unknown as Internals

type Work = (...params: never[]) => unknown

/** The client awaits some of these promises and drops them elsewhere: there a peer's garbage would end a process. */
export function hearRejections(owner: object, names: readonly string[]): void {
  const works = owner as Record<string, Work>
  for (const name of names) {
    const work = works[name]?.bind(owner)
    if (!work) throw new Error(`The client has no ${name}`)
    works[name] = (...params) => {
      const working = work(...params)
      if (working instanceof Promise) working.catch(() => {})
      return working
    }
  }
}

/** The work's value, or `otherwise` where it fails or takes too long. */
export function within<Value>(ms: number, work: Promise<Value>, otherwise: () => Value): Promise<Value> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(otherwise()), ms)
    work.then(resolve, () => resolve(otherwise())).finally(() => clearTimeout(timer))
  })
}

/** Resolves after everything that is ready to run has run. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))
