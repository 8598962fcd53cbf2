import { countdownMachine } from '../../machines/connection/countdown.machine.ts'
import { walletConnectMachine } from '../../machines/connection/walletConnect.machine.ts'
import { TIMING } from '../../machines/constants.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { implement } from '../../machines/core/actors.ts'
import { leadingNamespace } from '../../machines/connection/connectors.rules.ts'
import { networksOf } from '../../machines/network/network.rules.ts'
import type { StoredApp } from '../../machines/connection/deepLinks.rules.ts'
import type { Ports } from '../instance/ports.ts'
import type { AppSettings } from '../instance/appSettings.ts'
import { abortable } from '../platform/abort.ts'
import { connectionOf, withPeerMetadata } from './connectionOf.ts'
import { adapterOf, providerOf } from './providers.ts'
import { watchPage } from '../shell/visibility.ts'

export const countdownEffects = (ports: Ports) => implement(countdownMachine, { watchPage: watchPage(ports) })

/** The key under which the official pairing library looks up the app to open for each request. */
const APP_KEY = 'WALLETCONNECT_DEEPLINK_CHOICE'

function writeApp({ storage, logger }: Ports, app: StoredApp | undefined): LatchkeyError | undefined {
  try {
    if (app) storage.setItem(APP_KEY, JSON.stringify(app))
    else storage.removeItem(APP_KEY)
    return undefined
  } catch (cause) {
    const error = new LatchkeyError('storage.unavailable', { cause })
    logger.warn?.(error.message, cause)
    return error
  }
}

/** Stores how to open the connected wallet's app for requests, or removes it. Throws if storage is not available. */
export function storeApp(ports: Ports, app: StoredApp | undefined): void {
  const error = writeApp(ports, app)
  if (error) throw error
}

/** Removes the app of a disconnected wallet. If that fails, the wallet is disconnected nevertheless. */
export const removeApp = (ports: Ports): void => void writeApp(ports, undefined)

/** The effects of a connection to a wallet on another device. The connection uses the session that results. */
export const walletConnectEffects = (ports: Ports, { networks, prepareAccount }: AppSettings) =>
  implement(walletConnectMachine, {
    propose: ({ input: { connector, availableNamespaces }, sendBack, system }) => {
      prepareAccount(system)
      const control = new AbortController()
      const { signal } = control
      const connect = async () => {
        const { pairing } = ports
        if (!pairing) throw new LatchkeyError('connector.notFound')
        const chains = networks().map(({ caipNetworkId }) => caipNetworkId)
        const result = await pairing.connect(
          { chains, namespace: connector.chain },
          {
            signal,
            onUri: ({ uri }) =>
              sendBack({ type: 'pairingUri.created', uri, expiresAt: ports.clock.now() + TIMING.pairingUriMs }),
          },
        )
        const { topic, peer } = result.session
        const noAccountError = () => new LatchkeyError('connect.noAccount', { params: { wallet: peer.metadata.name } })
        const namespace = leadingNamespace(result.namespaces, { namespace: connector.chain, availableNamespaces })
        try {
          if (!namespace) throw noAccountError()
          const peerConnector = { ...withPeerMetadata(connector, peer.metadata), chain: namespace }
          const chain = await abortable(adapterOf(ports, peerConnector), signal)
          const provider = providerOf(ports, peerConnector)
          const shared = await abortable(chain.getAccounts(provider, networksOf(networks(), namespace), signal), signal)
          if (!shared) throw noAccountError()
          sendBack({
            type: 'proposal.approved',
            connection: connectionOf(peerConnector, provider, shared),
            namespaces: result.namespaces,
          })
        } catch (error) {
          void pairing.leave(topic, namespace ?? connector.chain).catch(() => {})
          throw error
        }
      }
      connect().catch((error: unknown) => {
        if (!signal.aborted) sendBack({ type: 'proposal.rejected', error })
      })
      return () => control.abort()
    },
    watchPage: ({ sendBack }) =>
      ports.visibility.watch(({ type }) => {
        if (type !== 'page.online') sendBack({ type })
      }),
  })
