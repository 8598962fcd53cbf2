import { countedStart } from './countedStart.ts'
import type { InspectionEvent } from 'xstate'
import { close } from '../shell/close.ts'
import { connect } from '../connection/connect.ts'
import { disconnect } from '../connection/disconnect.ts'
import { getAccount } from '../account/getAccount.ts'
import { getCallsStatus } from '../calls/getCallsStatus.ts'
import { getCapabilities } from '../calls/getCapabilities.ts'
import { getNetwork } from '../network/getNetwork.ts'
import { getProvider } from '../provider/getProvider.ts'
import { load } from './load.ts'
import { grantPermissions } from '../smart-sessions/grantPermissions.ts'
import { open } from '../shell/open.ts'
import { pay } from '../pay/pay.ts'
import { request } from '../wallet-requests/request.ts'
import { revokeSession } from '../smart-sessions/revokeSession.ts'
import { dispatch } from './dispatch.ts'
import { sendCalls } from '../calls/sendCalls.ts'
import { sendTransaction } from '../wallet-requests/sendTransaction.ts'
import { getSignIn } from '../sign-in/getSignIn.ts'
import { signIn } from '../sign-in/signIn.ts'
import { signMessage } from '../wallet-requests/signMessage.ts'
import { signTypedData } from '../wallet-requests/signTypedData.ts'
import { waitForTransactionReceipt } from '../transactions/waitForTransactionReceipt.ts'
import { signOut } from '../sign-in/signOut.ts'
import { subscribe } from './subscribe.ts'
import { switchNetwork } from '../network/switchNetwork.ts'
import { waitForCalls } from '../calls/waitForCalls.ts'
import { createIconStore } from '../icons/iconStore.ts'
import type { ReadOptions } from './config.ts'
import type { LatchkeyOptions } from './options.ts'
import { defaultPorts, embeddedOf, walletConnectOf } from './defaultPorts.ts'
import { featureOf } from './features.ts'
import type { Instance, Latchkey } from './instance.ts'
import { latchkeyLogic } from './logic.ts'
import { createLookup } from './lookup.ts'
import type { EthereumProvider } from '../provider/ethereumProvider.ts'
import { done } from '../../machines/shared/outcome.rules.ts'
import { namespacesOf } from '../connection/connections.ts'
import { createRoot } from './root.ts'

/** Creates an instance from its options. Holds the machines and everything that is loaded with them. */
export type Engine = (options: LatchkeyOptions, read: ReadOptions) => Latchkey

/**
 * The engine of `latchkey/engine`. Passed to `createLatchkey`, it makes the machines available synchronously, without loading
 * them later.
 */
export const engine: Engine = (options, read) => {
  const { instance, inspect, initial, start, stop } = createInstance(options, read)
  const { actor, find, watch, configuration, ports } = instance
  const icons = createIconStore(options.icons, { clock: ports.clock, loadMs: read.timeouts.loadMs })
  let provider: EthereumProvider | undefined
  const latchkey: Latchkey = {
    configuration,
    status: () => 'ready',
    watchStatus: () => () => {},
    ready: () => Promise.resolve(done(undefined)),
    start,
    stop,
    actor,
    find,
    load: (name, callOptions) => load(instance, name, callOptions),
    featureOf,
    initial,
    watch,
    dispatch: (command) => dispatch(instance, command),
    open: (params) => open(instance, params),
    close: () => close(instance),
    connect: (params) => connect(instance, params),
    disconnect: (params) => disconnect(instance, params),
    switchNetwork: (network, callOptions) => switchNetwork(instance, network, callOptions),
    signIn: (callOptions) => signIn(instance, callOptions),
    signOut: (callOptions) => signOut(instance, callOptions),
    signMessage: (message, callOptions) => signMessage(instance, message, callOptions),
    signTypedData: (typedData, callOptions) => signTypedData(instance, typedData, callOptions),
    sendTransaction: (transaction, callOptions) => sendTransaction(instance, transaction, callOptions),
    waitForTransactionReceipt: (hash, callOptions) => waitForTransactionReceipt(instance, hash, callOptions),
    sendCalls: (bundle, callOptions) => sendCalls(instance, bundle, callOptions),
    getCallsStatus: (id, callOptions) => getCallsStatus(instance, id, callOptions),
    waitForCalls: (id, callOptions) => waitForCalls(instance, id, callOptions),
    getCapabilities: (params) => getCapabilities(instance, params),
    grantPermissions: (params, callOptions) => grantPermissions(instance, params, callOptions),
    revokeSession: (pci, callOptions) => revokeSession(instance, pci, callOptions),
    pay: (params, callOptions) => pay(instance, params, callOptions),
    request: (call, callOptions) => request(instance, call, callOptions),
    getProvider: () => (provider ??= getProvider(instance, latchkey)),
    getAccount: (namespace) => getAccount(instance, namespace),
    getNetwork: () => getNetwork(instance),
    getSignIn: () => getSignIn(instance),
    networkImage: (network) => network.assets?.imageUrl ?? ports.api.networkImage?.(network),
    getIcon: icons.get,
    watchIcon: icons.watch,
    subscribe: (listener) => subscribe(instance, listener),
    inspect,
  }
  return latchkey
}

/** Creates the internal instance that the actions work on, and the functions that start and stop it. */
function createInstance(
  options: LatchkeyOptions,
  { configuration, timeouts, hosts, bundlers, viaGateway }: ReadOptions,
) {
  const namespaces = namespacesOf(configuration)
  const networks = () => root.current()?.system.get('network')?.getSnapshot().context.networks ?? configuration.networks
  const inspectors = new Set<(event: InspectionEvent) => void>()
  const inspect = (event: InspectionEvent, current = true) => {
    for (const inspector of inspectors) inspector(event)
    if (current) lookup.refreshAfter(event)
  }
  const ports = defaultPorts({ options, configuration, timeouts, hosts, instance: () => instance })
  const walletConnect = walletConnectOf({ options, configuration, hosts, bundlers, page: ports.page })
  const { abis = {} } = options
  const { id, tokens } = configuration
  const embedded = embeddedOf(options, configuration)
  const baseSettings = { id, timeouts, networks, walletConnect, embedded, abis, tokens, signIn: options }
  const logic = latchkeyLogic(ports, configuration, baseSettings)
  const root = createRoot({ logic, configuration, namespaces, ports, inspect })
  const lookup = createLookup(root.get, namespaces)
  const { actor, find, watch } = lookup
  const { start, stop, isStarted } = countedStart(
    () => {
      root.get().start()
      lookup.refresh()
    },
    () => {
      root.stop()
      lookup.refresh()
    },
  )
  const instance: Instance = {
    configuration,
    namespaces,
    ports,
    actor,
    find,
    watch,
    viaGateway,
    started: isStarted,
  }
  return {
    instance,
    start,
    stop,
    initial: root.initial,
    inspect(inspector: (event: InspectionEvent) => void) {
      inspectors.add(inspector)
      return () => inspectors.delete(inspector)
    },
  }
}
