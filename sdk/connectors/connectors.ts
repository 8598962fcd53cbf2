import { PAIRING_CONNECTOR_ID } from '../../machines/constants.ts'
import type { Connector } from '../../machines/entities/connector.ts'
import type { ConnectorEvent, ConnectorsPort, WalletProvider } from '../ports.ts'
import { discoverEip6963, isProvider } from './eip6963.ts'

/** A wallet that the site itself knows of and hands over, in tests or beside those that announce themselves. */
export interface KnownConnector {
  connector: Connector
  provider: WalletProvider
}

const injectedConnector: Connector = { id: 'injected', name: 'Browser Wallet', type: 'INJECTED', chain: 'eip155' }

/** Wallets on other devices, whichever the visitor scans the code with. */
export const walletConnectConnector: Connector = {
  id: PAIRING_CONNECTOR_ID,
  name: 'WalletConnect',
  type: 'WALLET_CONNECT',
  chain: 'eip155',
}

/** The wallets of this page: handed over by the site, announced by EIP-6963, and the injected one of old. */
export function pageConnectors(known: readonly KnownConnector[] = []): ConnectorsPort {
  const providers = new Map<string, WalletProvider>()
  const connectors = new Map<string, Connector>()
  const waiting = new Set<(connector: Connector) => void>()

  return {
    discover(heard: (event: ConnectorEvent) => void) {
      const add = (connector: Connector, provider: WalletProvider) => {
        providers.set(connector.id, provider)
        connectors.set(connector.id, connector)
        heard({ type: 'connector.announced', connector })
        for (const found of waiting) found(connector)
      }
      for (const { connector, provider } of known) add(connector, provider)
      if (typeof window === 'undefined') return () => {}
      const injected: unknown = Reflect.get(window, 'ethereum')
      if (isProvider(injected)) add(injectedConnector, injected)
      return discoverEip6963(window, add)
    },
    provider: (connectorId) => providers.get(connectorId),
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
