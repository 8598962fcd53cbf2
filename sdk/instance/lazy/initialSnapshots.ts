/** The initial state of each service as data. An instance returns it before its machines are loaded. A test compares both. */
import { type Namespace } from '../../../machines/shared/namespace.types.ts'
import type { Configuration } from '../../../machines/project/configuration.types.ts'
import type { ViewName } from '../../../machines/shell/view.types.ts'
import { startsWithQrCode } from '../../../machines/wallets/wallets.rules.ts'
import type { Directory, ServiceName } from '../directory.ts'

/** The state of a machine, its context and the tags of that state. */
export interface InitialSnapshot<Name extends keyof Directory> {
  value: Directory[Name]['state']
  context: Directory[Name]['context']
  tags?: readonly string[]
}
type InitialSnapshots = { readonly [Name in ServiceName]: (configuration: Configuration) => InitialSnapshot<Name> }

/** The views depend on the app's features, which are known once the machines are loaded. */
const homes = { disconnected: 'Connect', otherNamespace: 'SwitchActiveChain', connected: 'Account' } as const

export const initialSnapshots: InitialSnapshots = {
  latchkey: (configuration) => ({
    value: 'restoring',
    context: { configuration, faults: [], crashes: {}, carriedOver: {} },
  }),
  storage: () => ({
    value: 'reading',
    context: { persisted: {}, stored: {}, removed: [], broken: [] },
    tags: ['busy'],
  }),
  project: ({ projectId }) => ({
    value: projectId === undefined ? 'unconfigured' : 'idle',
    context: { supported: [], origin: undefined, configured: projectId !== undefined, error: undefined },
  }),
  network: ({ networks, defaultNetworkId, enableNetworkSwitch, unsupportedChain }) => ({
    value: 'supported',
    context: {
      networks,
      defaultNetworkId,
      networkId: defaultNetworkId,
      announced: defaultNetworkId,
      targetNetworkId: undefined,
      preferredNetworkId: undefined,
      requestIds: [],
      connections: {},
      activeAccount: undefined,
      connectionStatus: 'disconnected',
      blocksUnsupported: enableNetworkSwitch && unsupportedChain === 'view',
      error: undefined,
    },
  }),
  connectors: ({ namespaces, defaultNetworkId }) => ({
    value: 'listening',
    context: {
      namespaces,
      networkId: defaultNetworkId,
      connectors: [],
      attempted: namespaces[0] ?? 'eip155',
      pendingMultichainConnector: undefined,
      error: undefined,
    },
  }),
  wallets: (configuration) => ({
    value: configuration.projectId === undefined ? 'unconfigured' : 'idle',
    context: {
      options: configuration.wallets,
      namespaces: configuration.namespaces,
      chains: configuration.networks.map(({ caipNetworkId }) => caipNetworkId),
      configured: configuration.projectId !== undefined,
      codeFirst: startsWithQrCode(configuration),
      connectors: [],
      recent: [],
      featured: [],
      recommended: [],
      excluded: [],
      count: 0,
      mobile: false,
      page: undefined,
      home: undefined,
      selectedWallet: undefined,
      isListVisible: false,
      error: undefined,
    },
  }),
  requests: ({ methods, review }) => ({
    value: 'waiting',
    context: { open: [], late: [], count: 0, rules: { methods, review }, opened: false },
  }),
  modal: ({ embedded }) => ({ value: 'closed', context: { lockedBy: undefined, embedded } }),
  view: (configuration) => {
    const home: ViewName = startsWithQrCode(configuration) ? 'ConnectingWalletConnectBasic' : homes.disconnected
    return {
      value: 'unlocked',
      context: {
        routes: {},
        homes: { ...homes, disconnected: home },
        connectionStatus: 'disconnected',
        stack: [home],
        direction: 'forward',
      },
      tags: ['returnable'],
    }
  },
  theme: ({ theme: choice }) => ({
    value: choice === 'system' ? { following: 'light' } : choice,
    context: { choice },
    tags: choice === 'dark' ? ['dark'] : [],
  }),
  alerts: ({ debug }) => ({ value: 'closed', context: { queue: [], opened: [], onScreen: debug } }),
  snackbar: () => ({ value: 'hidden', context: { message: undefined, view: undefined } }),
  clipboard: () => ({ value: 'idle', context: { text: '', notice: 'link.copied' } }),
}

const initialNamespace = (namespace: Namespace): InitialSnapshot<`namespace:${Namespace}`> => ({
  value: 'disconnected',
  context: {
    namespace,
    connection: undefined,
    connector: undefined,
    selectedWallet: undefined,
    availableNamespaces: [],
    requestId: undefined,
    error: undefined,
    connectorId: undefined,
    networkId: undefined,
    address: undefined,
    lastAddress: undefined,
    firstListedAddress: undefined,
  },
})

/** The initial state of a service or of one of the app's namespaces; `undefined` for other names. */
export function initialSnapshotOf(
  name: string,
  configuration: Configuration,
): InitialSnapshot<ServiceName | `namespace:${Namespace}`> | undefined {
  if (Object.hasOwn(initialSnapshots, name)) return initialSnapshots[name as ServiceName](configuration)
  const namespace = configuration.namespaces.find((candidate) => name === `namespace:${candidate}`)
  return namespace && initialNamespace(namespace)
}
