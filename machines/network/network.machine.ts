/** Service: the active network, and the switch to another one. It always reflects the network that the wallet reports. */
import { assign, emit, enqueueActions, raise, setup } from 'xstate'
import type { Connection, ActiveAccount } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../shared/namespace.types.ts'
import type { Network } from '../shared/network.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEvent, BroadcastEventOf } from '../events.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { broadcast, getActorSnapshot, sendToActor } from '../core/messaging.ts'
import { storage } from '../storage/storage.contract.ts'
import {
  isSameActiveAccount,
  connectionStatusIn,
  withConnection,
  withoutConnection,
} from '../connection/connections.rules.ts'
import {
  crossesNamespace,
  networkOf,
  networkOrUnsupported,
  initialNetworkIn,
  fallbackNetwork,
  withNetwork,
} from './network.rules.ts'
import { cancelled, done, failed, switchOutcome } from '../shared/outcome.rules.ts'
import { namespaceItem } from '../connection/namespace.contract.ts'
import { network, type NetworkContract } from './network.contract.ts'
import type { NetworkSwitchContract } from './networkSwitch.contract.ts'
import { networkSwitchMachine } from './networkSwitch.machine.ts'
import { alerts } from '../shell/alerts.contract.ts'
import { feature } from '../core/feature.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import { view } from '../shell/view.contract.ts'

/** The views that show the error of the last switch, so that no snackbar does. */
const VIEWS_SHOWING_ERROR = ['Networks', 'UnsupportedChain'] as const

type Context = NetworkContract['context']
type Connected = Pick<BroadcastEventOf<'account.connected'>, 'connection' | 'restored'>
type SwitchInput = { connection: Connection; network: Network }

/** The input of the switch. The guards ensure that both parts exist. */
function switchInput({ connections, networks, targetNetworkId, networkId }: Context): SwitchInput {
  const target = targetNetworkId ?? networkId
  const connection = connections[namespaceOf(target)]
  if (!connection) throw new LatchkeyError('wallet.disconnected')
  return { connection, network: networkOrUnsupported(networks, target) }
}

type SwitchRequest = { networkId: NetworkId; requestId?: string }
type SettledSwitch = { networkId: NetworkId; requestIds?: Context['requestIds'] }
const settledSwitch = ({ networkId, requestId }: SwitchRequest): SettledSwitch => ({
  networkId,
  requestIds: [requestId],
})

const networkInNamespace = (context: Context, { namespace }: { namespace?: Namespace }): NetworkId =>
  initialNetworkIn(context, namespace) ?? context.networkId
const targetOf = ({ targetNetworkId, networkId }: Context): NetworkId => targetNetworkId ?? networkId

/** The active account, and the network that its wallet is on. */
function activeAccountOf({ connections, networkId, networks }: Context): ActiveAccount | undefined {
  const connection = connections[namespaceOf(networkId)]
  return connection && { connection, network: networkOrUnsupported(networks, connection.networkId) }
}

const connectionStatusOf = ({ connections, networkId }: Context) =>
  connectionStatusIn(connections, namespaceOf(networkId))

/** Announces changes after every transition: first the active account, then the active network. */
const broadcastChanges = [
  {
    guard: 'hasOtherActiveAccount',
    actions: [
      {
        type: 'broadcastActiveAccount',
        params: ({ event }: { event: { type: string; restored?: boolean } }) => ({
          connected: event.type === 'account.connected' && event.restored !== true,
        }),
      },
      'setActiveAccount',
    ],
  },
  { guard: 'hasOtherNetwork', actions: ['broadcastNetwork', 'setAnnounced'] },
] as const

export const networkMachine = setup({
  types: {} as SetupTypes<NetworkContract>,
  actors: { networkSwitch: withContract<NetworkSwitchContract>()(networkSwitchMachine) },
  actions: {
    setTarget: assign((_, { networkId, requestId }: SwitchRequest) => ({
      targetNetworkId: networkId,
      requestIds: [requestId],
      error: undefined,
    })),
    addWaiter: assign({
      requestIds: ({ context }, { requestId }: SwitchRequest) => [...context.requestIds, requestId],
    }),
    setNetworkId: assign({ networkId: (_, { networkId }: { networkId: NetworkId }) => networkId }),
    /** Settles every caller that requested this network, even if the wallet switched without a request. */
    settleSwitched: enqueueActions(
      ({ context, enqueue }, { networkId, requestIds = context.requestIds }: SettledSwitch) => {
        enqueue.assign({ networkId, targetNetworkId: undefined, requestIds: [], error: undefined })
        for (const requestId of requestIds)
          enqueue.emit({ type: 'network.settled', networkId, requestId, outcome: done(networkId) })
      },
    ),
    settleFailed: enqueueActions(({ context, enqueue }, { outcome }: { outcome: Outcome<NetworkId> }) => {
      const networkId = targetOf(context)
      enqueue.assign({
        targetNetworkId: undefined,
        requestIds: [],
        error: 'error' in outcome ? outcome.error : undefined,
      })
      for (const requestId of context.requestIds)
        enqueue.emit({ type: 'network.settled', networkId, requestId, outcome })
    }),
    setPreferred: assign({
      preferredNetworkId: ({ context }, { networkId }: { networkId: NetworkId }) =>
        context.connections[namespaceOf(networkId)] ? undefined : networkId,
    }),
    /** The wallet connected on its last network, but the user has chosen another one. */
    switchToPreferred: enqueueActions(
      ({ context: { preferredNetworkId }, enqueue }, { connection, restored }: Connected) => {
        if (preferredNetworkId === undefined || namespaceOf(preferredNetworkId) !== connection.namespace) return
        enqueue.assign({ preferredNetworkId: undefined })
        if (!restored && preferredNetworkId !== connection.networkId)
          enqueue.raise({ type: 'network.switch', networkId: preferredNetworkId })
      },
    ),
    resetToFallback: assign({
      networkId: ({ context }) => fallbackNetwork(context.networks, context.networkId, context.defaultNetworkId),
    }),
    addNetwork: assign({
      networks: ({ context }, { network }: { network: Network }) => withNetwork(context.networks, network),
    }),
    setConnection: assign({
      connections: ({ context }, { connection }: { connection: Connection }) =>
        withConnection(context.connections, connection),
    }),
    /** The namespace reports the same once it has received the new network. */
    updateConnectionNetwork: assign({
      connections: ({ context: { connections } }, { networkId }: { networkId: NetworkId }) => {
        const connection = connections[namespaceOf(networkId)]
        return connection ? withConnection(connections, { ...connection, networkId }) : connections
      },
    }),
    removeConnection: assign({
      connections: ({ context }, { namespace }: { namespace: Namespace }) =>
        withoutConnection(context.connections, namespace),
    }),
    restartSwitch: raise(({ event }) => event),
    clearError: assign({ error: undefined }),
    emitRefused: emit((_, { networkId, requestId }: SwitchRequest) => ({
      type: 'network.settled' as const,
      networkId,
      requestId,
      outcome: failed(new LatchkeyError('network.notFound')),
    })),
    setActiveAccount: assign({
      activeAccount: ({ context }) => activeAccountOf(context),
      connectionStatus: ({ context }) => connectionStatusOf(context),
    }),
    broadcastActiveAccount: broadcast(({ connected }: { connected: boolean }, context: Context): BroadcastEvent => ({
      type: 'activeAccount.changed',
      activeAccount: activeAccountOf(context),
      connectionStatus: connectionStatusOf(context),
      connected,
    })),
    setAnnounced: assign({ announced: ({ context }) => context.networkId }),
    broadcastNetwork: broadcast((_: undefined, { networkId, announced }: Context): BroadcastEvent => ({
      type: 'network.changed',
      networkId,
      namespaceSwitched: crossesNamespace(announced, networkId),
    })),
    showUnsupported: sendToActor(view)((_: undefined, { blocksUnsupported }: Context) =>
      blocksUnsupported ? { type: 'view.impose', view: 'UnsupportedChain' } : undefined,
    ),
    leaveUnsupported: sendToActor(view)({ type: 'view.leave', views: ['UnsupportedChain'] }),
    notifyNamespace: sendToActor(({ networkId }: { networkId: NetworkId }) => namespaceItem(namespaceOf(networkId)))(
      ({ networkId }: { networkId: NetworkId }) => ({
        type: 'wallet.networkChanged',
        networkId,
      }),
    ),
    openNotFoundAlert: sendToActor(alerts)({ type: 'alerts.open', alert: { code: 'alert.networkNotFound' } }),
    showSwitchFailed: sendToActor(snackbar)(({ outcome }: { outcome: Outcome<NetworkId> }) => ({
      type: 'snackbar.show',
      message: {
        variant: 'error',
        ...('error' in outcome
          ? { code: outcome.error.code, params: outcome.error.params, hiddenInViews: VIEWS_SHOWING_ERROR }
          : { code: 'network.switchFailed' }),
      },
    })),
  },
  guards: {
    /** The app does not offer the network, and no wallet is on it, so the switch is rejected. */
    isNotOffered: ({ context }, { networkId }: { networkId: NetworkId }) =>
      !networkOf(context.networks, networkId) && context.connections[namespaceOf(networkId)]?.networkId !== networkId,
    /** The network is active and the wallet, if there is one, is on it, so the caller succeeds without a switch. */
    isAlreadyActive: ({ context }, { networkId }: { networkId: NetworkId }) =>
      context.networkId === networkId &&
      (context.connections[namespaceOf(networkId)]?.networkId ?? networkId) === networkId,
    /** The wallet of this namespace is on another network, so it is requested to switch. */
    canAskWallet: ({ context }, { networkId }: { networkId: NetworkId }) =>
      (context.connections[namespaceOf(networkId)]?.networkId ?? networkId) !== networkId,
    /**
     * The active account, its wallet or network, or the connection status differs from what was announced last, or the app now
     * offers the network, so it is announced. Other changes of a connection do not count.
     */
    hasOtherActiveAccount: ({ context }) =>
      !isSameActiveAccount(context.activeAccount, activeAccountOf(context)) ||
      context.connectionStatus !== connectionStatusOf(context),
    /** The active network differs from the one that was announced last, so it is announced. */
    hasOtherNetwork: ({ context }) => context.announced !== context.networkId,
    /** The app offers the active network. Otherwise the user sees that it is not supported. */
    isSupported: ({ context }) => networkOf(context.networks, context.networkId) !== undefined,
    /** The wallet switched to the requested network. After any other outcome, the app keeps its network. */
    isSwitched: (_, { outcome }: { outcome: Outcome<NetworkId> }) => outcome.status === 'done',
    /** It is the network of the switch in progress: another caller waits for the same switch, or the wallet arrived there. */
    isTarget: ({ context }, { networkId }: { networkId: NetworkId }) => networkId === context.targetNetworkId,
    /** The wallet that is to switch disconnected, so the switch is cancelled. */
    isTargetNamespace: ({ context }, { namespace }: { namespace: Namespace }) =>
      context.targetNetworkId !== undefined && namespaceOf(context.targetNetworkId) === namespace,
    /** The caller that started the switch cancels it, or passes no id. Callers that joined it cannot cancel it. */
    isOwnRequest: ({ context }, { requestId }: { requestId?: string }) =>
      requestId === undefined || requestId === context.requestIds[0],
    /** The network of the last visit is still offered and is not active yet, so it becomes active. */
    isOffered: ({ context }, { networkId }: { networkId?: NetworkId | undefined }) =>
      networkId !== undefined &&
      networkId !== context.networkId &&
      networkOf(context.networks, networkId) !== undefined,
    /** The wallet of the active namespace disconnected, so the app leaves a network that it does not offer. */
    isActive: ({ context }, { namespace }: { namespace: Namespace }) => namespaceOf(context.networkId) === namespace,
    /** The wallet is on another network, which becomes active; after a reload, only if it is in the active namespace. */
    setsActiveNetwork: ({ context }, { connection, restored }: { connection: Connection; restored: boolean }) =>
      connection.networkId !== context.networkId &&
      (!restored || connection.namespace === namespaceOf(context.networkId)),
    /** The wallet of the active namespace is on another network now, and the app follows it. */
    hasMoved: ({ context }, { connection }: { connection: Connection }) =>
      connection.networkId !== context.networkId && connection.namespace === namespaceOf(context.networkId),
    /** The modal opened for another namespace that has a network, so that network becomes active. */
    isOtherNamespace: ({ context }, { namespace }: { namespace?: Namespace }) =>
      namespace !== undefined &&
      namespace !== namespaceOf(context.networkId) &&
      initialNetworkIn(context, namespace) !== undefined,
  },
}).createMachine({
  id: 'network',
  description:
    'The active network, and the switch to another one. It always reflects the network that the wallet reports.',
  meta: { kind: 'service', spec: ['4.11', '4.12', '4.13', '4.14', '5.9', '5.19'] },
  context: ({ input }) => ({
    ...input,
    targetNetworkId: undefined,
    preferredNetworkId: undefined,
    requestIds: [],
    activeAccount: undefined,
    announced: input.networkId,
    error: undefined,
  }),
  initial: 'deciding',
  always: broadcastChanges,
  on: {
    'modal.closed': { actions: 'clearError' },
    'network.add': {
      actions: { type: 'addNetwork', params: ({ event }) => event },
    },
    'modal.opened': {
      guard: { type: 'isOtherNamespace', params: ({ event }) => event },
      target: '.deciding',
      actions: [
        { type: 'settleSwitched', params: ({ context, event }) => ({ networkId: networkInNamespace(context, event) }) },
      ],
    },
    'network.switch': [
      {
        guard: { type: 'isNotOffered', params: ({ event }) => event },
        actions: [{ type: 'emitRefused', params: ({ event }) => event }, 'openNotFoundAlert'],
      },
      {
        guard: { type: 'isAlreadyActive', params: ({ event }) => event },
        actions: { type: 'settleSwitched', params: ({ event }) => settledSwitch(event) },
      },
      {
        guard: { type: 'canAskWallet', params: ({ event }) => event },
        target: '.changing',
        actions: { type: 'setTarget', params: ({ event }) => event },
      },
      {
        description: 'No wallet has to switch.',
        target: '.deciding',
        actions: [
          { type: 'setPreferred', params: ({ event }) => event },
          { type: 'settleSwitched', params: ({ event }) => settledSwitch(event) },
        ],
      },
    ],
    'storage.restored': {
      guard: { type: 'isOffered', params: ({ event }) => event.persisted },
      actions: [
        {
          type: 'settleSwitched',
          params: ({ context, event }) => ({ networkId: event.persisted.networkId ?? context.networkId }),
        },
      ],
    },
    'account.connected': [
      {
        guard: { type: 'setsActiveNetwork', params: ({ event }) => event },
        target: '.deciding',
        actions: [
          { type: 'setConnection', params: ({ event }) => event },
          { type: 'settleSwitched', params: ({ event }) => event.connection },
          { type: 'switchToPreferred', params: ({ event }) => event },
        ],
      },
      {
        target: '.deciding',
        actions: [
          { type: 'setConnection', params: ({ event }) => event },
          { type: 'switchToPreferred', params: ({ event }) => event },
        ],
      },
    ],
    'account.changed': { actions: { type: 'setConnection', params: ({ event }) => event } },
    'account.networkChanged': [
      {
        guard: { type: 'hasMoved', params: ({ event }) => event },
        target: '.deciding',
        actions: [
          { type: 'setConnection', params: ({ event }) => event },
          { type: 'settleSwitched', params: ({ event }) => event.connection },
        ],
      },
      { actions: { type: 'setConnection', params: ({ event }) => event } },
    ],
    'account.disconnected': [
      {
        guard: { type: 'isActive', params: ({ event }) => event },
        target: '.deciding',
        actions: [{ type: 'removeConnection', params: ({ event }) => event }, 'resetToFallback'],
      },
      { actions: { type: 'removeConnection', params: ({ event }) => event } },
    ],
  },
  states: {
    deciding: {
      description: 'Checks whether the app offers the active network.',
      always: [...broadcastChanges, { guard: 'isSupported', target: 'supported' }, { target: 'unsupported' }],
    },
    supported: { description: 'The app offers the active network.', entry: 'leaveUnsupported' },
    unsupported: {
      description: 'The wallet is on a network that the app does not offer.',
      entry: 'showUnsupported',
      always: { guard: 'isSupported', target: 'supported' },
    },
    changing: {
      description:
        'Waits for the wallet to switch. Its answer or its own network change settles the switch, whichever comes first.',
      tags: 'busy',
      invoke: {
        id: 'networkSwitch',
        src: 'networkSwitch',
        systemId: 'networkSwitch',
        input: ({ context }) => switchInput(context),
        onDone: [
          {
            guard: { type: 'isSwitched', params: ({ event }) => ({ outcome: event.output }) },
            target: 'deciding',
            actions: [
              { type: 'notifyNamespace', params: ({ context }) => ({ networkId: targetOf(context) }) },
              { type: 'updateConnectionNetwork', params: ({ context }) => ({ networkId: targetOf(context) }) },
              { type: 'settleSwitched', params: ({ context }) => ({ networkId: targetOf(context) }) },
            ],
          },
          {
            target: 'deciding',
            actions: [
              { type: 'showSwitchFailed', params: ({ event }) => ({ outcome: event.output }) },
              { type: 'settleFailed', params: ({ event }) => ({ outcome: event.output }) },
            ],
          },
        ],
        onError: {
          target: 'deciding',
          actions: { type: 'settleFailed', params: ({ event }) => ({ outcome: switchOutcome(event.error) }) },
        },
      },
      on: {
        'storage.restored': {},
        'modal.opened': {
          guard: { type: 'isOtherNamespace', params: ({ event }) => event },
          target: 'deciding',
          actions: [
            { type: 'settleFailed', params: { outcome: cancelled } },
            {
              type: 'settleSwitched',
              params: ({ context, event }) => ({ networkId: networkInNamespace(context, event) }),
            },
          ],
        },
        'network.cancel': {
          guard: { type: 'isOwnRequest', params: ({ event }) => event },
          target: 'deciding',
          actions: { type: 'settleFailed', params: { outcome: cancelled } },
        },
        'network.switch': [
          {
            description: 'A caller that requests the same network waits for the same outcome.',
            guard: { type: 'isTarget', params: ({ event }) => event },
            actions: { type: 'addWaiter', params: ({ event }) => event },
          },
          {
            guard: { type: 'isNotOffered', params: ({ event }) => event },
            actions: [{ type: 'emitRefused', params: ({ event }) => event }, 'openNotFoundAlert'],
          },
          {
            description: 'The user chose yet another network.',
            target: 'deciding',
            actions: [{ type: 'settleFailed', params: { outcome: cancelled } }, 'restartSwitch'],
          },
        ],
        'account.networkChanged': [
          {
            guard: { type: 'isTarget', params: ({ event }) => event.connection },
            target: 'deciding',
            actions: [
              { type: 'setConnection', params: ({ event }) => event },
              { type: 'settleSwitched', params: ({ event }) => event.connection },
            ],
          },
          {
            guard: { type: 'hasMoved', params: ({ event }) => event },
            actions: [
              { type: 'setConnection', params: ({ event }) => event },
              { type: 'setNetworkId', params: ({ event }) => event.connection },
            ],
          },
          { actions: { type: 'setConnection', params: ({ event }) => event } },
        ],
        'account.connected': { actions: { type: 'setConnection', params: ({ event }) => event } },
        'account.disconnected': [
          {
            guard: { type: 'isTargetNamespace', params: ({ event }) => event },
            target: 'deciding',
            actions: [
              { type: 'settleFailed', params: { outcome: cancelled } },
              { type: 'removeConnection', params: ({ event }) => event },
              'resetToFallback',
            ],
          },
          { actions: { type: 'removeConnection', params: ({ event }) => event } },
        ],
      },
    },
  },
})

export const networkFeature = feature(network, {
  views: {
    Networks: ({ enableNetworkSwitch }) => (enableNetworkSwitch ? { until: 'network' } : undefined),
    SwitchActiveChain: { home: 'otherNamespace', for: 'disconnected', imposed: true, live: true },
    UnsupportedChain: { for: 'connected', until: 'network', imposed: true, locks: true },
  },
  input: ({ networks, namespaces, defaultNetworkId, enableNetworkSwitch, unsupportedChain }, system) => {
    const connected = namespaces.flatMap(
      (namespace) => getActorSnapshot(system, namespaceItem(namespace))?.context.connection ?? [],
    )
    const connections = Object.fromEntries(connected.map((connection) => [connection.namespace, connection]))
    const storedId = getActorSnapshot(system, storage)?.context.persisted.networkId
    const resting = fallbackNetwork(networks, storedId ?? defaultNetworkId, defaultNetworkId)
    return {
      // After a restart, starts from the last broadcast connection status, so that a difference is broadcast.
      connectionStatus: getActorSnapshot(system, view)?.context.connectionStatus ?? 'disconnected',
      networks,
      defaultNetworkId,
      blocksUnsupported: enableNetworkSwitch && unsupportedChain === 'view',
      connections,
      networkId: connections[namespaceOf(resting)]?.networkId ?? resting,
    }
  },
  logic: withContract<NetworkContract>()(networkMachine),
})
