/** The parts of the official WalletConnect client that are used here. */
import type {
  Cacao,
  ProposalNamespaces,
  SessionNamespaces,
  SessionProperties,
} from '../../../machines/pairing/pairing.schemas.ts'
import type { Answer, Role } from '../../../machines/pairing/sessionRequest.contract.ts'
import type { SignInParams } from '../../../machines/pairing/rules/authenticate.ts'
import type { Storage } from './tabStorage.ts'

/** One of the client's stores, with the methods that are used here. */
interface Store<Key, Item> {
  readonly keys: readonly Key[]
  get(key: Key): Item
  getAll(): Item[]
  update(key: Key, changes: Partial<Item>): Promise<void>
  delete(key: Key, reason: Reason): Promise<void>
}
interface Reason {
  code: number
  message: string
}
interface Side {
  publicKey: string
}
interface Pairing {
  topic: string
  /** In seconds since 1970. */
  expiry: number
  active: boolean
  /** The methods of the sign-in that it was created for. */
  methods?: string[]
}
/** The client's events, by name. Their data is not validated. */
interface ClientEvents {
  session_proposal: { id: number; params: unknown; verifyContext: unknown }
  session_authenticate: { id: number; topic: string; params: unknown; verifyContext: unknown }
  session_request: { id: number; topic: string; params: unknown; verifyContext: unknown }
  session_connect: { session: { topic: string; pairingTopic: string } }
  proposal_expire: { id: number }
  session_update: { id: number; topic: string; params: { namespaces: unknown } }
  session_extend: { id: number; topic: string }
  session_ping: { id: number; topic: string }
  session_event: { id: number; topic: string; params: unknown }
  session_delete: { id: number; topic: string }
}

/** The documented part of the client's API. */
interface Official {
  readonly core: {
    readonly relayer: {
      on(event: string, listener: (cause: unknown) => void): void
      unsubscribe(topic: string): Promise<void>
      transportClose(): Promise<void>
    }
    readonly pairing: {
      readonly pairings: Pick<Store<string, Pairing>, 'keys' | 'get' | 'getAll'>
      readonly events: { on(event: 'pairing_delete', listener: (pairing: { topic: string }) => void): void }
      formatUriFromPairing(pairing: Pairing): string
      activate(params: { topic: string }): Promise<void>
    }
    readonly history: {
      readonly values: readonly { id: number; topic: string; request: { method: string } }[]
      on(event: 'history_updated', listener: (record: never) => void): void
      delete(topic: string, id?: number): void
    }
    readonly expirer: { del(target: string | number): void }
    readonly heartbeat: { stop(): void }
    readonly crypto: { readonly keychain: { has(name: string): boolean } }
  }
  readonly session: Store<
    string,
    { topic: string; pairingTopic: string; peer: Side; namespaces: SessionNamespaces; authentication?: unknown }
  >
  readonly proposal: Store<
    number,
    { id: number; pairingTopic: string; proposer: Side; requiredNamespaces: ProposalNamespaces }
  >
  readonly pendingRequest: Store<number, { id: number; topic: string; params: unknown; verifyContext: unknown }>
  readonly auth: {
    readonly requests: Store<number, { id: number; pairingTopic: string; requester: Side; verifyContext: unknown }>
  }
  on<Event extends keyof ClientEvents>(event: Event, listener: (data: ClientEvents[Event]) => void): void
  pair(params: { uri: string }): Promise<unknown>
  request(params: {
    topic: string
    chainId: string
    request: { method: string; params: unknown }
    expiry?: number
  }): Promise<unknown>
  extend(params: { topic: string }): Promise<{ acknowledged(): Promise<void> }>
  ping(params: { topic: string }): Promise<void>
  reject(params: { id: number; reason: Reason }): Promise<void>
  rejectSessionAuthenticate(params: { id: number; reason: Reason }): Promise<void>
  disconnect(params: { topic: string; reason: Reason }): Promise<void>
}

interface Properties {
  sessionProperties?: SessionProperties
  scopedProperties?: SessionProperties
}

/** Calls whose parameter types are narrower in the client than what it accepts. */
interface Calls {
  connect(
    params: Properties & { optionalNamespaces: ProposalNamespaces },
  ): Promise<{ uri?: string; approval(): Promise<unknown> }>
  authenticate(params: SignInParams): Promise<{
    uri: string
    response(): Promise<{ auths?: unknown; session?: unknown }>
  }>
  approve(params: Properties & { id: number; namespaces: SessionNamespaces }): Promise<{ topic: string }>
  approveSessionAuthenticate(params: { id: number; auths: readonly Cacao[] }): Promise<{ session: unknown }>
  update(params: { topic: string; namespaces: SessionNamespaces }): Promise<{ acknowledged(): Promise<void> }>
  respond(params: { topic: string; response: { id: number; jsonrpc: string } & Answer }): Promise<void>
  emit(params: { topic: string; chainId: string; event: { name: string; data?: unknown } }): Promise<void>
}

export type Client = Official & Calls

export interface ClientOptions {
  projectId: string
  relayUrl: string
  /** Distinguishes the stored keys and sessions of several instances. */
  id: string
  metadata: { name: string; description: string; url: string; icons: string[] }
  /**
   * Enables the verification service: the official one, or another by its URL. A wallet uses it to look up the origin of
   * requests. An app uses it to attest itself, which loads a hidden frame and adds up to two seconds to each proposal and each
   * request.
   */
  verify: boolean | string
  /** The storage for keys and sessions. Default: the browser's database. */
  storage?: Storage | undefined
}

/** `role` is the side of the protocol. An app (`requester`) accepts no requests. */
export type DriverOptions = ClientOptions & { role: Role }
