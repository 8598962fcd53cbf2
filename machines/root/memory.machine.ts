/** Service: what outlives the page. It reads once, then keeps every fact that is stored. */
import { assign, setup } from 'xstate'
import { TIMEOUTS } from '../constants.ts'
import type { Connection } from '../entities/account.ts'
import type { Namespace, NetworkId } from '../entities/namespace.ts'
import type { Remembered } from '../entities/remembered.ts'
import type { Wallet } from '../entities/wallet.ts'
import type { Fact, FactOf } from '../facts.ts'
import type { TypesOf } from '../kit/contract.ts'
import { effect } from '../kit/effects.ts'
import { announce } from '../kit/system.ts'
import { now } from '../kit/time.ts'
import { withNativeBalance } from '../rules/balances.ts'
import type { MemoryContract } from './memory.contract.ts'

type Context = MemoryContract['context']
type Loaded = Pick<FactOf<'balance.loaded'>, 'networkId' | 'address' | 'tokens'>

/** What a reading found: the sound entries, and the keys of those that were set aside. */
export interface Reading {
  remembered: Remembered
  broken: readonly string[]
}

/** What is new is written, also while something else is. */
const written = { target: '.writing', reenter: true } as const

export const memoryMachine = setup({
  types: {} as TypesOf<MemoryContract>,
  actors: {
    read: effect<Reading>('memory.read'),
    /** Brings the storage to what is remembered; entries that are missing are removed. */
    write: effect<void, { remembered: Remembered }>('memory.write'),
  },
  actions: {
    /** What has happened while the storage was read is newer than what stood there. */
    keep: assign(({ context }, { output }: { output: Reading }) => ({
      broken: output.broken,
      remembered: {
        ...output.remembered,
        ...context.remembered,
        ...((output.remembered.connections ?? context.remembered.connections) && {
          connections: { ...output.remembered.connections, ...context.remembered.connections },
        }),
      },
    })),
    keepConnection: assign({
      remembered: ({ context }, { namespace, connector, networkId }: Connection) => ({
        ...context.remembered,
        connections: { ...context.remembered.connections, [namespace]: { connectorId: connector.id, networkId } },
      }),
    }),
    dropConnection: assign({
      remembered: ({ context }, { namespace }: { namespace: Namespace }) => without(context.remembered, namespace),
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
        recentWallets: recent,
      }),
    }),
    keepBalance: assign({
      remembered: ({ context, system }, { tokens, ...target }: Loaded) => ({
        ...context.remembered,
        nativeBalances: withNativeBalance(context.remembered.nativeBalances ?? {}, target, tokens, now(system)),
      }),
    }),
    announceRestored: announce((_: undefined, { remembered }: Context): Fact => ({
      type: 'memory.restored',
      remembered,
    })),
  },
  guards: { changed: ({ context }) => Object.keys(context.remembered).length > 0 },
  delays: { reading: TIMEOUTS.readMemoryMs, writing: TIMEOUTS.writeMemoryMs },
}).createMachine({
  id: 'memory',
  description: 'What outlives the page: read once, checked, then kept as facts happen.',
  meta: { kind: 'service', spec: ['3.43', '3.45', '3.46', '3.47', '4.12', '4.19'] },
  context: { remembered: {}, broken: [] },
  initial: 'reading',
  states: {
    reading: {
      description: 'What happens meanwhile is kept, and written once it is known what stood there.',
      tags: 'busy',
      on: {
        'account.connected': { actions: { type: 'keepConnection', params: ({ event }) => event.connection } },
        'account.networkChanged': { actions: { type: 'keepConnection', params: ({ event }) => event.connection } },
        'account.disconnected': { actions: { type: 'dropConnection', params: ({ event }) => event } },
        'network.changed': { actions: { type: 'keepNetwork', params: ({ event }) => event } },
        'theme.changed': { actions: { type: 'keepTheme', params: ({ event }) => event } },
        'wallets.used': { actions: { type: 'keepWallets', params: ({ event }) => event } },
        'balance.loaded': { actions: { type: 'keepBalance', params: ({ event }) => event } },
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
      description: 'What changed is being written.',
      tags: 'busy',
      invoke: {
        id: 'write',
        src: 'write',
        input: ({ context }) => ({ remembered: context.remembered }),
        onDone: 'keeping',
        onError: 'unavailable',
      },
      after: { writing: 'unavailable' },
    },
    unavailable: { description: 'The storage cannot be used. The next change tries once more.' },
  },
  on: {
    'account.connected': { ...written, actions: { type: 'keepConnection', params: ({ event }) => event.connection } },
    'account.networkChanged': {
      ...written,
      actions: { type: 'keepConnection', params: ({ event }) => event.connection },
    },
    'account.disconnected': { ...written, actions: { type: 'dropConnection', params: ({ event }) => event } },
    'network.changed': { ...written, actions: { type: 'keepNetwork', params: ({ event }) => event } },
    'theme.changed': { ...written, actions: { type: 'keepTheme', params: ({ event }) => event } },
    'wallets.used': { ...written, actions: { type: 'keepWallets', params: ({ event }) => event } },
    'balance.loaded': { ...written, actions: { type: 'keepBalance', params: ({ event }) => event } },
  },
})

/** Nothing of the connection stays, and with the last one the network and the balances go too. */
function without(remembered: Remembered, namespace: Namespace): Remembered {
  const { connections, networkId, nativeBalances, ...others } = remembered
  const { [namespace]: _, ...left } = connections ?? {}
  if (Object.keys(left).length === 0) return others
  return {
    ...others,
    connections: left,
    ...(networkId !== undefined && { networkId }),
    ...(nativeBalances && { nativeBalances }),
  }
}
