/**
 * Service: the persisted state. It reads the storage once, stores the changes that events report, and merges what other tabs
 * store.
 */
import { assign, setup } from 'xstate'
import { EMBEDDED_CONNECTOR_ID } from '../constants.ts'
import type { Connection } from '../shared/account.types.ts'
import type { EmbeddedLogin } from '../embedded/embedded.types.ts'
import { namespaceOf, type NetworkId } from '../shared/namespace.types.ts'
import type { PersistedState } from './persisted.types.ts'
import type { Wallet } from '../shared/wallet.types.ts'
import type { BroadcastEvent, BroadcastEventOf } from '../events.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, callbackActor, configurableDelay } from '../core/actors.ts'
import { broadcast } from '../core/messaging.ts'
import { now } from '../core/time.ts'
import {
  isEqual,
  merged,
  removedNamespaces,
  withConnection,
  withNativeBalance,
  withoutConnection,
  withoutLogin,
} from './persisted.rules.ts'
import { withAllPlaced, withAllSettled, withSent, type SentEvent } from '../transactions/sent.rules.ts'
import { withRecent } from '../wallets/wallets.rules.ts'
import { feature } from '../core/feature.ts'
import { storage, type StorageContract } from './storage.contract.ts'

type Context = StorageContract['context']
type Loaded = Pick<BroadcastEventOf<'balance.loaded'>, 'networkId' | 'address' | 'tokens'>

/** The result of a read: the valid entries, and the keys of those that were set aside. */
export interface Reading {
  persisted: PersistedState
  broken: readonly string[]
}

/** A connection that changed. `anew`: the user connected it just now. */
interface ChangedConnection {
  connection: Connection
  anew?: boolean
}

type Chosen = Extract<StorageContract['event'], { type: 'storage.setAccount' }>
type Left = Pick<BroadcastEventOf<'account.disconnected'>, 'namespace' | 'connectorId'>

/** Writes a change, even during another write. */
const written = { target: '.writing' } as const

export const storageMachine = setup({
  types: {} as SetupTypes<StorageContract>,
  actors: {
    /** Reads and validates the stored state. */
    read: promiseActor<Reading>('storage.read'),
    /** Writes what this tab changed since `from`, and resolves to everything that is stored afterwards. */
    write: promiseActor<PersistedState, { from: PersistedState; to: PersistedState }>('storage.write'),
    /** Reports what other tabs store. */
    watchStorage: callbackActor<{ type: 'storage.changed' }>('storage.watchStorage'),
  },
  actions: {
    /** Events that arrived during the read are newer than the stored entries. */
    setLoaded: assign(({ context }, { output }: { output: Reading }) => ({
      broken: output.broken,
      stored: output.persisted,
      persisted: merged(output.persisted, {}, context.persisted),
    })),
    setConnection: assign(({ context }, { connection, anew = false }: ChangedConnection) => {
      const { namespace, connector } = connection
      const removed = anew ? [] : context.removed
      const stored = context.persisted.connections?.[namespace]
      const isOfAnotherTab = !anew && (removed.includes(namespace) || (stored && stored.connectorId !== connector.id))
      if (isOfAnotherTab) return {}
      const persisted = withConnection(context.persisted, connection)
      const replaced =
        stored?.connectorId === EMBEDDED_CONNECTOR_ID && connection.connector.id !== EMBEDDED_CONNECTOR_ID
      return { removed, persisted: replaced ? withoutLogin(persisted) : persisted }
    }),
    setAccount: assign({
      persisted: ({ context: { persisted } }, { namespace, connectorId, address }: Chosen) => {
        const stored = persisted.connections?.[namespace]
        if (stored?.connectorId !== connectorId) return persisted
        const chosen = { ...stored, address, isChosen: true as const }
        return { ...persisted, connections: { ...persisted.connections, [namespace]: chosen } }
      },
    }),
    /** The entry is kept if another tab connected a different wallet. */
    removeConnection: assign({
      persisted: ({ context: { persisted } }, { namespace, connectorId }: Left) => {
        const stored = persisted.connections?.[namespace]?.connectorId
        const isOthers = connectorId !== undefined && connectorId !== stored
        if (isOthers) return persisted
        const remaining = withoutConnection(persisted, namespace)
        return stored === EMBEDDED_CONNECTOR_ID ? withoutLogin(remaining) : remaining
      },
    }),
    setNetwork: assign({
      persisted: ({ context }, { networkId }: { networkId: NetworkId }) => ({ ...context.persisted, networkId }),
    }),
    setTheme: assign({
      persisted: ({ context }, { choice }: { choice: 'light' | 'dark' | 'system' }) => ({
        ...context.persisted,
        theme: choice,
      }),
    }),
    setWallets: assign({
      persisted: ({ context }, { recent }: { recent: readonly Wallet[] }) => ({
        ...context.persisted,
        recentWallets: recent[0] ? withRecent(context.persisted.recentWallets ?? [], recent[0]) : [],
      }),
    }),
    setEmbedded: assign({
      persisted: ({ context: { persisted } }, { embedded }: { embedded: EmbeddedLogin }) => ({
        ...persisted,
        embedded: { ...persisted.embedded, ...embedded },
      }),
    }),
    setBalance: assign({
      persisted: ({ context, system }, { tokens, ...target }: Loaded) => ({
        ...context.persisted,
        nativeBalances: withNativeBalance(context.persisted.nativeBalances ?? {}, target, tokens, now(system)),
      }),
    }),
    /** Stores nothing for an account that was disconnected, even if in another tab. */
    setSent: assign({
      persisted: ({ context: { persisted } }, sent: SentEvent) =>
        persisted.connections?.[namespaceOf(sent.networkId)]
          ? { ...persisted, transactions: withSent(persisted.transactions ?? {}, sent) }
          : persisted,
    }),
    setPosition: assign({
      persisted: ({ context: { persisted } }, sent: BroadcastEventOf<'transaction.positionRead'>) =>
        persisted.transactions
          ? { ...persisted, transactions: withAllPlaced(persisted.transactions, sent) }
          : persisted,
    }),
    setSettled: assign({
      persisted: ({ context: { persisted } }, sent: BroadcastEventOf<'transaction.settled'>) =>
        persisted.transactions
          ? { ...persisted, transactions: withAllSettled(persisted.transactions, sent) }
          : persisted,
    }),
    mergeOtherTabs: assign(({ context }, { output }: { output: PersistedState }) => ({
      removed: [...new Set([...context.removed, ...removedNamespaces(context.persisted, output)])],
      stored: output,
      persisted: output,
    })),
    broadcastRestored: broadcast((_: undefined, { persisted }: Context): BroadcastEvent => ({
      type: 'storage.restored',
      persisted,
    })),
    broadcastChanged: broadcast(({ output }: { output: PersistedState }): BroadcastEvent => ({
      type: 'storage.updated',
      persisted: output,
    })),
  },
  guards: {
    /** The wallet disconnected. If it only could not be reached, its stored connection is kept. */
    isDisconnected: (_, { unreached }: BroadcastEventOf<'account.disconnected'>) => !unreached,
    /** Events changed the state during the read, so the changes are written next. */
    hasChanges: ({ context }) => Object.keys(context.persisted).length > 0,
    /** Another tab stored something different, so the other machines receive the new state. */
    isDifferent: ({ context }, { output }: { output: PersistedState }) => !isEqual(output, context.persisted),
  },
  delays: {
    /** How long the read of the storage may take. */
    reading: configurableDelay('readStorageMs'),
    /** How long one write may take. */
    writing: configurableDelay('writeStorageMs'),
  },
}).createMachine({
  id: 'storage',
  description: 'Persisted state: read once at startup, validated, then updated by events from this tab and others.',
  meta: {
    kind: 'service',
    spec: ['3.39', '3.40', '3.41', '3.42', '3.43', '3.45', '3.46', '3.47', '3.48', '4.12', '4.18', '4.19', '4.31'],
  },
  context: { persisted: {}, stored: {}, removed: [], broken: [] },
  initial: 'reading',
  invoke: { id: 'watchStorage', src: 'watchStorage', onError: { actions: [] } },
  states: {
    reading: {
      description: 'Waits for the storage. Events that arrive meanwhile are kept, and written after the read.',
      tags: 'busy',
      on: {
        'storage.changed': { description: 'The read in progress includes the change.' },
        'account.connected': { actions: { type: 'setConnection', params: ({ event }) => movedBy(event) } },
        'account.changed': { actions: { type: 'setConnection', params: ({ event }) => event } },
        'storage.setAccount': { actions: { type: 'setAccount', params: ({ event }) => event } },
        'storage.dropConnection': { actions: { type: 'removeConnection', params: ({ event }) => event } },
        'account.networkChanged': { actions: { type: 'setConnection', params: ({ event }) => event } },
        'account.disconnected': {
          guard: { type: 'isDisconnected', params: ({ event }) => event },
          actions: { type: 'removeConnection', params: ({ event }) => event },
        },
        'network.changed': { actions: { type: 'setNetwork', params: ({ event }) => event } },
        'storage.setTheme': { actions: { type: 'setTheme', params: ({ event }) => event } },
        'storage.setWallets': { actions: { type: 'setWallets', params: ({ event }) => event } },
        'storage.setEmbedded': { actions: { type: 'setEmbedded', params: ({ event }) => event } },
        'balance.loaded': { actions: { type: 'setBalance', params: ({ event }) => event } },
        'transaction.sent': { actions: { type: 'setSent', params: ({ event }) => event } },
        'transaction.positionRead': { actions: { type: 'setPosition', params: ({ event }) => event } },
        'transaction.settled': { actions: { type: 'setSettled', params: ({ event }) => event } },
      },
      invoke: {
        id: 'read',
        src: 'read',
        onDone: [
          {
            guard: 'hasChanges',
            target: 'writing',
            actions: [{ type: 'setLoaded', params: ({ event }) => event }, 'broadcastRestored'],
          },
          { target: 'ready', actions: [{ type: 'setLoaded', params: ({ event }) => event }, 'broadcastRestored'] },
        ],
        onError: { target: 'unavailable', actions: 'broadcastRestored' },
      },
      after: { reading: { target: 'unavailable', actions: 'broadcastRestored' } },
    },
    ready: { description: 'The storage is up to date.' },
    writing: {
      description: 'The changes of this tab are being merged with what other tabs stored.',
      tags: 'busy',
      invoke: {
        id: 'write',
        src: 'write',
        input: ({ context }) => ({ from: context.stored, to: context.persisted }),
        onDone: [
          {
            guard: { type: 'isDifferent', params: ({ event }) => event },
            target: 'ready',
            actions: [
              { type: 'mergeOtherTabs', params: ({ event }) => event },
              { type: 'broadcastChanged', params: ({ event }) => event },
            ],
          },
          { target: 'ready', actions: { type: 'mergeOtherTabs', params: ({ event }) => event } },
        ],
        onError: 'unavailable',
      },
      after: { writing: 'unavailable' },
    },
    unavailable: { description: 'The storage cannot be used. The next change tries again.' },
  },
  on: {
    'storage.changed': { description: 'Merges what another tab stored.', ...written },
    'account.connected': { ...written, actions: { type: 'setConnection', params: ({ event }) => movedBy(event) } },
    'account.changed': { ...written, actions: { type: 'setConnection', params: ({ event }) => event } },
    'storage.setAccount': { ...written, actions: { type: 'setAccount', params: ({ event }) => event } },
    'storage.dropConnection': { ...written, actions: { type: 'removeConnection', params: ({ event }) => event } },
    'account.networkChanged': { ...written, actions: { type: 'setConnection', params: ({ event }) => event } },
    'account.disconnected': {
      ...written,
      guard: { type: 'isDisconnected', params: ({ event }) => event },
      actions: { type: 'removeConnection', params: ({ event }) => event },
    },
    'network.changed': { ...written, actions: { type: 'setNetwork', params: ({ event }) => event } },
    'storage.setTheme': { ...written, actions: { type: 'setTheme', params: ({ event }) => event } },
    'storage.setWallets': { ...written, actions: { type: 'setWallets', params: ({ event }) => event } },
    'storage.setEmbedded': { ...written, actions: { type: 'setEmbedded', params: ({ event }) => event } },
    'balance.loaded': { ...written, actions: { type: 'setBalance', params: ({ event }) => event } },
    'transaction.sent': { ...written, actions: { type: 'setSent', params: ({ event }) => event } },
    'transaction.positionRead': { ...written, actions: { type: 'setPosition', params: ({ event }) => event } },
    'transaction.settled': { ...written, actions: { type: 'setSettled', params: ({ event }) => event } },
  },
})

export const storageFeature = feature(storage, {
  logic: withContract<StorageContract>()(storageMachine),
})

function movedBy({ connection, restored }: BroadcastEventOf<'account.connected'>): ChangedConnection {
  return { connection, anew: !restored }
}
