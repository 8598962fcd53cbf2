import { INJECTED_CONNECTOR_ID, PAIRING_CONNECTOR_ID, WALLETS } from '../../machines/constants.ts'
import type { Connector } from '../../machines/shared/connector.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { Namespace } from '../../machines/shared/namespace.types.ts'
import { isReservedId, isStoredAs } from '../../machines/connection/connectors.rules.ts'
import { randomIds } from '../platform/browser.ts'
import { safely } from '../platform/untrusted.ts'
import type { ConnectorEvent, ConnectorsPort } from '../instance/ports.ts'
import type { WalletProvider } from '../provider/walletProvider.ts'
import type { AddConnector, RemoveConnector } from './announced.ts'
import { discoverEip6963, isProvider } from './eip6963.ts'

/** A wallet that the app passes itself: in tests, or in addition to the announced wallets. */
export interface ConnectorOption {
  connector: Connector
  /** A wallet that serves several namespaces has one provider for each. */
  provider: WalletProvider | ((namespace: Namespace) => WalletProvider)
}

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

type Provider = ConnectorOption['provider']
type Discover = (announced: AddConnector, withdrawn: RemoveConnector) => () => void

/** Discovers wallets of namespaces other than `eip155`. Loaded if the app has a network in that namespace. */
const DISCOVERERS: Partial<Record<Namespace, () => Promise<Discover>>> = {
  solana: async () => (await import('./walletStandard.ts')).discoverSolana,
  async bip122() {
    const { discoverBitcoin } = await import('./bitcoin.ts')
    return (announced, withdrawn) => discoverBitcoin(window, announced, withdrawn)
  },
}

/** Starts discovery once its code is loaded, unless it was stopped by then. */
function later(load: () => Promise<Discover>, heard: Parameters<Discover>, failed: (cause: unknown) => void) {
  let stopped = false
  let stop = () => {}
  load()
    .then((discover) => {
      if (!stopped) stop = discover(...heard)
    })
    .catch(failed)
  return () => {
    stopped = true
    stop()
  }
}

interface Entry {
  connector: Connector
  provider: Provider
}

type Waiting = Set<(connector: Connector) => void>

/** Resolves when a connector announces itself that matches an id stored on an earlier visit. */
const nextAnnounced = (waiting: Waiting, stored: string, signal: AbortSignal): Promise<Connector> =>
  new Promise((resolve, reject) => {
    const found = (connector: Connector) => {
      if (!isStoredAs(connector, stored)) return
      waiting.delete(found)
      resolve(connector)
    }
    waiting.add(found)
    signal.addEventListener('abort', () => (waiting.delete(found), reject(signal.reason)), { once: true })
  })

/**
 * The wallets on this page: those that the app passes, those announced through EIP-6963, and the legacy injected wallet. Wallets
 * of other namespaces are included if the app has a network in them. The first wallet to announce an id keeps it. Ids and rdns of
 * the app's own connectors are reserved.
 */
export function pageConnectors(
  known: readonly ConnectorOption[] = [],
  namespaces: readonly Namespace[] = ['eip155'],
  failed: (cause: unknown) => void = () => {},
): ConnectorsPort {
  const entries = new Map<string, Entry>()
  const waiting: Waiting = new Set()
  const taken = new Set(known.map(({ connector }) => connector.id))
  const claimed = new Set(known.flatMap(({ connector: { info } }) => info?.rdns ?? []))

  return {
    discover(heard: (event: ConnectorEvent) => void) {
      const add = (connector: Connector, provider: Provider) => {
        if (entries.has(connector.id)) return
        entries.set(connector.id, { connector, provider })
        heard({ type: 'connector.announced', connector })
        for (const found of waiting) found(connector)
      }
      const announced: AddConnector = (connector, provider, uuid = randomIds.next()) => {
        const { id, info } = connector
        if (isReservedId(id) || taken.has(id) || entries.size >= WALLETS.announced) return
        if (info?.rdns !== undefined && claimed.has(info.rdns)) return
        const isSame = ([known, entry]: [string, Entry]) =>
          entry.provider === provider && (known === id || known.startsWith(`${id}#`))
        if ([...entries].some(isSame)) return
        // A second wallet with the same id gets a different id, valid on this page only.
        add(entries.has(id) ? { ...connector, id: `${id}#${uuid}` } : connector, provider)
      }
      const withdrawn: RemoveConnector = (provider) => {
        for (const [connectorId, entry] of entries)
          if (entry.provider === provider && entries.delete(connectorId))
            heard({ type: 'connector.removed', connectorId })
      }
      for (const { connector, provider } of known) add(connector, provider)
      if (typeof window === 'undefined') return () => entries.clear()
      const stops = namespaces.flatMap((namespace) => {
        const load = DISCOVERERS[namespace]
        return load ? [later(load, [announced, withdrawn], failed)] : []
      })
      if (namespaces.includes('eip155')) {
        const look = () => {
          const injected: unknown = safely(() => Reflect.get(window, 'ethereum'))
          if (safely(() => isProvider(injected))) add(injectedConnector, injected as WalletProvider)
        }
        look()
        // Legacy wallets may inject their provider after the app's code has run.
        for (const event of ['ethereum#initialized', 'load']) {
          window.addEventListener(event, look, { once: true })
          stops.push(() => window.removeEventListener(event, look))
        }
        stops.push(discoverEip6963(window, announced))
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
    async whenAnnounced(stored, signal) {
      const isWanted = ({ connector }: Entry) => isStoredAs(connector, stored)
      const there = entries.get(stored) ?? [...entries.values()].find(isWanted)
      const connector = there?.connector ?? (await nextAnnounced(waiting, stored, signal))
      // All wallets have announced themselves by now, because they do so in one turn. If two share the id, the stored one is
      // ambiguous.
      if ([...entries.keys()].some((id) => id.startsWith(`${connector.id}#`)))
        throw new LatchkeyError('connect.ambiguous', { params: { wallet: connector.name } })
      return connector
    },
  }
}
