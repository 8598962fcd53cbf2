/** Service: what outlives the page. It reads once, keeps every fact that is stored, and takes over what other tabs store. */
import { assign, setup } from 'xstate'
import { EMBEDDED_CONNECTOR_ID } from '../constants.ts'
import type { Connection } from '../entities/account.ts'
import type { EmbeddedLogin } from '../entities/embedded.ts'
import { namespaceOf, type NetworkId } from '../entities/namespace.ts'
import type { Remembered } from '../entities/remembered.ts'
import type { Wallet } from '../entities/wallet.ts'
import type { Fact, FactOf } from '../facts.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { effect, listener, timeout } from '../kit/effects.ts'
import { announce } from '../kit/system.ts'
import { now } from '../kit/time.ts'
import {
  isAlike,
  merged,
  takenAway,
  withConnection,
  withNativeBalance,
  withoutConnection,
  withoutLogin,
} from '../rules/remembering.ts'
import { withAllPlaced, withAllSettled, withSent, type SentFact } from '../rules/sent.ts'
import { withRecent } from '../rules/wallets.ts'
import { feature } from '../kit/feature.ts'
import { memory, type MemoryContract } from './memory.contract.ts'

type Context = MemoryContract['context']
type Loaded = Pick<FactOf<'balance.loaded'>, 'networkId' | 'address' | 'tokens'>

/** What a reading found: the sound entries, and the keys of those that were set aside. */
export interface Reading {
  remembered: Remembered
  broken: readonly string[]
}

/** What became of a connection. `anew`: the visitor connected it just now. */
interface Moved {
  connection: Connection
  anew?: boolean
}

type Chosen = Extract<MemoryContract['event'], { type: 'memory.keepAccount' }>
type Left = Pick<FactOf<'account.disconnected'>, 'namespace' | 'connectorId'>

/** What is new is written, also while something else is. */
const written = { target: '.writing' } as const

export const memoryMachine = setup({
  types: {} as TypesOf<MemoryContract>,
  actors: {
    read: effect<Reading>('memory.read'),
    /** Brings what this tab changed since it knew of `from` into the storage; resolves to all that is stored then. */
    write: effect<Remembered, { from: Remembered; to: Remembered }>('memory.write'),
    /** Hears of what other tabs store. */
    watchStorage: listener<{ type: 'storage.changed' }>('memory.watchStorage'),
  },
  actions: {
    /** What has happened while the storage was read is newer than what stood there. */
    keep: assign(({ context }, { output }: { output: Reading }) => ({
      broken: output.broken,
      stored: output.remembered,
      remembered: merged(output.remembered, {}, context.remembered),
    })),
    keepConnection: assign(({ context }, { connection, anew = false }: Moved) => {
      const { namespace, connector } = connection
      const left = anew ? [] : context.left
      const known = context.remembered.connections?.[namespace]
      const isOthers = !anew && (left.includes(namespace) || (known && known.connectorId !== connector.id))
      if (isOthers) return {}
      const remembered = withConnection(context.remembered, connection)
      const replaced = known?.connectorId === EMBEDDED_CONNECTOR_ID && connection.connector.id !== EMBEDDED_CONNECTOR_ID
      return { left, remembered: replaced ? withoutLogin(remembered) : remembered }
    }),
    keepAccount: assign({
      remembered: ({ context: { remembered } }, { namespace, connectorId, address }: Chosen) => {
        const known = remembered.connections?.[namespace]
        if (known?.connectorId !== connectorId) return remembered
        const chosen = { ...known, address, isChosen: true as const }
        return { ...remembered, connections: { ...remembered.connections, [namespace]: chosen } }
      },
    }),
    /** What another tab is connected with is no concern of a wallet that leaves here. */
    dropConnection: assign({
      remembered: ({ context: { remembered } }, { namespace, connectorId }: Left) => {
        const stored = remembered.connections?.[namespace]?.connectorId
        const isOthers = connectorId !== undefined && connectorId !== stored
        if (isOthers) return remembered
        const left = withoutConnection(remembered, namespace)
        return stored === EMBEDDED_CONNECTOR_ID ? withoutLogin(left) : left
      },
    }),
    keepNetwork: assign({
      remembered: ({ context }, { networkId }: { networkId: NetworkId }) => ({ ...context.remembered, networkId }),
    }),
    keepTheme: assign({
      remembered: ({ context }, { choice }: { choice: 'light' | 'dark' | 'system' }) => ({
        ...context.remembered,
        theme: choice,
      }),
    }),
    keepWallets: assign({
      remembered: ({ context }, { recent }: { recent: readonly Wallet[] }) => ({
        ...context.remembered,
        recentWallets: recent[0] ? withRecent(context.remembered.recentWallets ?? [], recent[0]) : [],
      }),
    }),
    keepEmbedded: assign({
      remembered: ({ context: { remembered } }, { embedded }: { embedded: EmbeddedLogin }) => ({
        ...remembered,
        embedded: { ...remembered.embedded, ...embedded },
      }),
    }),
    keepBalance: assign({
      remembered: ({ context, system }, { tokens, ...target }: Loaded) => ({
        ...context.remembered,
        nativeBalances: withNativeBalance(context.remembered.nativeBalances ?? {}, target, tokens, now(system)),
      }),
    }),
    /** Of an account that was left, be it in another tab, nothing is kept. */
    keepSent: assign({
      remembered: ({ context: { remembered } }, fact: SentFact) =>
        remembered.connections?.[namespaceOf(fact.networkId)]
          ? { ...remembered, transactions: withSent(remembered.transactions ?? {}, fact) }
          : remembered,
    }),
    keepPlaced: assign({
      remembered: ({ context: { remembered } }, fact: FactOf<'transaction.placed'>) =>
        remembered.transactions
          ? { ...remembered, transactions: withAllPlaced(remembered.transactions, fact) }
          : remembered,
    }),
    keepSettled: assign({
      remembered: ({ context: { remembered } }, fact: FactOf<'transaction.settled'>) =>
        remembered.transactions
          ? { ...remembered, transactions: withAllSettled(remembered.transactions, fact) }
          : remembered,
    }),
    takeOver: assign(({ context }, { output }: { output: Remembered }) => ({
      left: [...new Set([...context.left, ...takenAway(context.remembered, output)])],
      stored: output,
      remembered: output,
    })),
    announceRestored: announce((_: undefined, { remembered }: Context): Fact => ({
      type: 'memory.restored',
      remembered,
    })),
    announceChanged: announce(({ output }: { output: Remembered }): Fact => ({
      type: 'memory.changed',
      remembered: output,
    })),
  },
  guards: {
    /** What is stored of a wallet that could not be asked stays. */
    left: (_, { unreached }: FactOf<'account.disconnected'>) => !unreached,
    changed: ({ context }) => Object.keys(context.remembered).length > 0,
    /** Another tab had stored something else. */
    otherwise: ({ context }, { output }: { output: Remembered }) => !isAlike(output, context.remembered),
  },
  delays: { reading: timeout('readMemoryMs'), writing: timeout('writeMemoryMs') },
}).createMachine({
  id: 'memory',
  description: 'What outlives the page: read once, checked, then kept as facts happen, here and in other tabs.',
  meta: {
    kind: 'service',
    spec: ['3.39', '3.40', '3.41', '3.42', '3.43', '3.45', '3.46', '3.47', '3.48', '4.12', '4.18', '4.19', '4.31'],
  },
  context: { remembered: {}, stored: {}, left: [], broken: [] },
  initial: 'reading',
  invoke: { id: 'watchStorage', src: 'watchStorage', onError: { actions: [] } },
  states: {
    reading: {
      description: 'What happens meanwhile is kept, and written once it is known what stood there.',
      tags: 'busy',
      on: {
        'storage.changed': { description: 'What is read now holds it.' },
        'account.connected': { actions: { type: 'keepConnection', params: ({ event }) => movedBy(event) } },
        'account.changed': { actions: { type: 'keepConnection', params: ({ event }) => event } },
        'memory.keepAccount': { actions: { type: 'keepAccount', params: ({ event }) => event } },
        'memory.dropConnection': { actions: { type: 'dropConnection', params: ({ event }) => event } },
        'account.networkChanged': { actions: { type: 'keepConnection', params: ({ event }) => event } },
        'account.disconnected': {
          guard: { type: 'left', params: ({ event }) => event },
          actions: { type: 'dropConnection', params: ({ event }) => event },
        },
        'network.changed': { actions: { type: 'keepNetwork', params: ({ event }) => event } },
        'memory.keepTheme': { actions: { type: 'keepTheme', params: ({ event }) => event } },
        'memory.keepWallets': { actions: { type: 'keepWallets', params: ({ event }) => event } },
        'memory.keepEmbedded': { actions: { type: 'keepEmbedded', params: ({ event }) => event } },
        'balance.loaded': { actions: { type: 'keepBalance', params: ({ event }) => event } },
        'transaction.sent': { actions: { type: 'keepSent', params: ({ event }) => event } },
        'transaction.placed': { actions: { type: 'keepPlaced', params: ({ event }) => event } },
        'transaction.settled': { actions: { type: 'keepSettled', params: ({ event }) => event } },
      },
      invoke: {
        id: 'read',
        src: 'read',
        onDone: [
          {
            guard: 'changed',
            target: 'writing',
            actions: [{ type: 'keep', params: ({ event }) => event }, 'announceRestored'],
          },
          { target: 'keeping', actions: [{ type: 'keep', params: ({ event }) => event }, 'announceRestored'] },
        ],
        onError: { target: 'unavailable', actions: 'announceRestored' },
      },
      after: { reading: { target: 'unavailable', actions: 'announceRestored' } },
    },
    keeping: { description: 'The storage holds what is remembered.' },
    writing: {
      description: 'What changed here is brought together with what other tabs stored.',
      tags: 'busy',
      invoke: {
        id: 'write',
        src: 'write',
        input: ({ context }) => ({ from: context.stored, to: context.remembered }),
        onDone: [
          {
            guard: { type: 'otherwise', params: ({ event }) => event },
            target: 'keeping',
            actions: [
              { type: 'takeOver', params: ({ event }) => event },
              { type: 'announceChanged', params: ({ event }) => event },
            ],
          },
          { target: 'keeping', actions: { type: 'takeOver', params: ({ event }) => event } },
        ],
        onError: 'unavailable',
      },
      after: { writing: 'unavailable' },
    },
    unavailable: { description: 'The storage cannot be used. The next change tries once more.' },
  },
  on: {
    'storage.changed': { description: 'What another tab stored is taken over.', ...written },
    'account.connected': { ...written, actions: { type: 'keepConnection', params: ({ event }) => movedBy(event) } },
    'account.changed': { ...written, actions: { type: 'keepConnection', params: ({ event }) => event } },
    'memory.keepAccount': { ...written, actions: { type: 'keepAccount', params: ({ event }) => event } },
    'memory.dropConnection': { ...written, actions: { type: 'dropConnection', params: ({ event }) => event } },
    'account.networkChanged': { ...written, actions: { type: 'keepConnection', params: ({ event }) => event } },
    'account.disconnected': {
      ...written,
      guard: { type: 'left', params: ({ event }) => event },
      actions: { type: 'dropConnection', params: ({ event }) => event },
    },
    'network.changed': { ...written, actions: { type: 'keepNetwork', params: ({ event }) => event } },
    'memory.keepTheme': { ...written, actions: { type: 'keepTheme', params: ({ event }) => event } },
    'memory.keepWallets': { ...written, actions: { type: 'keepWallets', params: ({ event }) => event } },
    'memory.keepEmbedded': { ...written, actions: { type: 'keepEmbedded', params: ({ event }) => event } },
    'balance.loaded': { ...written, actions: { type: 'keepBalance', params: ({ event }) => event } },
    'transaction.sent': { ...written, actions: { type: 'keepSent', params: ({ event }) => event } },
    'transaction.placed': { ...written, actions: { type: 'keepPlaced', params: ({ event }) => event } },
    'transaction.settled': { ...written, actions: { type: 'keepSettled', params: ({ event }) => event } },
  },
})

export const memoryFeature = feature(memory, {
  logic: seal<MemoryContract>()(memoryMachine),
})

function movedBy({ connection, restored }: FactOf<'account.connected'>): Moved {
  return { connection, anew: !restored }
}
