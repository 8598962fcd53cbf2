import { connectionAttemptMachine } from '../../machines/connection/connectionAttempt.machine.ts'
import { PAIRING_CONNECTOR_ID } from '../../machines/constants.ts'
import type { Connection } from '../../machines/shared/account.types.ts'
import type { Connector } from '../../machines/shared/connector.types.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../../machines/shared/namespace.types.ts'
import type { Network } from '../../machines/shared/network.types.ts'
import { networksFrom } from '../../machines/network/network.rules.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { implement } from '../../machines/core/actors.ts'
import { connectorsMachine } from '../../machines/connection/connectors.machine.ts'
import { disconnectionMachine } from '../../machines/connection/disconnection.machine.ts'
import { namespaceMachine } from '../../machines/connection/namespace.machine.ts'
import { isSameAddress } from '../../machines/shared/addresses.rules.ts'
import { isRestoreRefused } from '../../machines/shared/outcome.rules.ts'
import type { WalletAccounts, WalletEvent } from '../chains/adapter.ts'
import type { Ports } from '../instance/ports.ts'
import type { AppSettings } from '../instance/appSettings.ts'
import { onPageReturned } from '../shell/visibility.ts'
import { withSelectedAccount, connectionOf, withPeerMetadata } from './connectionOf.ts'
import { adapterOf, loadProvider, providerOf } from './providers.ts'
import { removeApp, storeApp } from './walletConnect.effects.ts'

export const connectorsEffects = ({ connectors, pairing }: Ports) =>
  implement(connectorsMachine, {
    discover: ({ sendBack }) => {
      const stop = connectors.discover(sendBack)
      const unwatch = pairing?.watch((namespaces) =>
        sendBack({ type: 'connector.shared', connectorId: PAIRING_CONNECTOR_ID, namespaces }),
      )
      return () => {
        stop()
        unwatch?.()
      }
    },
  })

/** Reads the accounts that a wallet shares without asking the user, and returns its provider. */
async function readExisting(
  ports: Ports,
  networks: readonly Network[],
  { connector, networkId }: { connector: Connector; networkId: NetworkId | undefined },
  signal: AbortSignal,
) {
  const provider = await loadProvider(ports, connector, signal)
  const chain = await adapterOf(ports, connector)
  const shared = await chain.getAccounts(provider, networksFrom(networks, connector.chain, networkId), signal)
  return { provider, shared }
}

export const connectionAttemptEffects = (ports: Ports, { networks, prepareAccount }: AppSettings) =>
  implement(connectionAttemptMachine, {
    loadWallet: async ({ input: { connector }, signal }) => {
      await loadProvider(ports, connector, signal)
    },
    requestAccounts: async ({ input: { connector, networkId }, signal, system }) => {
      const provider = providerOf(ports, connector)
      const chain = await adapterOf(ports, connector)
      // Do not ask the wallet if the attempt was cancelled while the adapter loaded.
      signal.throwIfAborted()
      prepareAccount(system)
      const chainNetworks = networksFrom(networks(), connector.chain, networkId)
      return connectionOf(connector, provider, await chain.connect(provider, chainNetworks, signal))
    },
    readAccounts: async ({ input, signal }) => {
      const { provider, shared } = await readExisting(ports, networks(), input, signal)
      return shared && connectionOf(input.connector, provider, shared)
    },
    storeApp: async ({ input: { app } }) => storeApp(ports, app),
  })

export const disconnectionEffects = (ports: Ports) =>
  implement(disconnectionMachine, {
    disconnectChain: async ({ input: { connection }, signal }) => {
      if (connection.connector.type === 'WALLET_CONNECT') removeApp(ports)
      const chain = await adapterOf(ports, connection.connector)
      await chain.disconnect(providerOf(ports, connection.connector), signal)
    },
  })

/**
 * Checks that the wallet of an earlier visit still shares the last account. In the browser, any extension can announce itself
 * under the name of a wallet, so another account is not restored. Throws `connect.otherAccount`.
 */
function assertSameAccount(
  connector: Connector,
  shared: WalletAccounts,
  { address, lastAddress }: Pick<StoredConnection, 'address' | 'lastAddress'>,
) {
  const isLast = shared.accounts.some(
    (account) => lastAddress !== undefined && isSameAddress(connector.chain, account.address, lastAddress),
  )
  if (lastAddress !== undefined && !isLast && isInBrowser(connector))
    throw new LatchkeyError('connect.otherAccount', { params: { wallet: connector.name } })
  return withSelectedAccount(shared, address)
}

/** Whether the wallet runs in this browser, not on another device or in the embedded frame. */
const isInBrowser = ({ type }: Connector): boolean => type !== 'WALLET_CONNECT' && type !== 'AUTH'

interface StoredConnection {
  namespace: Namespace
  connectorId: string
  networkId: NetworkId | undefined
  /** The account to activate, and the account that the wallet must share. */
  address: string | undefined
  lastAddress: string | undefined
  /** Whether to query the wallet immediately, or only after it reports its accounts. */
  asks: boolean
}

/** Waits, without a time limit, until the wallet of an earlier visit is present and shares its accounts. */
function awaitWallet(
  ports: Ports,
  networks: readonly Network[],
  { namespace, connectorId, networkId, asks, ...last }: StoredConnection,
  sendBack: (
    event: { type: 'namespace.found'; connection: Connection } | { type: 'namespace.refused'; error: LatchkeyError },
  ) => void,
): () => void {
  const control = new AbortController()
  const { signal } = control
  let unwatch = () => {}
  let onReturn = () => {}
  const start = async () => {
    const connector = { ...(await ports.connectors.whenAnnounced(connectorId, signal)), chain: namespace }
    const restore = async () => {
      const { provider, shared } = await readExisting(ports, networks, { connector, networkId }, signal)
      if (!shared || signal.aborted) return
      const connection = connectionOf(connector, provider, assertSameAccount(connector, shared, last))
      sendBack({ type: 'namespace.found', connection })
    }
    // A wallet that does not respond now may report its accounts later.
    const tryRestore = () => void restore().catch(refuse)
    const chain = await adapterOf(ports, connector)
    const provider = await loadProvider(ports, connector, signal)
    if (signal.aborted) return
    const onEvent = (event: WalletEvent) => event.type === 'wallet.accountsChanged' && tryRestore()
    unwatch = chain.watch(provider, onEvent, tryRestore)
    // A wallet that did not respond may work again without an event.
    onReturn = tryRestore
    if (asks) tryRestore()
  }
  const refuse = (error: unknown) => {
    if (!signal.aborted && isRestoreRefused(error))
      sendBack({ type: 'namespace.refused', error: error as LatchkeyError })
  }
  const tryStart = () => {
    onReturn = () => {}
    start().catch((error: unknown) => {
      // Code that could not be loaded is loaded again when the user returns.
      onReturn = tryStart
      refuse(error)
    })
  }
  tryStart()
  const unwatchPage = onPageReturned(ports, () => onReturn())
  return () => {
    control.abort()
    unwatch()
    unwatchPage()
  }
}

export const namespaceEffects = (ports: Ports, { networks, prepareAccount }: AppSettings) =>
  implement(namespaceMachine, {
    syncExisting: async ({ input: { namespace, connectorId, networkId, ...last }, signal, system }) => {
      prepareAccount(system)
      const announced = await ports.connectors.whenAnnounced(connectorId, signal)
      // A wallet on another device also serves namespaces other than the one in which its connector is announced.
      const connector = { ...announced, chain: namespace }
      const { provider, shared } = await readExisting(ports, networks(), { connector, networkId }, signal)
      // A wallet on another device is identified by its own metadata.
      const peer = connector.type === 'WALLET_CONNECT' ? ports.pairing?.peer() : undefined
      return (
        shared &&
        connectionOf(
          peer ? withPeerMetadata(connector, peer) : connector,
          provider,
          assertSameAccount(connector, shared, last),
        )
      )
    },
    awaitWallet: ({ input, sendBack }) => awaitWallet(ports, networks(), input, sendBack),
    watchProvider: ({ input: { connection }, sendBack, receive }) => {
      const control = new AbortController()
      const { signal } = control
      let unwatch = () => {}
      let unwatchPage = () => {}
      const session = connection.connector.type === 'WALLET_CONNECT' ? ports.pairing : undefined
      let previous = ''
      const unwatchApproved = session?.watchApproved(({ approvedCaipNetworkIds: ids, supportsAllNetworks }) => {
        const approvedCaipNetworkIds = ids.filter((id) => namespaceOf(id) === connection.namespace)
        const current = [supportsAllNetworks, ...approvedCaipNetworkIds].join()
        // A session changes as a whole, so a change in another namespace is ignored here.
        if (current === previous) return
        previous = current
        sendBack({ type: 'wallet.networksApproved', approved: { approvedCaipNetworkIds, supportsAllNetworks } })
      })
      const logError = (cause: unknown) => {
        // A `LatchkeyError` may mean that the wallet was not reached, so only other errors count as an invalid response.
        const error = cause instanceof LatchkeyError ? cause : new LatchkeyError('wallet.invalidResponse', { cause })
        ports.logger.error(error.message, cause)
      }
      const watch = async () => {
        const chain = await adapterOf(ports, connection.connector)
        if (signal.aborted) return
        const provider = providerOf(ports, connection.connector)
        const receivedTypes = new Set<string>()
        const onEvent = (event: WalletEvent) => {
          receivedTypes.add(event.type)
          sendBack(event)
        }
        unwatch = chain.watch(provider, onEvent, logError)
        // The wallet may have changed without notice. Events received meanwhile are newer than its response.
        const sync = async () => {
          receivedTypes.clear()
          const chainNetworks = networksFrom(networks(), connection.namespace, connection.networkId)
          const shared = await chain.getAccounts(provider, chainNetworks, signal)
          if (!receivedTypes.has('wallet.accountsChanged'))
            sendBack({ type: 'wallet.accountsChanged', accounts: shared?.accounts ?? [] })
          if (shared && !receivedTypes.has('wallet.networkChanged'))
            sendBack({ type: 'wallet.networkChanged', networkId: shared.networkId })
        }
        const trySync = () => void sync().catch(() => {})
        receive(trySync)
        if (isInBrowser(connection.connector)) unwatchPage = onPageReturned(ports, trySync)
        await sync()
      }
      watch().catch((cause: unknown) => void (signal.aborted || logError(cause)))
      return () => {
        control.abort()
        unwatch()
        unwatchPage()
        unwatchApproved?.()
      }
    },
  })
