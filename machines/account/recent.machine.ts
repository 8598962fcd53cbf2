/** Service of an account: what was sent from this page, as it is remembered. What is pending is looked at while somebody looks. */
import { and, assign, not, setup } from 'xstate'
import { SENT } from '../constants.ts'
import { caipAddressOf } from '../entities/account.ts'
import type { Remembered } from '../entities/remembered.ts'
import type { FactOf } from '../facts.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { listener } from '../kit/effects.ts'
import { tell, tellIfThere } from '../kit/system.ts'
import { now } from '../kit/time.ts'
import { entryOf, pendingOf, withEntry, withPlace, withSettled, type SentFact } from '../rules/sent.ts'
import { transactions } from '../transfer/transactions.contract.ts'
import type { RecentContract } from './recent.contract.ts'

type Context = RecentContract['context']

export const recentMachine = setup({
  types: {} as TypesOf<RecentContract>,
  actors: { watchPage: listener<{ type: 'page.shown' } | { type: 'page.hidden' }>('recent.watchPage') },
  actions: {
    keepSent: assign({ entries: ({ context }, fact: SentFact) => withEntry(context.entries, entryOf(fact)) }),
    keepSettled: assign({
      entries: ({ context }, fact: FactOf<'transaction.settled'>) => withSettled(context.entries, fact),
    }),
    keepPlaced: assign({
      entries: ({ context }, fact: FactOf<'transaction.placed'>) => withPlace(context.entries, fact),
    }),
    takeOver: assign({
      entries: ({ context: { network, address } }, { remembered }: { remembered: Remembered }) =>
        remembered.transactions?.[caipAddressOf({ networkId: network.caipNetworkId, address })] ?? [],
    }),
    keepShown: assign({ isShown: (_, { isShown }: { isShown: boolean }) => isShown }),
    keepVisible: assign({ isVisible: (_, { isVisible }: { isVisible: boolean }) => isVisible }),
    /** Of a transaction that nobody took up for so long, nothing will become. */
    look: tell(transactions)((_: undefined, { entries, network, address }: Context, { system }) => {
      const pending = pendingOf(entries, now(system) - SENT.followedMs)
      if (pending.length === 0) return undefined
      return {
        type: 'transactions.look',
        sent: pending.map(({ hash, place }) => ({ hash, network, from: address, place })),
      }
    }),
    rest: tellIfThere(transactions)(() => ({ type: 'transactions.look', sent: [] })),
  },
  guards: {
    shown: ({ context }) => context.isShown,
    visible: ({ context }) => context.isVisible,
    lookedAt: and(['shown', 'visible']),
    unseen: not(and(['shown', 'visible'])),
    own: ({ context }, { networkId, address }: { networkId: string; address: string }) =>
      networkId === context.network.caipNetworkId && address === context.address,
    ofNetwork: ({ context }, { networkId }: { networkId: string }) => networkId === context.network.caipNetworkId,
  },
}).createMachine({
  id: 'recent',
  description:
    'What the account sent from this page, as it is remembered; what is pending is looked at while somebody looks.',
  meta: { kind: 'service', spec: ['2.3', '4.34', '9.9'] },
  context: ({ input }) => ({ ...input, isVisible: true }),
  initial: 'idle',
  invoke: {
    id: 'watchPage',
    src: 'watchPage',
    onError: { description: 'Where nobody knows whether the page can be seen, it counts as seen.' },
  },
  on: {
    'recent.setShown': { actions: { type: 'keepShown', params: ({ event }) => event } },
    'modal.closed': { actions: { type: 'keepShown', params: { isShown: false } } },
    'page.shown': { actions: { type: 'keepVisible', params: { isVisible: true } } },
    'page.hidden': { actions: { type: 'keepVisible', params: { isVisible: false } } },
    'transaction.sent': {
      guard: { type: 'own', params: ({ event }) => event },
      actions: { type: 'keepSent', params: ({ event }) => event },
    },
    'transaction.placed': {
      guard: { type: 'ofNetwork', params: ({ event }) => event },
      actions: { type: 'keepPlaced', params: ({ event }) => event },
    },
    'transaction.settled': {
      guard: { type: 'ofNetwork', params: ({ event }) => event },
      actions: { type: 'keepSettled', params: ({ event }) => event },
    },
    'memory.restored': { actions: { type: 'takeOver', params: ({ event }) => event } },
    'memory.changed': { actions: { type: 'takeOver', params: ({ event }) => event } },
  },
  states: {
    idle: { description: 'Nobody looks; nothing is asked.', always: { guard: 'lookedAt', target: 'watching' } },
    watching: {
      description: 'Somebody looks: what is pending is looked at.',
      entry: 'look',
      exit: 'rest',
      always: { guard: 'unseen', target: 'idle' },
      on: {
        'memory.restored': {
          description: 'The account was connected before the storage was read.',
          actions: [{ type: 'takeOver', params: ({ event }) => event }, 'look'],
        },
        'memory.changed': {
          description: 'Another tab has sent something, or knows what became of it.',
          actions: [{ type: 'takeOver', params: ({ event }) => event }, 'look'],
        },
      },
    },
  },
})

export const recentLogic = seal<RecentContract>()(recentMachine)
