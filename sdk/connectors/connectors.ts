import { INJECTED_CONNECTOR_ID, PAIRING_CONNECTOR_ID, WALLETS } from '../../machines/constants.ts'
import type { Connector } from '../../machines/entities/connector.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import type { Namespace } from '../../machines/entities/namespace.ts'
import { isReservedId, isStoredAs } from '../../machines/rules/connectors.ts'
import { randomIds } from '../platform/browser.ts'
import { safely } from '../platform/strangers.ts'
import type { ConnectorEvent, ConnectorsPort } from '../ports.ts'
import type { WalletProvider } from '../walletProvider.ts'
import type { Announce, Withdraw } from './announced.ts'
import { discoverEip6963, isProvider } from './eip6963.ts'

/** A wallet that the site itself knows of and hands over, in tests or beside those that announce themselves. */
export interface KnownConnector {
  connector: Connector
  /** One that serves several namespaces has a provider for each. */
  provider: WalletProvider | ((namespace: Namespace) => WalletProvider)
}

const injectedConnector: Connector = {
  id: INJECTED_CONNECTOR_ID,
  name: 'Browser Wallet',
  type: 'INJECTED',
  chain: 'eip155',
}

/** Wallets on other devices, whichever the visitor scans the code with. They serve every namespace that a site has. */
export const walletConnectConnector = (chain: Namespace): Connector => ({
  id: PAIRING_CONNECTOR_ID,
  name: 'WalletConnect',
  type: 'WALLET_CONNECT',
  chain,
})

type Provider = KnownConnector['provider']
type Discover = (announced: Announce, withdrawn: Withdraw) => () => void

/** How wallets of other namespaces than eip155 announce themselves; loaded where the site has a network of that namespace. */
const DISCOVERERS: Partial<Record<Namespace, () => Promise<Discover>>> = {
  solana: async () => (await import('./walletStandard.ts')).discoverSolana,
  async bip122() {
    const { discoverBitcoin } = await import('./bitcoin.ts')
    return (announced, withdrawn) => discoverBitcoin(window, announced, withdrawn)
  },
}

/** Begins to discover once it is loaded, unless it was stopped by then. */
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

/** The connector that an id of an earlier visit stands for, once it announces itself. */
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
 * The wallets of this page: handed over by the site, announced by EIP-6963, and the injected one of old; those of other
 * namespaces where the site has a network of theirs. Whoever is first keeps an id; ids and rdns of the site's own are theirs.
 */
export function pageConnectors(
  known: readonly KnownConnector[] = [],
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
      const announced: Announce = (connector, provider, uuid = randomIds.next()) => {
        const { id, info } = connector
        if (isReservedId(id) || taken.has(id) || entries.size >= WALLETS.announced) return
        if (info?.rdns !== undefined && claimed.has(info.rdns)) return
        const isSame = ([known, entry]: [string, Entry]) =>
          entry.provider === provider && (known === id || known.startsWith(`${id}#`))
        if ([...entries].some(isSame)) return
        // A second one that claims the id of the first has one of its own, on this page only.
        add(entries.has(id) ? { ...connector, id: `${id}#${uuid}` } : connector, provider)
      }
      const withdrawn: Withdraw = (provider) => {
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
        // Wallets of old may inject it after the page's own code has run.
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
      // Wallets announce themselves in one turn, which is over by now. Which of two is the stored one cannot be known.
      if ([...entries.keys()].some((id) => id.startsWith(`${connector.id}#`)))
        throw new LatchkeyError('connect.ambiguous', { params: { wallet: connector.name } })
      return connector
    },
  }
}
