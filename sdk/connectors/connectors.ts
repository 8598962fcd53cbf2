import { PAIRING_CONNECTOR_ID } from '../../machines/constants.ts'
import type { Connector } from '../../machines/entities/connector.ts'
import type { Namespace } from '../../machines/entities/namespace.ts'
import type { ConnectorEvent, ConnectorsPort, WalletProvider } from '../ports.ts'
import { discoverEip6963, isProvider } from './eip6963.ts'

/** A wallet that the site itself knows of and hands over, in tests or beside those that announce themselves. */
export interface KnownConnector {
  connector: Connector
  /** One that serves several families of chains has a provider for each. */
  provider: WalletProvider | ((family: Namespace) => WalletProvider)
}

const injectedConnector: Connector = { id: 'injected', name: 'Browser Wallet', type: 'INJECTED', chain: 'eip155' }

/** Wallets on other devices, whichever the visitor scans the code with. They serve every family of chains that a site has. */
export const walletConnectConnector = (chain: Namespace): Connector => ({
  id: PAIRING_CONNECTOR_ID,
  name: 'WalletConnect',
  type: 'WALLET_CONNECT',
  chain,
})

type Provider = KnownConnector['provider']
type Discover = (heard: (connector: Connector, provider: Provider) => void) => () => void

/** How wallets of other families than eip155 announce themselves; loaded where the site has a network of that family. */
const FAMILIES: Partial<Record<Namespace, () => Promise<Discover>>> = {
  solana: async () => (await import('./walletStandard.ts')).discoverSolana,
  async bip122() {
    const { discoverBitcoin } = await import('./bitcoin.ts')
    return (heard) => discoverBitcoin(window, heard)
  },
}

/** Begins to discover once it is loaded, unless it was stopped by then. */
function later(load: () => Promise<Discover>, heard: Parameters<Discover>[0], failed: (cause: unknown) => void) {
  let stopped = false
  let stop = () => {}
  load()
    .then((discover) => {
      if (!stopped) stop = discover(heard)
    })
    .catch(failed)
  return () => {
    stopped = true
    stop()
  }
}

/**
 * The wallets of this page: handed over by the site, announced by EIP-6963, and the injected one of old; those of other
 * families where the site has a network of theirs.
 */
export function pageConnectors(
  known: readonly KnownConnector[] = [],
  namespaces: readonly Namespace[] = ['eip155'],
  failed: (cause: unknown) => void = () => {},
): ConnectorsPort {
  const providers = new Map<string, Provider>()
  const connectors = new Map<string, Connector>()
  const waiting = new Set<(connector: Connector) => void>()

  return {
    discover(heard: (event: ConnectorEvent) => void) {
      const add = (connector: Connector, provider: Provider) => {
        providers.set(connector.id, provider)
        connectors.set(connector.id, connector)
        heard({ type: 'connector.announced', connector })
        for (const found of waiting) found(connector)
      }
      for (const { connector, provider } of known) add(connector, provider)
      if (typeof window === 'undefined') return () => {}
      const stops = namespaces.flatMap((namespace) => {
        const load = FAMILIES[namespace]
        return load ? [later(load, add, failed)] : []
      })
      if (namespaces.includes('eip155')) {
        const injected: unknown = Reflect.get(window, 'ethereum')
        if (isProvider(injected)) add(injectedConnector, injected)
        stops.push(discoverEip6963(window, add))
      }
      return () => {
        for (const stop of stops) stop()
      }
    },
    provider(connectorId, family) {
      const provider = providers.get(connectorId)
      if (typeof provider !== 'function') return provider
      return provider(family ?? connectors.get(connectorId)?.chain ?? 'eip155')
    },
    whenAnnounced: (connectorId, signal) =>
      new Promise((resolve, reject) => {
        const known = connectors.get(connectorId)
        if (known) return resolve(known)
        const found = (connector: Connector) => {
          if (connector.id !== connectorId) return
          waiting.delete(found)
          resolve(connector)
        }
        waiting.add(found)
        signal.addEventListener('abort', () => (waiting.delete(found), reject(signal.reason)), { once: true })
      }),
  }
}
