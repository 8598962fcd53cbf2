/** Service, one per account: the stored transactions sent from this app. Pending ones are checked while the tab is visible. */
import { and, assign, not, setup } from 'xstate'
import { SENT } from '../constants.ts'
import { caipAddressOf } from '../shared/account.types.ts'
import type { PersistedState } from '../storage/persisted.types.ts'
import type { BroadcastEventOf } from '../events.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { callbackActor } from '../core/actors.ts'
import { sendToActor, sendToActorIfRunning } from '../core/messaging.ts'
import { now } from '../core/time.ts'
import { toLocalTransaction, pendingOf, withEntry, withPosition, withSettled, type SentEvent } from './sent.rules.ts'
import { transactions } from './transactions.contract.ts'
import type { RecentContract } from './recent.contract.ts'

type Context = RecentContract['context']

export const recentMachine = setup({
  types: {} as SetupTypes<RecentContract>,
  actors: {
    /** Reports when the page becomes visible or hidden. */
    watchPage: callbackActor<{ type: 'page.shown' } | { type: 'page.hidden' }>('recent.watchPage'),
  },
  actions: {
    setSent: assign({
      entries: ({ context }, event: SentEvent) => withEntry(context.entries, toLocalTransaction(event)),
    }),
    setSettled: assign({
      entries: ({ context }, event: BroadcastEventOf<'transaction.settled'>) => withSettled(context.entries, event),
    }),
    setPosition: assign({
      entries: ({ context }, event: BroadcastEventOf<'transaction.positionRead'>) =>
        withPosition(context.entries, event),
    }),
    setEntries: assign({
      entries: ({ context: { network, address } }, { persisted }: { persisted: PersistedState }) =>
        persisted.transactions?.[caipAddressOf({ networkId: network.caipNetworkId, address })] ?? [],
    }),
    setTabVisible: assign({ isTabVisible: (_, { isTabVisible }: { isTabVisible: boolean }) => isTabVisible }),
    setVisible: assign({ isVisible: (_, { isVisible }: { isVisible: boolean }) => isVisible }),
    /** Pending transactions older than `SENT.followedMs` are considered dropped. */
    checkPending: sendToActor(transactions)((_: undefined, { entries, network, address }: Context, { system }) => {
      const pending = pendingOf(entries, now(system) - SENT.followedMs)
      if (pending.length === 0) return undefined
      return {
        type: 'transactions.check',
        sent: pending.map(({ hash, position }) => ({ hash, network, from: address, position })),
      }
    }),
    stopChecking: sendToActorIfRunning(transactions)(() => ({ type: 'transactions.check', sent: [] })),
  },
  guards: {
    /** The tab that lists the transactions is selected. */
    isTabVisible: ({ context }) => context.isTabVisible,
    /** The page is visible. */
    isVisible: ({ context }) => context.isVisible,
    /** The user can see the transactions, so pending ones are checked. */
    isTabAndPageVisible: and(['isTabVisible', 'isVisible']),
    /** The user cannot see the transactions, so pending ones are no longer checked. */
    isNotSeen: not(and(['isTabVisible', 'isVisible'])),
    /** This account sent the transaction on this network, so it is added to the list. */
    isOwn: ({ context }, { networkId, address }: { networkId: string; address: string }) =>
      networkId === context.network.caipNetworkId && address === context.address,
    /** The transaction is on this network. The list is then searched for its hash. */
    isOwnNetwork: ({ context }, { networkId }: { networkId: string }) => networkId === context.network.caipNetworkId,
  },
}).createMachine({
  id: 'recent',
  description:
    'The stored transactions that the account sent from this app. Pending ones are checked while the tab is visible.',
  meta: { kind: 'service', spec: ['2.3', '4.34', '9.9'] },
  context: ({ input }) => ({ ...input, isVisible: true }),
  initial: 'idle',
  invoke: {
    id: 'watchPage',
    src: 'watchPage',
    onError: { description: 'If the visibility of the page is unknown, it counts as visible.' },
  },
  on: {
    'recent.setVisible': { actions: { type: 'setTabVisible', params: ({ event }) => event } },
    'modal.closed': { actions: { type: 'setTabVisible', params: { isTabVisible: false } } },
    'page.shown': { actions: { type: 'setVisible', params: { isVisible: true } } },
    'page.hidden': { actions: { type: 'setVisible', params: { isVisible: false } } },
    'transaction.sent': {
      guard: { type: 'isOwn', params: ({ event }) => event },
      actions: { type: 'setSent', params: ({ event }) => event },
    },
    'transaction.positionRead': {
      guard: { type: 'isOwnNetwork', params: ({ event }) => event },
      actions: { type: 'setPosition', params: ({ event }) => event },
    },
    'transaction.settled': {
      guard: { type: 'isOwnNetwork', params: ({ event }) => event },
      actions: { type: 'setSettled', params: ({ event }) => event },
    },
    'storage.restored': { actions: { type: 'setEntries', params: ({ event }) => event } },
    'storage.updated': { actions: { type: 'setEntries', params: ({ event }) => event } },
  },
  states: {
    idle: {
      description: 'Waits until the tab is visible.',
      always: { guard: 'isTabAndPageVisible', target: 'watching' },
    },
    watching: {
      description: 'The tab is visible: pending transactions are checked.',
      entry: 'checkPending',
      exit: 'stopChecking',
      always: { guard: 'isNotSeen', target: 'idle' },
      on: {
        'storage.restored': {
          description: 'The account connected before the storage was read.',
          actions: [{ type: 'setEntries', params: ({ event }) => event }, 'checkPending'],
        },
        'storage.updated': {
          description: 'Another browser tab sent a transaction, or found that one settled.',
          actions: [{ type: 'setEntries', params: ({ event }) => event }, 'checkPending'],
        },
      },
    },
  },
})

export const recentLogic = withContract<RecentContract>()(recentMachine)
