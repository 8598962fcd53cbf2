import type { Clock } from '../../machines/core/time.ts'
import type { ApprovedNetworks, Connection } from '../../machines/shared/account.types.ts'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { FrameAnswer, FrameMessageType, FrameQuestion } from '../../machines/embedded/frame.schemas.ts'
import type { Connector } from '../../machines/shared/connector.types.ts'
import type { Namespace } from '../../machines/shared/namespace.types.ts'
import type { Network } from '../../machines/shared/network.types.ts'
import type { PageInfo } from '../../machines/connection/deepLinks.rules.ts'
import type { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { ApiError } from '../../machines/shared/errors/apiError.ts'
import type { AnalyticsEvent } from '../../machines/analytics/analytics.rules.ts'
import type { Metadata } from '../../machines/pairing/pairing.schemas.ts'
import type { ConnectResult } from '../../machines/pairing/rules/sharedSession.ts'
import type { PairingUri } from '../../machines/pairing/proposal.contract.ts'
import type { Api } from '../api/client.ts'
import type { ChainAdapter } from '../chains/adapter.ts'
import type { FramePort } from '../embedded/port.ts'
import type { PairingDriver } from '../pairing/port.ts'
import type { WalletProvider } from '../provider/walletProvider.ts'

export type ConnectorEvent =
  | { type: 'connector.announced'; connector: Connector }
  | { type: 'connector.removed'; connectorId: string }

/** Discovers wallets and provides access to them. */
export interface ConnectorsPort {
  /** Listens for wallets until the returned function is called. Has no side effects before it is called. */
  discover(listener: (event: ConnectorEvent) => void): () => void
  /** The provider of an announced connector. `namespace` selects one if the wallet supports several. */
  provider(connectorId: string, namespace?: Namespace): WalletProvider | undefined
  /** Creates the provider of a `lazy` connector, which `provider` then returns. Rejects with `connector.notLoaded`. */
  load?(connectorId: string, namespace: Namespace): Promise<void>
  /** Resolves once the connector is announced. Rejects with `connect.ambiguous` if several wallets claim its id, or on abort. */
  whenAnnounced(connectorId: string, signal: AbortSignal): Promise<Connector>
}

/** Persistent text storage. Each method may throw if the browser denies access. */
export interface StoragePort {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  /** Calls the listener with each key that another tab changes, or with `null` if all keys may have changed. */
  watch?(listener: (key: string | null) => void): () => void
  /** Runs `work` while holding a cross-tab lock called `name`. Runs it without the lock if the lock is not acquired in time. */
  withLock?<Value>(name: string, work: () => Value, signal?: AbortSignal): Promise<Value>
}

/** The color scheme of the system. */
export interface SchemePort {
  watch(listener: (scheme: 'light' | 'dark') => void): () => void
}

/** The lowest severity that is logged. */
export type LogLevel = 'silent' | 'error' | 'warn'

export interface LoggerPort {
  /** Logs a failure. */
  error(message: string, details?: unknown): void
  /** Logs that something was skipped or set aside without a failure. Optional. */
  warn?(message: string, details?: unknown): void
}

/**
 * The chain adapters, by namespace and, if a wallet is involved, by the type of its connector. Each adapter is loaded when it is
 * first needed.
 */
export interface ChainsPort {
  at(namespace: Namespace, connector?: Connector['type']): Promise<ChainAdapter>
}

/** JSON-RPC to the nodes of a network, without the wallet. */
export interface RpcPort {
  /** Sends a JSON-RPC call. Once the signal aborts, nothing is sent or retried. */
  request(
    network: Network,
    call: { method: string; params?: unknown },
    options?: { signal?: AbortSignal | undefined },
  ): Promise<unknown>
}

/** Access to the API. */
export interface ApiPort {
  /** The API client, loaded when it is first needed. */
  client(): Promise<Api>
  /** Calls the listener with the error of each failed call. */
  watch(listener: (error: ApiError) => void): () => void
  /** The URL of a network's image, or `undefined` before the client is loaded. Does not load the client. */
  networkImage?(network: Network): string | undefined
}

/** Wallets on other devices, over WalletConnect. */
export interface PairingPort {
  /** The provider of the wallet with the active session in a namespace. Works like a provider of a browser wallet. */
  provider(namespace: Namespace): WalletProvider
  /**
   * Proposes a session for CAIP-2 chains, until a wallet approves it; that session is active from then on. `namespace` is the one
   * to connect. Rejects with a `LatchkeyError`, or with the reason of the signal.
   */
  connect(
    target: { chains: readonly string[]; namespace: Namespace },
    options: { signal: AbortSignal; onUri(pairingUri: PairingUri): void },
  ): Promise<ConnectResult>
  /** Calls the listener with the namespaces that the wallet adds when it updates its session, until the returned function is called. */
  watch(listener: (namespaces: readonly Namespace[]) => void): () => void
  /** Calls the listener with the networks that the wallet approved, now and on each change, until the returned function is called. */
  watchApproved(listener: (approved: ApprovedNetworks) => void): () => void
  /** Calls the listener with errors of the relay connection, such as a refused project, until the returned function is called. */
  watchFaults(listener: (error: LatchkeyError) => void): () => void
  /** The metadata of the wallet with the active session. */
  peer(): Metadata | undefined
  /** Removes a namespace from a session that is no longer wanted. Removing the last namespace ends the session. */
  leave(topic: string, namespace: Namespace): Promise<void>
}

/** The embedded wallet, in the frame of its secure site. */
export interface EmbeddedPort {
  /** Sends a message to the frame, which is loaded if needed. Rejects with a `LatchkeyError`, or with the reason of the signal. */
  ask<Type extends FrameMessageType>(message: FrameQuestion<Type>, signal?: AbortSignal): Promise<FrameAnswer<Type>>
  /** Connects the wallet of the signed-in user. */
  connect(signal?: AbortSignal): Promise<Outcome<Connection>>
  /** The provider of the embedded wallet in a namespace. Works like a provider of a browser wallet. */
  provider(namespace: Namespace): WalletProvider
}

/** A popup window. */
export interface Popup {
  /** Navigates it to a URL. */
  go(url: string): void
  /** Closes it. The listeners are not called again. */
  close(): void
  /** Keeps it open for the user. The listeners are not called again. */
  leave(): void
}

/** Popup windows, in which users sign in or pay with another service. */
export interface PopupPort {
  /**
   * Opens a popup; call it in a click handler. Returns `undefined` if the browser blocks it. `onMessage` receives the messages that
   * its pages post, with their origin. Without `onMessage`, its pages cannot reach or navigate the opener, and browsers then do not
   * let the opener close it once it has navigated to another site.
   */
  open(url: string, listener: { closed(): void; onMessage?(message: unknown, origin: string): void }): Popup | undefined
}

/** The page that the user is on; `undefined` outside a browser. */
export interface PagePort {
  read(): PageInfo | undefined
}

/** The clipboard. Rejects if the browser or the user denies access. */
export interface ClipboardPort {
  write(text: string): Promise<void>
}

/**
 * The visibility of the page, now and on each change. `page.left`: the page is visible but does not have the focus, for example
 * because the user is in another app. `page.online`: the browser is online again.
 */
export interface VisibilityPort {
  watch(listener: (event: { type: 'page.shown' | 'page.hidden' | 'page.left' | 'page.online' }) => void): () => void
}

export interface ImagesPort {
  /** Preloads images. */
  preload(urls: readonly string[]): void
}

/** The destination of analytics events. */
export interface AnalyticsPort {
  deliver(event: AnalyticsEvent): unknown
}

/** Generates unique ids. */
export interface IdsPort {
  next(): string
}

/** The SDK's access to its environment. Replace any port with `createLatchkey({ ports })`. */
export interface Ports {
  clock: Clock
  connectors: ConnectorsPort
  storage: StoragePort
  scheme: SchemePort
  logger: LoggerPort
  chains: ChainsPort
  rpc: RpcPort
  api: ApiPort
  /** `undefined` if the app does not use WalletConnect. */
  pairing: PairingPort | undefined
  /** `undefined` if the app does not use the embedded wallet. */
  embedded: EmbeddedPort | undefined
  /** The frame of the embedded wallet. Default: an iframe in the page. */
  frame: FramePort | undefined
  /** Opens the transport of the pairing protocol, when it is first needed. */
  driver(): Promise<PairingDriver>
  page: PagePort
  /** Popup windows. Default: windows of the browser. */
  popup: PopupPort | undefined
  images: ImagesPort
  clipboard: ClipboardPort
  visibility: VisibilityPort
  analytics: AnalyticsPort
  ids: IdsPort
}
