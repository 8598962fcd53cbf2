import type { Clock } from '../machines/kit/time.ts'
import type { Connector } from '../machines/entities/connector.ts'
import type { Namespace } from '../machines/entities/namespace.ts'
import type { Network } from '../machines/entities/network.ts'
import type { Page } from '../machines/connection/wallets.contract.ts'
import type { ApiError } from '../machines/errors/apiError.ts'
import type { AnalyticsEvent } from '../machines/rules/analytics.ts'
import type { PairingSession } from '../machines/entities/pairing.ts'
import type { Api } from './api/client.ts'
import type { ChainAdapter } from './chains/adapter.ts'
import type { PairingDriver } from './pairing/driver.ts'

/** A wallet's own provider. For eip155 this is EIP-1193; every answer is checked before it is believed. */
export interface WalletProvider {
  request(call: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (payload: unknown) => void): unknown
  removeListener?(event: string, listener: (payload: unknown) => void): unknown
}

export type ConnectorEvent =
  | { type: 'connector.announced'; connector: Connector }
  | { type: 'connector.removed'; connectorId: string }

/** Finds wallets and holds their providers. */
export interface ConnectorsPort {
  /** Looks for wallets until the returned function is called. Touches nothing before. */
  discover(heard: (event: ConnectorEvent) => void): () => void
  /** The provider of a connector that was announced. */
  provider(connectorId: string): WalletProvider | undefined
  /** Resolves once the connector is announced. Rejects when the signal aborts. */
  whenAnnounced(connectorId: string, signal: AbortSignal): Promise<Connector>
}

/** A place for text that outlives the page. Each method may throw where the browser forbids it. */
export interface StoragePort {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Light or dark, as the system is. */
export interface SchemePort {
  watch(heard: (scheme: 'light' | 'dark') => void): () => void
}

export interface LoggerPort {
  /** Something failed that the site's developers should know of. */
  error(message: string, details?: unknown): void
}

/** Reads and writes of chains, by namespace; each adapter is loaded when it is first needed. */
export interface ChainsPort {
  at(namespace: Namespace): Promise<ChainAdapter>
}

/** JSON-RPC to the networks themselves, past the wallet. */
export interface RpcPort {
  request(network: Network, call: { method: string; params?: unknown }): Promise<unknown>
}

/** The provider's API. */
export interface ApiPort {
  /** The client, loaded when it is first needed. */
  client(): Promise<Api>
  /** Hears of every call that failed. */
  watch(heard: (error: ApiError) => void): () => void
}

/** Wallets on other devices, by WalletConnect. */
export interface PairingPort {
  /** The driver of the official client, loaded when it is first needed. */
  driver(): Promise<PairingDriver>
  /** Speaks to the wallet of the session that is live, as to a wallet in this browser. */
  provider: WalletProvider
  /** Takes a session that a wallet settled as the live one. Throws what is wrong with it, and ends it then. */
  adopt(session: unknown): Promise<PairingSession>
  /** Ends timers and sockets; what was stored stays. */
  close(): Promise<void>
}

/** The page that the visitor is on; nothing outside a browser. */
export interface PagePort {
  read(): Page | undefined
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
  page: PagePort
  images: ImagesPort
  analytics: AnalyticsPort
  ids: IdsPort
}
