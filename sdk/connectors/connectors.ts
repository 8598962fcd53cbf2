import { INJECTED_CONNECTOR_ID, PAIRING_CONNECTOR_ID, WALLETS } from '../../machines/constants.ts'
import type { Connector } from '../../machines/shared/connector.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { Namespace } from '../../machines/shared/namespace.types.ts'
import { isReservedId, isStoredAs } from '../../machines/connection/connectors.rules.ts'
import { randomIds } from '../platform/browser.ts'
import { safely } from '../platform/untrusted.ts'
import type { ConnectorEvent, ConnectorsPort } from '../instance/ports.ts'
import type { WalletProvider } from '../provider/walletProvider.ts'
import type { Clock } from '../../machines/core/time.ts'
import type { AddConnector, RemoveConnector } from './announced.ts'
import { createdProvider, createProviderOnce, type CreateProvider } from './createdProviders.ts'
import { discoverEip6963, isProvider } from './eip6963.ts'

/** A wallet that the app passes itself: in tests, or in addition to the announced wallets. */
export interface ConnectorOption {
  connector: Connector
  /**
   * The wallet's EIP-1193 provider, or a function that creates it, and may load the wallet's SDK first. The function is called when
   * the user connects the wallet, or when a stored connection is restored, once for each namespace that the wallet serves.
   */
  provider: WalletProvider | CreateProvider
}

/** A connector that is not announced, and how to get its provider. */
interface KnownConnector {
  connector: Connector
  provider: WalletProvider | ((namespace: Namespace) => WalletProvider | undefined)
  /** Creates the provider that `provider` then returns. Missing if that needs no loading. */
  load?: (namespace: Namespace) => Promise<void>
}

/** Makes a connector of the app create its provider on demand. `loadMs` is how long one call of the app's function may take. */
export const withCreatedProvider =
  (options: { clock: Clock; loadMs: number }) =>
  ({ connector, provider }: ConnectorOption): KnownConnector =>
    typeof provider === 'function'
      ? {
          connector: { ...connector, lazy: true },
          provider: (namespace) => createdProvider(provider, namespace),
          load: (namespace) => createProviderOnce(provider, namespace, { ...options, wallet: connector.name }),
        }
      : { connector, provider }

const injectedConnector: Connector = {
  id: INJECTED_CONNECTOR_ID,
  name: 'Browser Wallet',
  type: 'INJECTED',
  chain: 'eip155',
}

/**
 * The connector for wallets on other devices. The user's wallet scans its QR code. It serves every namespace that the app has.
 */
export const walletConnectConnector = (chain: Namespace): Connector => ({
  id: PAIRING_CONNECTOR_ID,
  name: 'WalletConnect',
  type: 'WALLET_CONNECT',
  chain,
})

type Provider = KnownConnector['provider']
type Discover = (announce: AddConnector, withdraw: RemoveConnector) => () => void

/** Discovers wallets of namespaces other than `eip155`. Loaded if the app has a network in that namespace. */
const DISCOVERERS: Partial<Record<Namespace, () => Promise<Discover>>> = {
  solana: async () => (await import('./walletStandard.ts')).discoverSolana,
  async bip122() {
    const { discoverBitcoin } = await import('./bitcoin.ts')
    return (announce, withdraw) => discoverBitcoin(window, announce, withdraw)
  },
}

/** Starts discovery once its code is loaded, unless it was stopped by then. */
function discoverLater(
  load: () => Promise<Discover>,
  callbacks: Parameters<Discover>,
  onError: (cause: unknown) => void,
) {
  let isStopped = false
  let stop = () => {}
  load()
    .then((discover) => {
      if (!isStopped) stop = discover(...callbacks)
    })
    .catch(onError)
  return () => {
    isStopped = true
    stop()
  }
}

type Waiters = Set<(connector: Connector) => void>

/** Resolves when a connector announces itself that matches an id stored on an earlier visit. */
const nextAnnounced = (waiters: Waiters, stored: string, signal: AbortSignal): Promise<Connector> =>
  new Promise((resolve, reject) => {
    const onAnnounced = (connector: Connector) => {
      if (!isStoredAs(connector, stored)) return
      waiters.delete(onAnnounced)
      resolve(connector)
    }
    waiters.add(onAnnounced)
    signal.addEventListener('abort', () => (waiters.delete(onAnnounced), reject(signal.reason)), { once: true })
  })

/**
 * The wallets on this page: those that the app passes, those announced through EIP-6963, and the legacy injected wallet. Wallets
 * of other namespaces are included if the app has a network in them. The first wallet to announce an id keeps it. Ids and rdns of
 * the app's own connectors are reserved.
 */
export function pageConnectors(
  appConnectors: readonly KnownConnector[] = [],
  namespaces: readonly Namespace[] = ['eip155'],
  onError: (cause: unknown) => void = () => {},
): ConnectorsPort {
  const entries = new Map<string, KnownConnector>()
  const waiters: Waiters = new Set()
  const reservedIds = new Set(appConnectors.map(({ connector }) => connector.id))
  const reservedRdns = new Set(appConnectors.flatMap(({ connector: { info } }) => info?.rdns ?? []))

  return {
    discover(listener: (event: ConnectorEvent) => void) {
      const add = (connector: Connector, provider: Provider, load?: KnownConnector['load']) => {
        if (entries.has(connector.id)) return
        entries.set(connector.id, { connector, provider, ...(load && { load }) })
        listener({ type: 'connector.announced', connector })
        for (const notify of waiters) notify(connector)
      }
      const announce: AddConnector = (connector, provider, uuid = randomIds.next()) => {
        const { id, info } = connector
        if (isReservedId(id) || reservedIds.has(id) || entries.size >= WALLETS.announced) return
        if (info?.rdns !== undefined && reservedRdns.has(info.rdns)) return
        const isSame = ([entryId, entry]: [string, KnownConnector]) =>
          entry.provider === provider && (entryId === id || entryId.startsWith(`${id}#`))
        if ([...entries].some(isSame)) return
        // A second wallet with the same id gets a different id, valid on this page only.
        add(entries.has(id) ? { ...connector, id: `${id}#${uuid}` } : connector, provider)
      }
      const withdraw: RemoveConnector = (provider) => {
        for (const [connectorId, entry] of entries)
          if (entry.provider === provider && entries.delete(connectorId))
            listener({ type: 'connector.removed', connectorId })
      }
      for (const { connector, provider, load } of appConnectors) add(connector, provider, load)
      if (typeof window === 'undefined') return () => entries.clear()
      const stops = namespaces.flatMap((namespace) => {
        const load = DISCOVERERS[namespace]
        return load ? [discoverLater(load, [announce, withdraw], onError)] : []
      })
      if (namespaces.includes('eip155')) {
        const readInjected = () => {
          const injected: unknown = safely(() => Reflect.get(window, 'ethereum'))
          if (safely(() => isProvider(injected))) add(injectedConnector, injected as WalletProvider)
        }
        readInjected()
        // Legacy wallets may inject their provider after the app's code has run.
        for (const event of ['ethereum#initialized', 'load']) {
          window.addEventListener(event, readInjected, { once: true })
          stops.push(() => window.removeEventListener(event, readInjected))
        }
        stops.push(discoverEip6963(window, announce))
      }
      return () => {
        for (const stop of stops) stop()
        entries.clear()
      }
    },
    provider(connectorId, namespace) {
      const entry = entries.get(connectorId)
      if (typeof entry?.provider !== 'function') return entry?.provider
      return entry.provider(namespace ?? entry.connector.chain)
    },
    async load(connectorId, namespace) {
      await entries.get(connectorId)?.load?.(namespace)
    },
    async whenAnnounced(stored, signal) {
      const isStored = ({ connector }: KnownConnector) => isStoredAs(connector, stored)
      const existing = entries.get(stored) ?? [...entries.values()].find(isStored)
      const connector = existing?.connector ?? (await nextAnnounced(waiters, stored, signal))
      // All wallets have announced themselves by now, because they do so in one turn. If two share the id, the stored one is
      // ambiguous.
      if ([...entries.keys()].some((id) => id.startsWith(`${connector.id}#`)))
        throw new LatchkeyError('connect.ambiguous', { params: { wallet: connector.name } })
      return connector
    },
  }
}
