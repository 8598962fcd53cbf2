/** Item, one per namespace: the wallet connected in it, and how it connects and disconnects. */
import { assign, sendTo, setup } from 'xstate'
import { EMBEDDED_CONNECTOR_ID, PAIRING_CONNECTOR_ID } from '../constants.ts'
import type { Account, Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Connector } from '../shared/connector.types.ts'
import type { Namespace, NetworkId } from '../shared/namespace.types.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, callbackActor, configurableDelay } from '../core/actors.ts'
import { feature } from '../core/feature.ts'
import { sendToActor } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import type { SelectedWallet } from './deepLinks.rules.ts'
import { expectedConnection, nextAccounts, withActiveAccount } from './connections.rules.ts'
import { isUnreached } from '../embedded/frame.rules.ts'
import { isEqual } from '../storage/persisted.rules.ts'
import { cancelled, crashed, done, isRestoreRefused } from '../shared/outcome.rules.ts'
import type { DisconnectionContract } from './disconnection.contract.ts'
import { disconnectionMachine } from './disconnection.machine.ts'
import type { ConnectionAttemptContract } from './connectionAttempt.contract.ts'
import { connectionAttemptMachine } from './connectionAttempt.machine.ts'
import { namespaceItem, type NamespaceContract } from './namespace.contract.ts'
import { namespaceActions, afterDisconnect } from './namespace.actions.ts'

type WalletEvent = Extract<NamespaceContract['event'], { type: `wallet.${string}` }>
type Settled = { outcome: Outcome<Connection> }

const connectionOf = (outcome: Outcome<Connection>): Connection =>
  assertDefined(outcome.status === 'done' ? outcome.value : undefined)

interface AttemptRequest {
  connector: Connector
  requestId?: string
  selectedWallet?: SelectedWallet
  availableNamespaces?: readonly Namespace[]
  networkId?: NetworkId
}

const toAttempt = ({ connector, requestId, selectedWallet, availableNamespaces = [], networkId }: AttemptRequest) => {
  return { connector, requestId, selectedWallet, availableNamespaces, networkId, error: undefined }
}

const isInBrowser = (connectorId: string) => ![PAIRING_CONNECTOR_ID, EMBEDDED_CONNECTOR_ID].includes(connectorId)

type Context = NamespaceContract['context']
/** The stored connection that is being restored. */
type Expected = Pick<Context, 'networkId' | 'address' | 'lastAddress'> & { connectorId: string }
const noStoredConnection = {
  connectorId: undefined,
  networkId: undefined,
  address: undefined,
  lastAddress: undefined,
  firstListedAddress: undefined,
}

/** The wallet of an earlier visit is no longer available. */
const toDisconnected = { target: 'disconnected', actions: ['broadcastDisconnected', 'clearConnection'] } as const

/** The wallet does not respond, so it is unknown whether it still shares its accounts. It may be asleep, or not loaded yet. */
const toReconnecting = { target: 'reconnecting', actions: 'broadcastUnreached' } as const

/** The frame or the pairing could not be reached, so it is unknown whether the wallet is connected. The next visit tries again. */
const toUnreachable = { target: 'disconnected', actions: ['broadcastUnreached', 'clearConnection'] } as const

/** An attempt from another namespace connected a wallet in this one. */
const toConnected = {
  target: 'connected',
  actions: [
    { type: 'setConnection', params: ({ event }: { event: { connection: Connection } }) => event },
    'broadcastConnected',
    'finishAttempt',
  ],
} as const

/** Commands that are accepted while the wallet of an earlier visit is being restored. */
const whileRestoring = {
  'namespace.takeConnection': toConnected,
  'namespace.connect': {
    target: 'connecting',
    actions: ['clearConnection', { type: 'startAttempt', params: ({ event }: { event: AttemptRequest }) => event }],
  },
  'namespace.disconnect': {
    target: 'disconnected',
    actions: ['broadcastDisconnected', 'clearConnection', { type: 'emitLeft', params: { outcome: done(undefined) } }],
  },
} as const

/** Another wallet or account than on the earlier visit: a message informs the user, who may connect it. */
const toRefused = <Args>(errorOf: (args: Args) => unknown) =>
  ({
    target: 'disconnected',
    actions: [
      { type: 'setRefusal', params: (args: Args) => ({ error: errorOf(args) }) },
      'broadcastDisconnected',
      'clearConnection',
      'showRefused',
    ],
  }) as const

/** What ends the wait for the wallet of an earlier visit. */
const whileReconnecting = {
  ...whileRestoring,
  'namespace.refused': toRefused(({ event }: { event: { error: LatchkeyError } }) => event.error),
  'namespace.found': {
    target: 'connected',
    actions: [
      { type: 'setConnection', params: ({ event }: { event: { connection: Connection } }) => event },
      'broadcastRestored',
    ],
  },
  'namespace.sync': {
    target: 'syncing',
    actions: {
      type: 'setStoredConnection',
      params: ({ event: { connectorId } }: { event: { connectorId: string } }) => ({
        connectorId,
        networkId: undefined,
      }),
    },
  },
} as const

const storedOf = ({ namespace, connectorId = '', networkId, address, lastAddress }: Context) => ({
  namespace,
  connectorId,
  networkId,
  address,
  lastAddress,
})

export const namespaceMachine = setup({
  types: {} as SetupTypes<NamespaceContract>,
  actors: {
    connectionAttempt: withContract<ConnectionAttemptContract>()(connectionAttemptMachine),
    disconnection: withContract<DisconnectionContract>()(disconnectionMachine),
    /** Reads the accounts that the wallet still shares, without a prompt. Resolves to undefined if it shares none. */
    syncExisting: promiseActor<Connection | undefined, Expected & { namespace: Namespace }>('namespace.syncExisting'),
    /** Waits until the wallet of an earlier visit reports its accounts. `asks`: also reads them immediately. */
    awaitWallet: callbackActor<
      Extract<NamespaceContract['event'], { type: 'namespace.found' | 'namespace.refused' }>,
      Expected & { namespace: Namespace; asks: boolean }
    >('namespace.awaitWallet'),
    /** Reports changes of the wallet's accounts and network, and when the wallet ends the connection. */
    watchProvider: callbackActor<WalletEvent, { connection: Connection }>('namespace.watchProvider'),
  },
  actions: {
    startAttempt: assign((_, request: AttemptRequest) => toAttempt(request)),
    /** The wallet connected in another namespace, whose machine takes over. */
    forwardConnection: sendToActor(({ outcome }: Settled) => namespaceItem(connectionOf(outcome).namespace))(
      ({ outcome }: Settled) => ({
        type: 'namespace.takeConnection',
        connection: connectionOf(outcome),
      }),
    ),
    setSelectedWallet: assign((_, { selectedWallet }: AttemptRequest) => ({ selectedWallet })),
    forwardWallet: sendTo('connectionAttempt', (_, { selectedWallet }: AttemptRequest) => ({
      type: 'connectionAttempt.selectWallet',
      selectedWallet: assertDefined(selectedWallet),
    })),
    retryAttempt: assign({ requestId: undefined, error: undefined }),
    clearAttempt: assign({ connector: undefined, selectedWallet: undefined, requestId: undefined, error: undefined }),
    expectReconnection: assign(({ context: { connection, firstListedAddress } }) => ({
      connection: undefined,
      connectorId: connection?.connector.id,
      networkId: connection?.networkId,
      // The wallet may list another account first when it is unlocked. Only an account that the user selected stays active then.
      address: connection?.address === firstListedAddress ? undefined : connection?.address,
      lastAddress: undefined,
      firstListedAddress: undefined,
    })),
    setStoredConnection: assign((_, expected: Partial<Expected>) => ({ ...noStoredConnection, ...expected })),
    setConnection: assign({
      connection: (_, { connection }: { connection: Connection }) => connection,
      // If the user selected an account, it comes first whichever account the wallet lists first.
      firstListedAddress: ({ context: { address } }, { connection }: { connection: Connection }) =>
        address === undefined ? connection.accounts[0]?.address : undefined,
      connector: undefined,
      selectedWallet: undefined,
      connectorId: undefined,
      networkId: undefined,
      lastAddress: undefined,
      error: undefined,
    }),
    setRefusal: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    setError: assign({ error: (_, { outcome }: Settled) => ('error' in outcome ? outcome.error : undefined) }),
    setAccounts: assign({
      connection: ({ context }, params: { accounts: readonly Account[] }) => {
        const accounts = nextAccounts(context, params.accounts)
        return context.connection && { ...context.connection, accounts, address: accounts[0]?.address ?? '' }
      },
    }),
    setLeading: assign({
      firstListedAddress: (_, { accounts }: { accounts: readonly Account[] }) => accounts[0]?.address,
    }),
    selectAccount: assign({
      connection: ({ context: { connection } }, { address }: { address: string }) =>
        connection && {
          ...connection,
          address,
          accounts: withActiveAccount(connection.accounts, address) ?? connection.accounts,
        },
    }),
    updateConnection: assign({
      connection: ({ context }, change: Pick<Connection, 'networkId'> | Pick<Connection, 'approved'>) =>
        context.connection && { ...context.connection, ...change },
    }),
    setLeaving: assign({
      error: (_, { error }: { error?: LatchkeyError }) => error ?? new LatchkeyError('wallet.left'),
    }),
    clearConnection: assign({ connection: undefined, ...noStoredConnection }),
    ...namespaceActions,
    rereadWallet: sendTo('watchProvider', { type: 'readAgain' }),
    cancelAttempt: sendTo('connectionAttempt', { type: 'connectionAttempt.cancel' }),
  },
  guards: {
    /** A wallet was connected in this namespace on an earlier visit, so its connection is restored. */
    isPersisted: (_, { connectorId }: { connectorId: string | undefined }) => connectorId !== undefined,
    /** The wallet still shares its accounts, so it connects without a prompt. */
    hasExistingConnection: (_, { output }: { output: Connection | undefined }) => output !== undefined,
    /** The wallet connected in this namespace. A multichain wallet may have shared only accounts of others. */
    isConnected: ({ context }, { outcome }: Settled) =>
      outcome.status === 'done' && outcome.value.namespace === context.namespace,
    /** The wallet shares accounts only in another namespace, whose machine takes over the connection. */
    isInOtherNamespace: ({ context }, { outcome }: Settled) =>
      outcome.status === 'done' && outcome.value.namespace !== context.namespace,
    /** The user or the app cancelled the attempt, so no error is shown. */
    isCancelled: (_, { outcome }: Settled) => outcome.status === 'cancelled',
    /** The wallet shares no account any more, so the connection ends. */
    hasNoAccounts: (_, { accounts }: { accounts: readonly Account[] }) => accounts.length === 0,
    /** Another account is active, or the list of shared accounts changed. */
    hasOtherAccounts: ({ context }, { accounts }: { accounts: readonly Account[] }) =>
      !isEqual(nextAccounts(context, accounts), context.connection?.accounts),
    /** The wallet is on another network than before. */
    isOtherNetwork: ({ context }, { networkId }: { networkId: NetworkId }) =>
      networkId !== context.connection?.networkId,
    /** The wallet shares the selected account, so it can become active. */
    isSharedAccount: ({ context: { connection } }, { address }: { address: string }) =>
      connection?.accounts.some((account) => account.address === address) === true,
    /** The wallet is connected already, so its connection is returned without a prompt. */
    isSameWallet: ({ context }, { connector }: { connector: Connector }) =>
      context.connection?.connector.id === connector.id,
    /** The open pairing URI works for the selected wallet, and no caller waits for an outcome of its own. */
    canReuseUri: ({ context }, { connector, selectedWallet, requestId }: AttemptRequest) =>
      connector.id === context.connector?.id && selectedWallet !== undefined && requestId === undefined,
    /** The command is for the attempt in progress, or names no attempt. */
    isOwnRequest: ({ context }, { requestId }: { requestId?: string }) =>
      requestId === undefined || requestId === context.requestId,
    /** There is a wallet to connect: it replaces the disconnected one, or its last attempt failed. */
    hasAttempt: ({ context }) => context.connector !== undefined,
    /** The wallet runs in this browser and may still respond. Others get a longer timeout, because their code loads first. */
    isInBrowser: ({ context: { connectorId = '' } }) => isInBrowser(connectorId),
    /** Another wallet or account took the place of the one from the earlier visit, so it is not restored. */
    isRefused: (_, { error }: { error: unknown }) => isRestoreRefused(error),
    /** The frame of the embedded wallet responded that no user is signed in. */
    isFrameRejection: ({ context }, { error }: { error: unknown }) =>
      context.connectorId === EMBEDDED_CONNECTOR_ID && !isUnreached(error),
    /** A wallet in this browser shares no account. It may be locked, which wallets do not report. */
    isLocked: ({ context: { connection } }, { accounts }: { accounts: readonly Account[] }) =>
      accounts.length === 0 && connection !== undefined && isInBrowser(connection.connector.id),
  },
  delays: {
    /** How long to wait for a wallet in this browser. */
    restore: configurableDelay('restoreMs'),
    /** How long to wait for any other wallet, whose code must be loaded first. */
    startPairing: configurableDelay('startPairingMs'),
  },
}).createMachine({
  id: 'namespace',
  description: 'One namespace: disconnected, connecting or connected, and never connected without an account.',
  meta: { kind: 'item', spec: ['3.4', '4.1', '4.2', '4.3', '4.4', '4.17', '4.19'] },
  context: ({ input }) => ({
    namespace: input.namespace,
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
  }),
  initial: 'disconnected',
  states: {
    disconnected: {
      description: 'No wallet is connected in this namespace.',
      on: {
        'storage.restored': {
          guard: {
            type: 'isPersisted',
            params: ({ context, event }) => ({
              connectorId: event.persisted.connections?.[context.namespace]?.connectorId,
            }),
          },
          target: 'syncing',
          actions: {
            type: 'setStoredConnection',
            params: ({ context, event }) =>
              expectedConnection(assertDefined(event.persisted.connections?.[context.namespace])),
          },
        },
        'namespace.sync': {
          target: 'syncing',
          actions: {
            type: 'setStoredConnection',
            params: ({ event: { connectorId } }) => ({ connectorId, networkId: undefined }),
          },
        },
        'namespace.takeConnection': toConnected,
        'namespace.connect': { target: 'connecting', actions: { type: 'startAttempt', params: ({ event }) => event } },
        'namespace.retry': { guard: 'hasAttempt', target: 'connecting', actions: 'retryAttempt' },
        'namespace.cancel': {
          guard: { type: 'isOwnRequest', params: ({ event }) => event },
          actions: ['leaveAttemptViews', 'clearAttempt'],
        },
        'namespace.disconnect': { actions: { type: 'emitLeft', params: { outcome: done(undefined) } } },
        'modal.closed': { actions: 'clearAttempt' },
        'namespace.abandon': { actions: 'clearAttempt' },
      },
    },
    syncing: {
      description: 'Checks, without a prompt, whether the wallet of an earlier visit is still connected.',
      tags: ['busy', 'connecting'],
      invoke: {
        id: 'syncExisting',
        src: 'syncExisting',
        input: ({ context }) => storedOf(context),
        onDone: [
          {
            guard: { type: 'hasExistingConnection', params: ({ event }) => event },
            target: 'connected',
            actions: [
              { type: 'setConnection', params: ({ event }) => ({ connection: assertDefined(event.output) }) },
              'broadcastRestored',
            ],
          },
          { guard: 'isInBrowser', ...toReconnecting, target: 'locked' },
          toDisconnected,
        ],
        onError: [
          {
            guard: { type: 'isRefused', params: ({ event }) => event },
            ...toRefused(({ event }: { event: { error: unknown } }) => event.error),
          },
          { guard: 'isInBrowser', ...toReconnecting },
          { guard: { type: 'isFrameRejection', params: ({ event }) => event }, ...toDisconnected },
          toUnreachable,
        ],
      },
      on: {
        ...whileRestoring,
        'namespace.cancel': {
          guard: { type: 'isOwnRequest', params: ({ event }) => event },
          ...toDisconnected,
        },
      },
      after: {
        restore: { guard: 'isInBrowser', ...toReconnecting },
        startPairing: toUnreachable,
      },
    },
    reconnecting: {
      description: 'The wallet of an earlier visit did not respond in time. It connects when it responds.',
      invoke: {
        id: 'awaitWallet',
        src: 'awaitWallet',
        input: ({ context }) => ({ ...storedOf(context), asks: true }),
        onError: { target: 'disconnected', actions: 'clearConnection' },
      },
      on: whileReconnecting,
    },
    locked: {
      description:
        'The wallet shares no account, probably because it is locked. It connects again when it reports its accounts.',
      invoke: {
        id: 'awaitWallet',
        src: 'awaitWallet',
        input: ({ context }) => ({ ...storedOf(context), asks: false }),
        onError: { target: 'disconnected', actions: 'clearConnection' },
      },
      on: whileReconnecting,
    },
    connecting: {
      description: 'Waits for the user to approve or reject in the wallet.',
      tags: ['busy', 'connecting'],
      entry: 'showAttempt',
      invoke: {
        id: 'connectionAttempt',
        src: 'connectionAttempt',
        input: ({ context: { connector, selectedWallet, availableNamespaces, networkId } }) => ({
          connector: assertDefined(connector),
          selectedWallet,
          availableNamespaces,
          networkId,
        }),
        onDone: [
          {
            guard: { type: 'isConnected', params: ({ event }) => ({ outcome: event.output }) },
            target: 'connected',
            actions: [
              { type: 'emitSettled', params: ({ event }) => ({ outcome: event.output }) },
              { type: 'setConnection', params: ({ event }) => ({ connection: connectionOf(event.output) }) },
              'broadcastConnected',
              'finishAttempt',
            ],
          },
          {
            guard: { type: 'isInOtherNamespace', params: ({ event }) => ({ outcome: event.output }) },
            target: 'disconnected',
            actions: [
              { type: 'forwardConnection', params: ({ event }) => ({ outcome: event.output }) },
              { type: 'emitSettled', params: ({ event }) => ({ outcome: event.output }) },
              'clearAttempt',
            ],
          },
          {
            guard: { type: 'isCancelled', params: ({ event }) => ({ outcome: event.output }) },
            target: 'disconnected',
            actions: [
              { type: 'emitSettled', params: ({ event }) => ({ outcome: event.output }) },
              'leaveAttemptViews',
              'clearAttempt',
            ],
          },
          {
            target: 'disconnected',
            actions: [
              { type: 'setError', params: ({ event }) => ({ outcome: event.output }) },
              { type: 'emitSettled', params: ({ event }) => ({ outcome: event.output }) },
              'trackFailed',
            ],
          },
        ],
        onError: {
          target: 'disconnected',
          actions: [
            { type: 'setError', params: ({ event }) => ({ outcome: crashed(event.error) }) },
            { type: 'emitSettled', params: ({ event }) => ({ outcome: crashed(event.error) }) },
            'trackFailed',
          ],
        },
      },
      on: {
        'namespace.connect': [
          {
            guard: { type: 'canReuseUri', params: ({ event }) => event },
            actions: [
              { type: 'setSelectedWallet', params: ({ event }) => event },
              { type: 'forwardWallet', params: ({ event }) => event },
              'showAttempt',
            ],
          },
          {
            target: 'connecting',
            reenter: true,
            actions: [
              { type: 'emitSettled', params: { outcome: cancelled } },
              { type: 'startAttempt', params: ({ event }) => event },
            ],
          },
        ],
        'namespace.cancel': { guard: { type: 'isOwnRequest', params: ({ event }) => event }, actions: 'cancelAttempt' },
        'namespace.disconnect': {
          actions: ['cancelAttempt', { type: 'emitLeft', params: { outcome: done(undefined) } }],
        },
        'modal.closed': { actions: 'cancelAttempt' },
        'namespace.abandon': { actions: 'cancelAttempt' },
      },
    },
    connected: {
      description: 'The wallet shares its accounts. Its events are handled.',
      tags: 'connected',
      invoke: {
        id: 'watchProvider',
        src: 'watchProvider',
        input: ({ context }) => ({ connection: assertDefined(context.connection) }),
        onError: { target: 'disconnected', actions: ['broadcastDisconnected', 'clearConnection', 'showLeft'] },
      },
      on: {
        'wallet.accountsChanged': [
          {
            guard: { type: 'isLocked', params: ({ event }) => event },
            target: 'locked',
            actions: [
              { type: 'setLeaving', params: () => ({}) },
              'expectReconnection',
              'broadcastUnreached',
              'showLeft',
            ],
          },
          {
            guard: { type: 'hasNoAccounts', params: ({ event }) => event },
            target: 'disconnected',
            actions: [
              { type: 'setLeaving', params: () => ({}) },
              'broadcastDisconnected',
              'clearConnection',
              'showLeft',
            ],
          },
          {
            description: 'Another account is active, or the other shared accounts changed.',
            guard: { type: 'hasOtherAccounts', params: ({ event }) => event },
            actions: [
              { type: 'setAccounts', params: ({ event }) => event },
              { type: 'setLeading', params: ({ event }) => event },
              'broadcastChanged',
            ],
          },
          { actions: { type: 'setLeading', params: ({ event }) => event } },
        ],
        'namespace.selectAccount': {
          guard: { type: 'isSharedAccount', params: ({ event }) => event },
          actions: [
            { type: 'selectAccount', params: ({ event }) => event },
            'broadcastChanged',
            'storeSelectedAccount',
          ],
        },
        'namespace.readAgain': { actions: 'rereadWallet' },
        'wallet.networkChanged': {
          guard: { type: 'isOtherNetwork', params: ({ event }) => event },
          actions: [
            { type: 'updateConnection', params: ({ event: { networkId } }) => ({ networkId }) },
            'broadcastNetwork',
          ],
        },
        'wallet.networksApproved': {
          actions: [
            { type: 'updateConnection', params: ({ event: { approved } }) => ({ approved }) },
            'broadcastChanged',
          ],
        },
        'wallet.disconnected': {
          target: 'disconnected',
          actions: [
            { type: 'setLeaving', params: ({ event }) => event },
            'broadcastDisconnected',
            'clearConnection',
            'showLeft',
          ],
        },
        'namespace.connect': [
          {
            guard: { type: 'isSameWallet', params: ({ event }) => event },
            actions: { type: 'emitAlready', params: ({ event }) => event },
          },
          { target: 'disconnecting', actions: { type: 'startAttempt', params: ({ event }) => event } },
        ],
        'namespace.disconnect': 'disconnecting',
      },
    },
    disconnecting: {
      description:
        'Waits for the wallet to disconnect. The stored connection is removed first, in case the page closes.',
      tags: 'busy',
      entry: 'removePersisted',
      invoke: {
        id: 'disconnection',
        src: 'disconnection',
        input: ({ context }) => ({ connection: assertDefined(context.connection) }),
        onDone: [
          { guard: 'hasAttempt', target: 'connecting', actions: afterDisconnect },
          { target: 'disconnected', actions: afterDisconnect },
        ],
        onError: {
          target: 'disconnected',
          actions: [
            { type: 'emitSettled', params: { outcome: cancelled } },
            'clearAttempt',
            { type: 'emitLeft', params: { outcome: done(undefined) } },
            'broadcastDisconnected',
            'clearConnection',
          ],
        },
      },
      on: {
        'namespace.connect': {
          actions: [
            { type: 'emitSettled', params: { outcome: cancelled } },
            { type: 'startAttempt', params: ({ event }) => event },
          ],
        },
        'namespace.cancel': {
          guard: { type: 'isOwnRequest', params: ({ event }) => event },
          actions: [{ type: 'emitSettled', params: { outcome: cancelled } }, 'clearAttempt'],
        },
        'namespace.disconnect': {
          description: 'The user wants to disconnect instead of connecting another wallet.',
          actions: [{ type: 'emitSettled', params: { outcome: cancelled } }, 'clearAttempt'],
        },
        'modal.closed': { actions: [{ type: 'emitSettled', params: { outcome: cancelled } }, 'clearAttempt'] },
      },
    },
  },
})

/** The feature of one of the app's namespaces. */
export const namespaceFeature = (namespace: Namespace) =>
  feature(namespaceItem(namespace), {
    input: () => ({ namespace }),
    onRestart: { type: 'account.disconnected', namespace, connectorId: undefined },
    logic: withContract<NamespaceContract>()(namespaceMachine),
  })
