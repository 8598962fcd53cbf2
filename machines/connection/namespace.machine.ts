/** Item, one per namespace: the wallet connected in it, and how it connects and disconnects. */
import { assign, sendTo, setup } from 'xstate'
import { EMBEDDED_CONNECTOR_ID, PAIRING_CONNECTOR_ID } from '../constants.ts'
import type { Account, Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Connector } from '../shared/connector.types.ts'
import type { Namespace, NetworkId } from '../shared/namespace.types.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import { seal, type TypesOf } from '../core/contract.ts'
import { effect, listener, timeout } from '../core/actors.ts'
import { feature } from '../core/feature.ts'
import { tell } from '../core/messaging.ts'
import { there } from '../core/assertDefined.ts'
import type { Chosen } from './deepLinks.rules.ts'
import { expectedOf, followedAccounts, withActive } from './connections.rules.ts'
import { isUnreached } from '../embedded/frame.rules.ts'
import { isAlike } from '../storage/remembered.rules.ts'
import { cancelled, crashed, done, isRefusedAgain } from '../shared/outcome.rules.ts'
import type { DisconnectionContract } from './disconnection.contract.ts'
import { disconnectionMachine } from './disconnection.machine.ts'
import type { AttemptContract } from './attempt.contract.ts'
import { attemptMachine } from './attempt.machine.ts'
import { namespaceItem, type NamespaceContract } from './namespace.contract.ts'
import { facts, leftBehind } from './namespaceFacts.ts'

type ProviderEvent = Extract<NamespaceContract['event'], { type: `provider.${string}` }>
type Settled = { outcome: Outcome<Connection> }

const connectionOf = (outcome: Outcome<Connection>): Connection =>
  there(outcome.status === 'done' ? outcome.value : undefined)

interface Wanted {
  connector: Connector
  attempt?: string
  chosen?: Chosen
  free?: readonly Namespace[]
  networkId?: NetworkId
}

const wanted = ({ connector, attempt, chosen, free = [], networkId }: Wanted) => {
  return { connector, attempt, chosen, free, networkId, error: undefined }
}

const isInBrowser = (connectorId: string) => ![PAIRING_CONNECTOR_ID, EMBEDDED_CONNECTOR_ID].includes(connectorId)

type Context = NamespaceContract['context']
/** The stored connection that is being restored. */
type Expected = Pick<Context, 'networkId' | 'address' | 'lastAddress'> & { connectorId: string }
const nothing = {
  connectorId: undefined,
  networkId: undefined,
  address: undefined,
  lastAddress: undefined,
  leading: undefined,
}

/** The wallet of an earlier visit is no longer available. */
const gone = { target: 'disconnected', actions: ['announceDisconnected', 'drop'] } as const

/** The wallet does not answer whether it still shares its accounts: it may be asleep, or not loaded yet. */
const silent = { target: 'reconnecting', actions: 'announceUnreached' } as const

/** The frame could not be reached, so the sign-in state is unknown. The next visit tries again. */
const unreached = { target: 'disconnected', actions: ['announceUnreached', 'drop'] } as const

/** An attempt from another namespace connected a wallet in this one. */
const adopted = {
  target: 'connected',
  actions: [
    { type: 'keepConnection', params: ({ event }: { event: { connection: Connection } }) => event },
    'announceConnected',
    'finishAttempt',
  ],
} as const

/** Commands that are accepted while the wallet of an earlier visit is being restored. */
const wantedInstead = {
  'namespace.adopt': adopted,
  'namespace.connect': {
    target: 'connecting',
    actions: ['drop', { type: 'want', params: ({ event }: { event: Wanted }) => event }],
  },
  'namespace.disconnect': {
    target: 'disconnected',
    actions: ['announceDisconnected', 'drop', { type: 'emitLeft', params: { outcome: done(undefined) } }],
  },
} as const

/** Another wallet or account than on the earlier visit: a message informs the user, who may connect it. */
const refused = <Args>(errorOf: (args: Args) => unknown) =>
  ({
    target: 'disconnected',
    actions: [
      { type: 'keepRefusal', params: (args: Args) => ({ error: errorOf(args) }) },
      'announceDisconnected',
      'drop',
      'sayRefused',
    ],
  }) as const

/** What ends the wait for the wallet of an earlier visit. */
const missed = {
  ...wantedInstead,
  'namespace.refused': refused(({ event }: { event: { error: LatchkeyError } }) => event.error),
  'namespace.found': {
    target: 'connected',
    actions: [
      { type: 'keepConnection', params: ({ event }: { event: { connection: Connection } }) => event },
      'announceRestored',
    ],
  },
  'namespace.sync': {
    target: 'syncing',
    actions: {
      type: 'expect',
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
  types: {} as TypesOf<NamespaceContract>,
  actors: {
    attempt: seal<AttemptContract>()(attemptMachine),
    disconnection: seal<DisconnectionContract>()(disconnectionMachine),
    syncExisting: effect<Connection | undefined, Expected & { namespace: Namespace }>('namespace.syncExisting'),
    /** Waits until a wallet reports its accounts. `asks`: also requests them at once. */
    awaitWallet: listener<
      Extract<NamespaceContract['event'], { type: 'namespace.found' | 'namespace.refused' }>,
      Expected & { namespace: Namespace; asks: boolean }
    >('namespace.awaitWallet'),
    watchProvider: listener<ProviderEvent, { connection: Connection }>('namespace.watchProvider'),
  },
  actions: {
    want: assign((_, asked: Wanted) => wanted(asked)),
    /** The wallet connected in another namespace, whose machine takes over. */
    handOn: tell(({ outcome }: Settled) => namespaceItem(connectionOf(outcome).namespace))(({ outcome }: Settled) => ({
      type: 'namespace.adopt',
      connection: connectionOf(outcome),
    })),
    choose: assign((_, { chosen }: Wanted) => ({ chosen })),
    direct: sendTo('attempt', (_, { chosen }: Wanted) => ({ type: 'attempt.direct', chosen: there(chosen) })),
    wantAgain: assign({ attempt: undefined, error: undefined }),
    forgetAttempt: assign({ connector: undefined, chosen: undefined, attempt: undefined, error: undefined }),
    expectAgain: assign(({ context: { connection } }) => ({
      connection: undefined,
      connectorId: connection?.connector.id,
      networkId: connection?.networkId,
      address: connection?.address,
      lastAddress: undefined,
      leading: undefined,
    })),
    expect: assign((_, expected: Partial<Expected>) => ({ ...nothing, ...expected })),
    keepConnection: assign({
      connection: (_, { connection }: { connection: Connection }) => connection,
      // If the user selected an account, it comes first whichever account the wallet lists first.
      leading: ({ context: { address } }, { connection }: { connection: Connection }) =>
        address === undefined ? connection.accounts[0]?.address : undefined,
      connector: undefined,
      chosen: undefined,
      connectorId: undefined,
      networkId: undefined,
      lastAddress: undefined,
      error: undefined,
    }),
    keepRefusal: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    keepError: assign({ error: (_, { outcome }: Settled) => ('error' in outcome ? outcome.error : undefined) }),
    keepAccounts: assign({
      connection: ({ context }, told: { accounts: readonly Account[] }) => {
        const accounts = followedAccounts(context, told.accounts)
        return context.connection && { ...context.connection, accounts, address: accounts[0]?.address ?? '' }
      },
    }),
    keepLeading: assign({
      leading: (_, { accounts }: { accounts: readonly Account[] }) => accounts[0]?.address,
    }),
    select: assign({
      connection: ({ context: { connection } }, { address }: { address: string }) =>
        connection && {
          ...connection,
          address,
          accounts: withActive(connection.accounts, address) ?? connection.accounts,
        },
    }),
    keep: assign({
      connection: ({ context }, change: Pick<Connection, 'networkId'> | Pick<Connection, 'approved'>) =>
        context.connection && { ...context.connection, ...change },
    }),
    keepLeaving: assign({
      error: (_, { error }: { error?: LatchkeyError }) => error ?? new LatchkeyError('wallet.left'),
    }),
    drop: assign({ connection: undefined, ...nothing }),
    ...facts,
    readAgain: sendTo('watchProvider', { type: 'readAgain' }),
    cancelAttempt: sendTo('attempt', { type: 'attempt.cancel' }),
  },
  guards: {
    remembered: (_, { connectorId }: { connectorId: string | undefined }) => connectorId !== undefined,
    existing: (_, { output }: { output: Connection | undefined }) => output !== undefined,
    /** A multichain wallet may have shared other namespaces than this one. */
    connected: ({ context }, { outcome }: Settled) =>
      outcome.status === 'done' && outcome.value.namespace === context.namespace,
    inOtherNamespace: ({ context }, { outcome }: Settled) =>
      outcome.status === 'done' && outcome.value.namespace !== context.namespace,
    calledOff: (_, { outcome }: Settled) => outcome.status === 'cancelled',
    none: (_, { accounts }: { accounts: readonly Account[] }) => accounts.length === 0,
    otherAccounts: ({ context }, { accounts }: { accounts: readonly Account[] }) =>
      !isAlike(followedAccounts(context, accounts), context.connection?.accounts),
    otherNetwork: ({ context }, { networkId }: { networkId: NetworkId }) => networkId !== context.connection?.networkId,
    shares: ({ context: { connection } }, { address }: { address: string }) =>
      connection?.accounts.some((known) => known.address === address) === true,
    sameWallet: ({ context }, { connector }: { connector: Connector }) =>
      context.connection?.connector.id === connector.id,
    /** The open offer fits the chosen wallet, and the new command has no caller that waits for an outcome. */
    directable: ({ context }, { connector, chosen, attempt }: Wanted) =>
      connector.id === context.connector?.id && chosen !== undefined && attempt === undefined,
    ofAttempt: ({ context }, { attempt }: { attempt?: string }) => attempt === undefined || attempt === context.attempt,
    attempted: ({ context }) => context.connector !== undefined,
    /** The code for wallets on another device or in a frame has to be loaded first, so they get a longer timeout. */
    inBrowser: ({ context: { connectorId = '' } }) => isInBrowser(connectorId),
    inFrame: ({ context }) => context.connectorId === EMBEDDED_CONNECTOR_ID,
    refused: (_, { error }: { error: unknown }) => isRefusedAgain(error),
    unreached: ({ context }, { error }: { error: unknown }) =>
      context.connectorId === EMBEDDED_CONNECTOR_ID && isUnreached(error),
    /** A wallet in this browser that shares no account may be locked: wallets do not report that. */
    locked: ({ context: { connection } }, { accounts }: { accounts: readonly Account[] }) =>
      accounts.length === 0 && connection !== undefined && isInBrowser(connection.connector.id),
  },
  delays: { restore: timeout('restoreMs'), startPairing: timeout('startPairingMs') },
}).createMachine({
  id: 'namespace',
  description: 'One namespace: disconnected, connecting or connected, and never connected without an account.',
  meta: { kind: 'item', spec: ['3.4', '4.1', '4.2', '4.3', '4.4', '4.17', '4.19'] },
  context: ({ input }) => ({
    namespace: input.namespace,
    connection: undefined,
    connector: undefined,
    chosen: undefined,
    free: [],
    attempt: undefined,
    error: undefined,
    connectorId: undefined,
    networkId: undefined,
    address: undefined,
    lastAddress: undefined,
    leading: undefined,
  }),
  initial: 'disconnected',
  states: {
    disconnected: {
      description: 'No wallet is connected in this namespace.',
      on: {
        'memory.restored': {
          guard: {
            type: 'remembered',
            params: ({ context, event }) => ({
              connectorId: event.remembered.connections?.[context.namespace]?.connectorId,
            }),
          },
          target: 'syncing',
          actions: {
            type: 'expect',
            params: ({ context, event }) => expectedOf(there(event.remembered.connections?.[context.namespace])),
          },
        },
        'namespace.sync': {
          target: 'syncing',
          actions: { type: 'expect', params: ({ event: { connectorId } }) => ({ connectorId, networkId: undefined }) },
        },
        'namespace.adopt': adopted,
        'namespace.connect': { target: 'connecting', actions: { type: 'want', params: ({ event }) => event } },
        'namespace.retry': { guard: 'attempted', target: 'connecting', actions: 'wantAgain' },
        'namespace.cancel': {
          guard: { type: 'ofAttempt', params: ({ event }) => event },
          actions: ['leaveAttempt', 'forgetAttempt'],
        },
        'namespace.disconnect': { actions: { type: 'emitLeft', params: { outcome: done(undefined) } } },
        'modal.closed': { actions: 'forgetAttempt' },
        'namespace.abandon': { actions: 'forgetAttempt' },
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
            guard: { type: 'existing', params: ({ event }) => event },
            target: 'connected',
            actions: [
              { type: 'keepConnection', params: ({ event }) => ({ connection: there(event.output) }) },
              'announceRestored',
            ],
          },
          { guard: 'inBrowser', ...silent, target: 'locked' },
          gone,
        ],
        onError: [
          {
            guard: { type: 'refused', params: ({ event }) => event },
            ...refused(({ event }: { event: { error: unknown } }) => event.error),
          },
          { guard: 'inBrowser', ...silent },
          { guard: { type: 'unreached', params: ({ event }) => event }, ...unreached },
          gone,
        ],
      },
      on: {
        ...wantedInstead,
        'namespace.cancel': {
          guard: { type: 'ofAttempt', params: ({ event }) => event },
          ...gone,
        },
      },
      after: {
        restore: { guard: 'inBrowser', ...silent },
        startPairing: [{ guard: 'inFrame', ...unreached }, gone],
      },
    },
    reconnecting: {
      description: 'The wallet of an earlier visit did not answer in time. It connects when it answers.',
      invoke: {
        id: 'awaitWallet',
        src: 'awaitWallet',
        input: ({ context }) => ({ ...storedOf(context), asks: true }),
        onError: { target: 'disconnected', actions: 'drop' },
      },
      on: missed,
    },
    locked: {
      description:
        'The wallet shares no account, probably because it is locked. It connects again when it reports its accounts.',
      invoke: {
        id: 'awaitWallet',
        src: 'awaitWallet',
        input: ({ context }) => ({ ...storedOf(context), asks: false }),
        onError: { target: 'disconnected', actions: 'drop' },
      },
      on: missed,
    },
    connecting: {
      description: 'Waits until the user answers in the wallet.',
      tags: ['busy', 'connecting'],
      entry: 'showAttempt',
      invoke: {
        id: 'attempt',
        src: 'attempt',
        input: ({ context: { connector, chosen, free, networkId } }) => ({
          connector: there(connector),
          chosen,
          free,
          networkId,
        }),
        onDone: [
          {
            guard: { type: 'connected', params: ({ event }) => ({ outcome: event.output }) },
            target: 'connected',
            actions: [
              { type: 'emitSettled', params: ({ event }) => ({ outcome: event.output }) },
              { type: 'keepConnection', params: ({ event }) => ({ connection: connectionOf(event.output) }) },
              'announceConnected',
              'finishAttempt',
            ],
          },
          {
            guard: { type: 'inOtherNamespace', params: ({ event }) => ({ outcome: event.output }) },
            target: 'disconnected',
            actions: [
              { type: 'handOn', params: ({ event }) => ({ outcome: event.output }) },
              { type: 'emitSettled', params: ({ event }) => ({ outcome: event.output }) },
              'forgetAttempt',
            ],
          },
          {
            guard: { type: 'calledOff', params: ({ event }) => ({ outcome: event.output }) },
            target: 'disconnected',
            actions: [
              { type: 'emitSettled', params: ({ event }) => ({ outcome: event.output }) },
              'leaveAttempt',
              'forgetAttempt',
            ],
          },
          {
            target: 'disconnected',
            actions: [
              { type: 'keepError', params: ({ event }) => ({ outcome: event.output }) },
              { type: 'emitSettled', params: ({ event }) => ({ outcome: event.output }) },
              'trackFailed',
            ],
          },
        ],
        onError: {
          target: 'disconnected',
          actions: [
            { type: 'keepError', params: ({ event }) => ({ outcome: crashed(event.error) }) },
            { type: 'emitSettled', params: ({ event }) => ({ outcome: crashed(event.error) }) },
            'trackFailed',
          ],
        },
      },
      on: {
        'namespace.connect': [
          {
            guard: { type: 'directable', params: ({ event }) => event },
            actions: [
              { type: 'choose', params: ({ event }) => event },
              { type: 'direct', params: ({ event }) => event },
              'showAttempt',
            ],
          },
          {
            target: 'connecting',
            reenter: true,
            actions: [
              { type: 'emitSettled', params: { outcome: cancelled } },
              { type: 'want', params: ({ event }) => event },
            ],
          },
        ],
        'namespace.cancel': { guard: { type: 'ofAttempt', params: ({ event }) => event }, actions: 'cancelAttempt' },
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
        input: ({ context }) => ({ connection: there(context.connection) }),
        onError: { target: 'disconnected', actions: ['announceDisconnected', 'drop', 'sayLeft'] },
      },
      on: {
        'provider.accountsChanged': [
          {
            guard: { type: 'locked', params: ({ event }) => event },
            target: 'locked',
            actions: [{ type: 'keepLeaving', params: () => ({}) }, 'expectAgain', 'announceUnreached', 'sayLeft'],
          },
          {
            guard: { type: 'none', params: ({ event }) => event },
            target: 'disconnected',
            actions: [{ type: 'keepLeaving', params: () => ({}) }, 'announceDisconnected', 'drop', 'sayLeft'],
          },
          {
            description: 'Another account is active, or the other shared accounts changed.',
            guard: { type: 'otherAccounts', params: ({ event }) => event },
            actions: [
              { type: 'keepAccounts', params: ({ event }) => event },
              { type: 'keepLeading', params: ({ event }) => event },
              'announceChanged',
            ],
          },
          { actions: { type: 'keepLeading', params: ({ event }) => event } },
        ],
        'namespace.selectAccount': {
          guard: { type: 'shares', params: ({ event }) => event },
          actions: [{ type: 'select', params: ({ event }) => event }, 'announceChanged', 'rememberSelected'],
        },
        'namespace.readAgain': { actions: 'readAgain' },
        'provider.networkChanged': {
          guard: { type: 'otherNetwork', params: ({ event }) => event },
          actions: [{ type: 'keep', params: ({ event: { networkId } }) => ({ networkId }) }, 'announceNetwork'],
        },
        'provider.networksApproved': {
          actions: [{ type: 'keep', params: ({ event: { approved } }) => ({ approved }) }, 'announceChanged'],
        },
        'provider.disconnected': {
          target: 'disconnected',
          actions: [{ type: 'keepLeaving', params: ({ event }) => event }, 'announceDisconnected', 'drop', 'sayLeft'],
        },
        'namespace.connect': [
          {
            guard: { type: 'sameWallet', params: ({ event }) => event },
            actions: { type: 'emitAlready', params: ({ event }) => event },
          },
          { target: 'disconnecting', actions: { type: 'want', params: ({ event }) => event } },
        ],
        'namespace.disconnect': 'disconnecting',
      },
    },
    disconnecting: {
      description:
        'Waits for the wallet to disconnect. The stored connection is removed first, in case the page closes.',
      tags: 'busy',
      entry: 'dropRemembered',
      invoke: {
        id: 'disconnection',
        src: 'disconnection',
        input: ({ context }) => ({ connection: there(context.connection) }),
        onDone: [
          { guard: 'attempted', target: 'connecting', actions: leftBehind },
          { target: 'disconnected', actions: leftBehind },
        ],
        onError: {
          target: 'disconnected',
          actions: [
            { type: 'emitSettled', params: { outcome: cancelled } },
            'forgetAttempt',
            { type: 'emitLeft', params: { outcome: done(undefined) } },
            'announceDisconnected',
            'drop',
          ],
        },
      },
      on: {
        'namespace.connect': {
          actions: [
            { type: 'emitSettled', params: { outcome: cancelled } },
            { type: 'want', params: ({ event }) => event },
          ],
        },
        'namespace.cancel': {
          guard: { type: 'ofAttempt', params: ({ event }) => event },
          actions: [{ type: 'emitSettled', params: { outcome: cancelled } }, 'forgetAttempt'],
        },
        'namespace.disconnect': {
          description: 'The user wants to disconnect instead of connecting another wallet.',
          actions: [{ type: 'emitSettled', params: { outcome: cancelled } }, 'forgetAttempt'],
        },
        'modal.closed': { actions: [{ type: 'emitSettled', params: { outcome: cancelled } }, 'forgetAttempt'] },
      },
    },
  },
})

/** The feature of one of the app's namespaces. */
export const namespaceFeature = (namespace: Namespace) =>
  feature(namespaceItem(namespace), {
    input: () => ({ namespace }),
    restarted: { type: 'account.disconnected', namespace, connectorId: undefined },
    logic: seal<NamespaceContract>()(namespaceMachine),
  })
