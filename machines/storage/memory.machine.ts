/**
 * Service: the state that outlives the page. It reads the storage once, stores every event that it keeps, and merges what other
 * tabs store.
 */
import { assign, setup } from 'xstate'
import { EMBEDDED_CONNECTOR_ID } from '../constants.ts'
import type { Connection } from '../shared/account.types.ts'
import type { EmbeddedLogin } from '../embedded/embedded.types.ts'
import { namespaceOf, type NetworkId } from '../shared/namespace.types.ts'
import type { Remembered } from './remembered.types.ts'
import type { Wallet } from '../shared/wallet.types.ts'
import type { BroadcastEvent, BroadcastEventOf } from '../events.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, callbackActor, configurableDelay } from '../core/actors.ts'
import { broadcast } from '../core/messaging.ts'
import { now } from '../core/time.ts'
import {
  isAlike,
  merged,
  takenAway,
  withConnection,
  withNativeBalance,
  withoutConnection,
  withoutLogin,
} from './remembered.rules.ts'
import { withAllPlaced, withAllSettled, withSent, type SentEvent } from '../transactions/sent.rules.ts'
import { withRecent } from '../wallets/wallets.rules.ts'
import { feature } from '../core/feature.ts'
import { memory, type MemoryContract } from './memory.contract.ts'

type Context = MemoryContract['context']
type Loaded = Pick<BroadcastEventOf<'balance.loaded'>, 'networkId' | 'address' | 'tokens'>

/** The result of a read: the valid entries, and the keys of those that were set aside. */
export interface Reading {
  remembered: Remembered
  broken: readonly string[]
}

/** A connection that changed. `anew`: the user connected it just now. */
interface Moved {
  connection: Connection
  anew?: boolean
}

type Chosen = Extract<MemoryContract['event'], { type: 'memory.setAccount' }>
type Left = Pick<BroadcastEventOf<'account.disconnected'>, 'namespace' | 'connectorId'>

/** Writes a change, even during another write. */
const written = { target: '.writing' } as const

export const memoryMachine = setup({
  types: {} as SetupTypes<MemoryContract>,
  actors: {
    read: promiseActor<Reading>('memory.read'),
    /** Writes what this tab changed since `from`, and resolves to everything that is stored afterwards. */
    write: promiseActor<Remembered, { from: Remembered; to: Remembered }>('memory.write'),
    /** Reports what other tabs store. */
    watchStorage: callbackActor<{ type: 'storage.changed' }>('memory.watchStorage'),
  },
  actions: {
    /** Events that arrived during the read are newer than the stored entries. */
    keep: assign(({ context }, { output }: { output: Reading }) => ({
      broken: output.broken,
      stored: output.remembered,
      remembered: merged(output.remembered, {}, context.remembered),
    })),
    setConnection: assign(({ context }, { connection, anew = false }: Moved) => {
      const { namespace, connector } = connection
      const left = anew ? [] : context.left
      const known = context.remembered.connections?.[namespace]
      const isOthers = !anew && (left.includes(namespace) || (known && known.connectorId !== connector.id))
      if (isOthers) return {}
      const remembered = withConnection(context.remembered, connection)
      const replaced = known?.connectorId === EMBEDDED_CONNECTOR_ID && connection.connector.id !== EMBEDDED_CONNECTOR_ID
      return { left, remembered: replaced ? withoutLogin(remembered) : remembered }
    }),
    setAccount: assign({
      remembered: ({ context: { remembered } }, { namespace, connectorId, address }: Chosen) => {
        const known = remembered.connections?.[namespace]
        if (known?.connectorId !== connectorId) return remembered
        const chosen = { ...known, address, isChosen: true as const }
        return { ...remembered, connections: { ...remembered.connections, [namespace]: chosen } }
      },
    }),
    /** The entry is kept if another tab connected a different wallet. */
    dropConnection: assign({
      remembered: ({ context: { remembered } }, { namespace, connectorId }: Left) => {
        const stored = remembered.connections?.[namespace]?.connectorId
        const isOthers = connectorId !== undefined && connectorId !== stored
        if (isOthers) return remembered
        const left = withoutConnection(remembered, namespace)
        return stored === EMBEDDED_CONNECTOR_ID ? withoutLogin(left) : left
      },
    }),
    setNetwork: assign({
      remembered: ({ context }, { networkId }: { networkId: NetworkId }) => ({ ...context.remembered, networkId }),
    }),
    setTheme: assign({
      remembered: ({ context }, { choice }: { choice: 'light' | 'dark' | 'system' }) => ({
        ...context.remembered,
        theme: choice,
      }),
    }),
    setWallets: assign({
      remembered: ({ context }, { recent }: { recent: readonly Wallet[] }) => ({
        ...context.remembered,
        recentWallets: recent[0] ? withRecent(context.remembered.recentWallets ?? [], recent[0]) : [],
      }),
    }),
    setEmbedded: assign({
      remembered: ({ context: { remembered } }, { embedded }: { embedded: EmbeddedLogin }) => ({
        ...remembered,
        embedded: { ...remembered.embedded, ...embedded },
      }),
    }),
    setBalance: assign({
      remembered: ({ context, system }, { tokens, ...target }: Loaded) => ({
        ...context.remembered,
        nativeBalances: withNativeBalance(context.remembered.nativeBalances ?? {}, target, tokens, now(system)),
      }),
    }),
    /** Stores nothing for an account that was disconnected, even if in another tab. */
    setSent: assign({
      remembered: ({ context: { remembered } }, sent: SentEvent) =>
        remembered.connections?.[namespaceOf(sent.networkId)]
          ? { ...remembered, transactions: withSent(remembered.transactions ?? {}, sent) }
          : remembered,
    }),
    setPlaced: assign({
      remembered: ({ context: { remembered } }, sent: BroadcastEventOf<'transaction.placed'>) =>
        remembered.transactions
          ? { ...remembered, transactions: withAllPlaced(remembered.transactions, sent) }
          : remembered,
    }),
    setSettled: assign({
      remembered: ({ context: { remembered } }, sent: BroadcastEventOf<'transaction.settled'>) =>
        remembered.transactions
          ? { ...remembered, transactions: withAllSettled(remembered.transactions, sent) }
          : remembered,
    }),
    takeOver: assign(({ context }, { output }: { output: Remembered }) => ({
      left: [...new Set([...context.left, ...takenAway(context.remembered, output)])],
      stored: output,
      remembered: output,
    })),
    broadcastRestored: broadcast((_: undefined, { remembered }: Context): BroadcastEvent => ({
      type: 'memory.restored',
      remembered,
    })),
    broadcastChanged: broadcast(({ output }: { output: Remembered }): BroadcastEvent => ({
      type: 'memory.changed',
      remembered: output,
    })),
  },
  guards: {
    /** The entry of a wallet that could not be reached is kept. */
    isDisconnected: (_, { unreached }: BroadcastEventOf<'account.disconnected'>) => !unreached,
    hasChanges: ({ context }) => Object.keys(context.remembered).length > 0,
    /** Another tab stored something different. */
    isDifferent: ({ context }, { output }: { output: Remembered }) => !isAlike(output, context.remembered),
  },
  delays: { reading: configurableDelay('readMemoryMs'), writing: configurableDelay('writeMemoryMs') },
}).createMachine({
  id: 'memory',
  description:
    'The state that outlives the page: read once, validated, then updated by events, here and in other tabs.',
  meta: {
    kind: 'service',
    spec: ['3.39', '3.40', '3.41', '3.42', '3.43', '3.45', '3.46', '3.47', '3.48', '4.12', '4.18', '4.19', '4.31'],
  },
  context: { remembered: {}, stored: {}, left: [], broken: [] },
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
        'memory.setAccount': { actions: { type: 'setAccount', params: ({ event }) => event } },
        'memory.dropConnection': { actions: { type: 'dropConnection', params: ({ event }) => event } },
        'account.networkChanged': { actions: { type: 'setConnection', params: ({ event }) => event } },
        'account.disconnected': {
          guard: { type: 'isDisconnected', params: ({ event }) => event },
          actions: { type: 'dropConnection', params: ({ event }) => event },
        },
        'network.changed': { actions: { type: 'setNetwork', params: ({ event }) => event } },
        'memory.setTheme': { actions: { type: 'setTheme', params: ({ event }) => event } },
        'memory.setWallets': { actions: { type: 'setWallets', params: ({ event }) => event } },
        'memory.setEmbedded': { actions: { type: 'setEmbedded', params: ({ event }) => event } },
        'balance.loaded': { actions: { type: 'setBalance', params: ({ event }) => event } },
        'transaction.sent': { actions: { type: 'setSent', params: ({ event }) => event } },
        'transaction.placed': { actions: { type: 'setPlaced', params: ({ event }) => event } },
        'transaction.settled': { actions: { type: 'setSettled', params: ({ event }) => event } },
      },
      invoke: {
        id: 'read',
        src: 'read',
        onDone: [
          {
            guard: 'hasChanges',
            target: 'writing',
            actions: [{ type: 'keep', params: ({ event }) => event }, 'broadcastRestored'],
          },
          { target: 'keeping', actions: [{ type: 'keep', params: ({ event }) => event }, 'broadcastRestored'] },
        ],
        onError: { target: 'unavailable', actions: 'broadcastRestored' },
      },
      after: { reading: { target: 'unavailable', actions: 'broadcastRestored' } },
    },
    keeping: { description: 'The storage is up to date.' },
    writing: {
      description: 'The changes of this tab are being merged with what other tabs stored.',
      tags: 'busy',
      invoke: {
        id: 'write',
        src: 'write',
        input: ({ context }) => ({ from: context.stored, to: context.remembered }),
        onDone: [
          {
            guard: { type: 'isDifferent', params: ({ event }) => event },
            target: 'keeping',
            actions: [
              { type: 'takeOver', params: ({ event }) => event },
              { type: 'broadcastChanged', params: ({ event }) => event },
            ],
          },
          { target: 'keeping', actions: { type: 'takeOver', params: ({ event }) => event } },
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
    'memory.setAccount': { ...written, actions: { type: 'setAccount', params: ({ event }) => event } },
    'memory.dropConnection': { ...written, actions: { type: 'dropConnection', params: ({ event }) => event } },
    'account.networkChanged': { ...written, actions: { type: 'setConnection', params: ({ event }) => event } },
    'account.disconnected': {
      ...written,
      guard: { type: 'isDisconnected', params: ({ event }) => event },
      actions: { type: 'dropConnection', params: ({ event }) => event },
    },
    'network.changed': { ...written, actions: { type: 'setNetwork', params: ({ event }) => event } },
    'memory.setTheme': { ...written, actions: { type: 'setTheme', params: ({ event }) => event } },
    'memory.setWallets': { ...written, actions: { type: 'setWallets', params: ({ event }) => event } },
    'memory.setEmbedded': { ...written, actions: { type: 'setEmbedded', params: ({ event }) => event } },
    'balance.loaded': { ...written, actions: { type: 'setBalance', params: ({ event }) => event } },
    'transaction.sent': { ...written, actions: { type: 'setSent', params: ({ event }) => event } },
    'transaction.placed': { ...written, actions: { type: 'setPlaced', params: ({ event }) => event } },
    'transaction.settled': { ...written, actions: { type: 'setSettled', params: ({ event }) => event } },
  },
})

export const memoryFeature = feature(memory, {
  logic: withContract<MemoryContract>()(memoryMachine),
})

function movedBy({ connection, restored }: BroadcastEventOf<'account.connected'>): Moved {
  return { connection, anew: !restored }
}
