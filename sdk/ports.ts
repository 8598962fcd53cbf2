import type { Clock } from '../machines/kit/time.ts'
import type { ApprovedNetworks, Connection } from '../machines/entities/account.ts'
import type { Outcome } from '../machines/entities/attempt.ts'
import type { FrameAnswer, FrameMessageType, FrameQuestion } from '../machines/schemas/frame.ts'
import type { Connector } from '../machines/entities/connector.ts'
import type { Namespace } from '../machines/entities/namespace.ts'
import type { Network } from '../machines/entities/network.ts'
import type { Page } from '../machines/rules/deepLinks.ts'
import type { LatchkeyError } from '../machines/errors/error.ts'
import type { ApiError } from '../machines/errors/apiError.ts'
import type { AnalyticsEvent } from '../machines/rules/analytics.ts'
import type { Metadata } from '../machines/schemas/pairing.ts'
import type { Joined } from '../machines/rules/pairing/spoken.ts'
import type { Offer } from '../machines/pairing/proposal.contract.ts'
import type { Api } from './api/client.ts'
import type { ChainAdapter } from './chains/adapter.ts'
import type { FramePort } from './embedded/port.ts'
import type { PairingDriver } from './pairing/port.ts'
import type { WalletProvider } from './walletProvider.ts'

export type ConnectorEvent =
  | { type: 'connector.announced'; connector: Connector }
  | { type: 'connector.removed'; connectorId: string }

/** Finds wallets and holds their providers. */
export interface ConnectorsPort {
  /** Looks for wallets until the returned function is called. Touches nothing before. */
  discover(heard: (event: ConnectorEvent) => void): () => void
  /** The provider of a connector that was announced, in a namespace where its wallet serves several. */
  provider(connectorId: string, namespace?: Namespace): WalletProvider | undefined
  /** Resolves once the connector is announced. Rejects with `connect.ambiguous` if several wallets claim its id, and when the signal aborts. */
  whenAnnounced(connectorId: string, signal: AbortSignal): Promise<Connector>
}

/** A place for text that outlives the page. Each method may throw where the browser forbids it. */
export interface StoragePort {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  /** Hears the keys that other tabs of the page write under; none where all of it may have changed. */
  watch?(heard: (key: string | null) => void): () => void
  /** Does work while no other tab of the page does any under this name; without that where it cannot be had in time. */
  inTurn?<Value>(name: string, work: () => Value, signal?: AbortSignal): Promise<Value>
}

/** Light or dark, as the system is. */
export interface SchemePort {
  watch(heard: (scheme: 'light' | 'dark') => void): () => void
}

/** From what on something is logged. */
export type LogLevel = 'silent' | 'error' | 'warn'

export interface LoggerPort {
  /** Something failed that the site's developers should know of. */
  error(message: string, details?: unknown): void
  /** Something was left out or set aside, and everything goes on. A logger without it is not told. */
  warn?(message: string, details?: unknown): void
}

/**
 * Reads and writes of chains, by namespace, and by the kind of connector where a wallet is spoken to; each adapter is loaded
 * when it is first needed.
 */
export interface ChainsPort {
  at(namespace: Namespace, connector?: Connector['type']): Promise<ChainAdapter>
}

/** JSON-RPC to the networks themselves, past the wallet. */
export interface RpcPort {
  /** With a signal that aborts, nothing is asked or tried again any more. */
  request(
    network: Network,
    call: { method: string; params?: unknown },
    options?: { signal?: AbortSignal | undefined },
  ): Promise<unknown>
}

/** The API. */
export interface ApiPort {
  /** The client, loaded when it is first needed. */
  client(): Promise<Api>
  /** Hears of every call that failed. */
  watch(heard: (error: ApiError) => void): () => void
  /** Where the picture of a network can be had; nothing before the client is loaded, and nothing is loaded for it. */
  networkImage?(network: Network): string | undefined
}

/** Wallets on other devices, by WalletConnect. */
export interface PairingPort {
  /** Speaks to the wallet of the session that is live in a namespace, as to a wallet in this browser. */
  provider(namespace: Namespace): WalletProvider
  /**
   * Offers a session on chains (CAIP-2), from a namespace of theirs, until a wallet takes it up, and speaks to that wallet from
   * then on. Rejects with a `LatchkeyError`, or with the signal's reason.
   */
  connect(
    what: { chains: readonly string[]; namespace: Namespace },
    how: { signal: AbortSignal; offered(offer: Offer): void },
  ): Promise<Joined>
  /** Hears of namespaces that the wallet serves since it changed its session, until the returned function is called. */
  watch(heard: (namespaces: readonly Namespace[]) => void): () => void
  /** Hears which networks the wallet that is spoken to serves: now, and whenever that changes, until the returned function is called. */
  watchApproved(heard: (approved: ApprovedNetworks) => void): () => void
  /** Hears what became wrong with the line to the relay, such as that it turns the page away, until the returned function is called. */
  watchFaults(heard: (error: LatchkeyError) => void): () => void
  /** How the wallet that is spoken to presents itself. */
  peer(): Metadata | undefined
  /** Parts in a namespace from a session that is not wanted after all. With the last namespace it ends. */
  leave(topic: string, namespace: Namespace): Promise<void>
}

/** The embedded wallet, in the frame of its secure site. */
export interface EmbeddedPort {
  /** Asks the frame, which is loaded for it. Rejects with a `LatchkeyError`, or with the signal's reason. */
  ask<Type extends FrameMessageType>(message: FrameQuestion<Type>, signal?: AbortSignal): Promise<FrameAnswer<Type>>
  /** Connects the wallet of who has signed in. */
  connect(signal?: AbortSignal): Promise<Outcome<Connection>>
  /** Speaks to it in a namespace, as to a wallet in this browser. */
  provider(namespace: Namespace): WalletProvider
}

/** A window that was opened beside the page. */
export interface Popup {
  /** Leads it to another page. */
  go(url: string): void
  /** Closes it; nothing is heard of it any more. */
  close(): void
  /** Leaves it to the visitor, open as it is; nothing is heard of it any more. */
  leave(): void
}

/** Windows beside the page, in which visitors sign in or pay elsewhere. */
export interface PopupPort {
  /**
   * Opens one, in the press of a button; nothing where the browser does not let it. `said` hears what its pages post, with their origin; where
   * nobody listens, its pages cannot reach this one, nor lead it elsewhere, for which browsers do not let it be closed from here once it was led to
   * another site.
   */
  open(url: string, heard: { closed(): void; said?(message: unknown, origin: string): void }): Popup | undefined
}

/** The page that the visitor is on; nothing outside a browser. */
export interface PagePort {
  read(): Page | undefined
}

/** Copies for the visitor. Rejects where the browser, or the visitor, forbids it. */
export interface ClipboardPort {
  write(text: string): Promise<void>
}

/**
 * Whether the page can be seen: now, and whenever that changes. `page.left`: it can, but something else has the
 * visitor's attention, as an app beside it.
 */
export interface VisibilityPort {
  watch(heard: (event: { type: 'page.shown' | 'page.hidden' | 'page.left' }) => void): () => void
}

export interface ImagesPort {
  /** Has pictures loaded before they are shown. */
  preload(urls: readonly string[]): void
}

/** Where the site wants to be told what happened. */
export interface AnalyticsPort {
  deliver(event: AnalyticsEvent): unknown
}

/** Names that nothing else in the world has. */
export interface IdsPort {
  next(): string
}

/** All that the sdk needs from the world. Each may be replaced in `createLatchkey({ ports })`. */
export interface Ports {
  clock: Clock
  connectors: ConnectorsPort
  storage: StoragePort
  scheme: SchemePort
  logger: LoggerPort
  chains: ChainsPort
  rpc: RpcPort
  api: ApiPort
  /** Missing where the site does without. */
  pairing: PairingPort | undefined
  /** Missing where the site does without. */
  embedded: EmbeddedPort | undefined
  /** The frame of the embedded wallet; the page's own where there is none. */
  frame: FramePort | undefined
  /** Opens what moves the bytes of the pairing protocol, when it is first needed. */
  driver(): Promise<PairingDriver>
  page: PagePort
  /** Windows beside the page; the browser's own where there is none. */
  popup: PopupPort | undefined
  images: ImagesPort
  clipboard: ClipboardPort
  visibility: VisibilityPort
  analytics: AnalyticsPort
  ids: IdsPort
}
