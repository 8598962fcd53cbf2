/**
 * Private names of the official client, for the exact version that package.json pins. They are declared only here. `client.ts`
 * and the guards access them through `internalsOf`, so a change here causes compiler errors there.
 */
import type { SessionNamespaces } from '../../../machines/pairing/pairing.schemas.ts'
import type { Client } from './client.types.ts'
import type { Storage, TabStorage } from './tabStorage.ts'

interface Emitter {
  on(name: string, listener: (payload: never) => void): void
  once(name: string, listener: () => void): void
  off(name: string, listener: () => void): void
  emit(name: string, payload: object): void
  rawListeners(name: string): ((payload: object) => unknown)[]
  removeAllListeners(name: string): void
  setMaxListeners(count: number): void
}

/** One socket to the relay, and its messages. */
export interface Provider {
  /** Not set before the first socket. */
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
  on(event: string, listener: () => void): void
}

export interface Crypto {
  /** The client's secrets by name; `storageKey` is the key of the record in which they are stored. */
  keychain: { keychain: Map<string, string>; storageKey: string }
  getClientSeed(): Promise<Uint8Array>
  signJWT(audience: string): Promise<string>
  getPayloadType(encoded: string): number
  decode(topic: string, encoded: string, options?: object): Promise<unknown>
}

export interface Verify {
  verifyUrlV3: string
  getVerifyUrl(verifyUrl?: string): string
  fetchPromise: unknown
  /** `id` and `decryptedId` are the SHA-256 of a message, encrypted and decrypted, in hex. */
  register(message: { id: string; decryptedId: string }): Promise<string | undefined>
  resolve(params: unknown): Promise<unknown>
}

/** A peer's response. */
export interface Response {
  id: number
  result?: unknown
  error?: unknown
}

/** A peer's request or message. Only its id has been validated. */
export interface Inbound {
  topic: string
  payload: { id: number; method: string; params?: unknown }
}

/** An outgoing message. */
export interface Sending {
  topic: string
  method: string
  clientRpcId?: number
  /** Seconds. */
  expiry?: number
}

/** An outgoing error response. */
export interface Refusal {
  id: number
  topic: string
  error: unknown
  rpcOpts?: PublishOptions | undefined
}

/** The options with which a message is published to the relay. */
export interface PublishOptions {
  tag: number
  ttl: number
  prompt: boolean
  internal?: { throwOnFailedPublish: boolean }
}

export interface Engine {
  events: Emitter
  /** A received message, still encrypted. */
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

/** A request with its response. */
export interface HistoryRecord {
  topic: string
  request: { method: string; params: unknown }
  response?: unknown
}

/** A session as the client stores it. */
export interface StoredSession {
  namespaces: SessionNamespaces
  controller: string
  self: { publicKey: string }
}

/** The messages sent over the relay, by hash, and received messages until they are processed. */
export interface Messages {
  messages: Map<string, Record<string, string>>
  set(topic: string, message: string, direction: 'inbound' | 'outbound'): Promise<string>
  ack(topic: string, message: string): Promise<void>
}

interface Internals {
  /** Reads the stored data; called once. */
  initialize(): Promise<void>
  core: {
    projectId: string
    storage: Storage & Partial<TabStorage>
    crypto: Crypto
    pairing: {
      /** The pairing handles all other methods on its topic. */
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
    set(topic: string, session: StoredSession): Promise<void>
    keys: readonly string[]
    storageKey: string
    update(topic: string, change: { namespaces: SessionNamespaces }): Promise<void>
  }
  auth: { authKeys: { set(key: string, value: { responseTopic: string; publicKey: string }): Promise<void> } }
}

/** The client with its private names. */
export const internalsOf = (client: Client): Internals => client as unknown as Internals

type Method = (...params: never[]) => unknown

/**
 * Handles the rejections of these methods. The client awaits some of their promises and ignores others, so that invalid data from
 * a peer would end the process.
 */
export function handleRejections(owner: object, names: readonly string[]): void {
  const methods = owner as Record<string, Method>
  for (const name of names) {
    const method = methods[name]?.bind(owner)
    if (!method) throw new Error(`The client has no ${name}`)
    methods[name] = (...params) => {
      const result = method(...params)
      if (result instanceof Promise) result.catch(() => {})
      return result
    }
  }
}

/** Resolves to the value of `work`, or to `fallback` if it fails or takes too long. */
export function withTimeout<Value>(ms: number, work: Promise<Value>, fallback: () => Value): Promise<Value> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(fallback()), ms)
    work.then(resolve, () => resolve(fallback())).finally(() => clearTimeout(timer))
  })
}

/** Resolves after all code that is ready to run. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))
