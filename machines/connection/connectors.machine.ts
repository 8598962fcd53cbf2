/** Service: the connectors that are available, and the user's choice among them. */
import { assign, emit, enqueueActions, raise, setup } from 'xstate'
import { PAIRING_CONNECTOR_ID } from '../constants.ts'
import type { Connector } from '../shared/connector.types.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../shared/namespace.types.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { callbackActor } from '../core/actors.ts'
import { getActorSnapshot, sendToActor } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { failed } from '../shared/outcome.rules.ts'
import type { SelectedWallet } from './deepLinks.rules.ts'
import {
  inNamespace,
  freeNamespaces,
  connectorsOfWallet,
  toListedConnector,
  findConnector,
  withConnector,
  withoutConnector,
} from './connectors.rules.ts'
import { connectors, type ConnectorsContract } from './connectors.contract.ts'
import { startsWithQrCode } from '../wallets/wallets.rules.ts'
import { namespaceItem } from './namespace.contract.ts'
import { network } from '../network/network.contract.ts'
import { wallets } from '../wallets/wallets.contract.ts'
import { project } from '../project/project.contract.ts'
import { view } from '../shell/view.contract.ts'
import { feature } from '../core/feature.ts'
import { snackbar } from '../shell/snackbar.contract.ts'

type Discovered =
  | { type: 'connector.announced'; connector: Connector }
  | { type: 'connector.removed'; connectorId: string }
  | { type: 'connector.shared'; connectorId: string; namespaces: readonly Namespace[] }

interface Choice {
  connector: Connector
  requestId: string | undefined
  selectedWallet?: SelectedWallet | undefined
  networkId: NetworkId
}

type Choosing = { connectorId?: string; requestId?: string; selectedWallet?: SelectedWallet; namespace?: Namespace }
const choice = ({ context, event }: { context: ConnectorsContract['context']; event: Choosing }): Choice => {
  const from = event.namespace ?? namespaceOf(context.networkId)
  // The guard `isKnown` ensures that there is one.
  const connector = assertDefined(findConnector(context.connectors, event.connectorId ?? '', from))
  return {
    connector: inNamespace(connector, from, context.namespaces),
    requestId: event.requestId,
    selectedWallet: event.selectedWallet,
    networkId: context.networkId,
  }
}

export const connectorsMachine = setup({
  types: {} as SetupTypes<ConnectorsContract>,
  actors: {
    /** Reports wallets that become available or unavailable, and the namespaces that a connected wallet shares later. */
    discover: callbackActor<Discovered>('connectors.discover'),
  },
  actions: {
    addConnector: assign({
      connectors: ({ context }, { connector }: { connector: Connector }) =>
        withConnector(context.connectors, connector),
    }),
    removeConnector: assign({
      connectors: ({ context }, { connectorId }: { connectorId: string }) =>
        withoutConnector(context.connectors, connectorId),
    }),
    notifyWallets: sendToActor(wallets)((_: undefined, { connectors }: ConnectorsContract['context']) => ({
      type: 'wallets.setConnectors',
      connectors,
    })),
    setError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    setChoosing: assign({
      pendingMultichainConnector: ({ context }, { connectorId }: { connectorId: string }) => {
        const [first] = connectorsOfWallet(context.connectors, connectorId)
        return first && toListedConnector(context.connectors, first)
      },
    }),
    showChains: sendToActor(view)({ type: 'view.push', view: 'ConnectingMultiChain' }),
    setAttempted: assign({ attempted: (_, { connector }: Choice) => connector.chain }),
    connect: sendToActor(({ connector }: Choice) => namespaceItem(connector.chain))(
      (
        { connector, requestId, selectedWallet, networkId }: Choice,
        { namespaces }: ConnectorsContract['context'],
        self,
      ) => ({
        type: 'namespace.connect',
        connector,
        // The namespaces in which the wallet may also connect, because no other wallet is connected there.
        availableNamespaces: freeNamespaces(connector, {
          namespaces,
          connections: getActorSnapshot(self.system, network)?.context.connections ?? {},
        }),
        networkId,
        ...(requestId !== undefined && { requestId }),
        ...(selectedWallet && { selectedWallet }),
      }),
    ),
    /** Only the namespace that runs the attempt knows its id, so all of them receive the command. */
    cancel: enqueueActions(({ context, enqueue }, { requestId }: { requestId: string }) => {
      for (const namespace of context.namespaces)
        enqueue(sendToActor(namespaceItem(namespace))({ type: 'namespace.cancel', requestId }))
    }),
    setNetworkId: assign({ networkId: (_, { networkId }: { networkId: NetworkId }) => networkId }),
    /** Only the namespace that runs the attempt reacts, so all of them receive the command. */
    cancelAttempts: enqueueActions(({ context, enqueue }) => {
      for (const namespace of context.namespaces)
        enqueue(sendToActor(namespaceItem(namespace))({ type: 'namespace.abandon' }))
    }),
    connectWithQrCode: raise({ type: 'connectors.connect', connectorId: PAIRING_CONNECTOR_ID }),
    /** The namespaces restore their connections, as after a reload. */
    syncOtherNamespaces: enqueueActions(
      ({ enqueue }, { connectorId, namespaces }: { connectorId: string; namespaces: readonly Namespace[] }) => {
        for (const namespace of namespaces)
          enqueue(sendToActor(namespaceItem(namespace))({ type: 'namespace.sync', connectorId }))
      },
    ),
    emitRefused: emit((_, { connectorId, requestId }: { connectorId: string; requestId?: string }) => ({
      type: 'connectors.settled' as const,
      connectorId,
      requestId,
      outcome: failed(
        new LatchkeyError(
          connectorId === PAIRING_CONNECTOR_ID ? 'connector.walletConnectMissing' : 'connector.notFound',
        ),
      ),
    })),
    requireProject: sendToActor(project)({ type: 'project.need' }),
    showNotFound: sendToActor(snackbar)({
      type: 'snackbar.show',
      message: { variant: 'error', code: 'connector.notFound' },
    }),
  },
  guards: {
    /** The app has networks in the namespace of the wallet. */
    isUsable: ({ context }, { connector }: { connector: Connector }) => context.namespaces.includes(connector.chain),
    /** The missing connector is that of WalletConnect, which requires a project id. An alert informs the developers. */
    isPairing: (_, { connectorId }: { connectorId: string }) => connectorId === PAIRING_CONNECTOR_ID,
    /** The user must choose one of the wallet's namespaces. With a `requestId`, the choice is skipped. */
    hasChoice: ({ context }, { connectorId, requestId }: { connectorId: string; requestId?: string }) =>
      requestId === undefined && connectorsOfWallet(context.connectors, connectorId).length > 1,
    /** A connector with this id is available, so its wallet can be connected. */
    isKnown: ({ context }, { connectorId = '' }: { connectorId?: string }) =>
      findConnector(context.connectors, connectorId, namespaceOf(context.networkId)) !== undefined,
  },
}).createMachine({
  id: 'connectors',
  description: 'The connectors that are available, as wallets announce themselves.',
  meta: { kind: 'service', spec: ['3.17'] },
  context: ({ input }) => ({
    ...input,
    connectors: [],
    attempted: input.namespaces[0] ?? 'eip155',
    pendingMultichainConnector: undefined,
    error: undefined,
  }),
  initial: 'listening',
  on: {
    'connector.announced': {
      guard: { type: 'isUsable', params: ({ event }) => event },
      actions: [{ type: 'addConnector', params: ({ event }) => event }, 'notifyWallets'],
    },
    'connector.removed': { actions: [{ type: 'removeConnector', params: ({ event }) => event }, 'notifyWallets'] },
    'connector.shared': { actions: { type: 'syncOtherNamespaces', params: ({ event }) => event } },
    'network.changed': { actions: { type: 'setNetworkId', params: ({ event }) => event } },
    'connectors.connect': [
      {
        guard: { type: 'hasChoice', params: ({ event }) => event },
        actions: [{ type: 'setChoosing', params: ({ event }) => event }, 'showChains'],
      },
      {
        guard: { type: 'isKnown', params: ({ event }) => event },
        actions: [
          { type: 'setAttempted', params: choice },
          { type: 'connect', params: choice },
        ],
      },
      {
        guard: { type: 'isPairing', params: ({ event }) => event },
        actions: [{ type: 'emitRefused', params: ({ event }) => event }, 'showNotFound', 'requireProject'],
      },
      { actions: [{ type: 'emitRefused', params: ({ event }) => event }, 'showNotFound'] },
    ],
    'connectors.viewEntered': { actions: 'connectWithQrCode' },
    'connectors.viewLeft': { actions: 'cancelAttempts' },
    'connectors.cancel': { actions: { type: 'cancel', params: ({ event }) => event } },
    'modal.opened': {
      guard: { type: 'isKnown', params: ({ event }) => event },
      actions: [
        { type: 'setAttempted', params: choice },
        { type: 'connect', params: choice },
      ],
    },
  },
  states: {
    listening: {
      description: 'Waits for wallets to announce themselves.',
      invoke: {
        id: 'discover',
        src: 'discover',
        onError: { target: 'unavailable', actions: { type: 'setError', params: ({ event }) => event } },
      },
    },
    unavailable: { description: 'New wallets cannot be discovered. Known connectors remain.' },
  },
})

export const connectorsFeature = feature(connectors, {
  views: {
    ConnectingExternal: { for: 'disconnected', left: true },
    ConnectingMultiChain: { for: 'disconnected' },
    // If the app controls the pairing URI, leaving the view does not cancel the attempt.
    ConnectingWalletConnect: ({ manualWCControl }) =>
      manualWCControl ? { for: 'disconnected' } : { for: 'disconnected', left: true },
    ConnectingWalletConnectBasic: (site) => ({
      for: 'disconnected',
      covers: ['ConnectingWalletConnect'],
      ...(startsWithQrCode(site) && { home: 'disconnected' }),
      ...(site.manualWCControl ? { live: true } : { entered: true, left: true }),
    }),
  },
  input: ({ namespaces, defaultNetworkId }, system) => {
    const { networkId = defaultNetworkId } = getActorSnapshot(system, network)?.context ?? {}
    return { namespaces, networkId }
  },
  logic: withContract<ConnectorsContract>()(connectorsMachine),
})
