/** Service: what the account did. Read page by page while somebody looks, and never on a timer. */
import { assign, enqueueActions, setup } from 'xstate'
import { CACHE, LIMITS } from '../constants.ts'
import { LatchkeyError } from '../errors/error.ts'
import type { Happening } from '../facts.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { effect, timeout } from '../kit/effects.ts'
import { now } from '../kit/time.ts'
import { track } from '../root/track.ts'
import { legible, relevant, tellsHistory, withTransactions } from '../rules/activity.ts'
import type { ActivityContract, HistoryPage, HistoryQuery } from './activity.contract.ts'

type Context = ActivityContract['context']

const nothingRead = { transactions: [], pages: 0, emptyPages: 0, readAt: 0, next: undefined, error: undefined } as const

const query = ({ target, next }: Context): HistoryQuery => ({
  ...target,
  cursor: next,
})

const expired = () => ({ error: new LatchkeyError('api.expired') })

export const activityMachine = setup({
  types: {} as TypesOf<ActivityContract>,
  actors: { fetchPage: effect<HistoryPage, HistoryQuery>('activity.fetchPage') },
  actions: {
    /** What was read stays to be seen until the first page comes anew. */
    restart: assign({ pages: 0, emptyPages: 0, next: undefined }),
    keepPage: assign(({ context, system }, { output }: { output: HistoryPage }) => {
      const known = context.pages === 0 ? [] : context.transactions
      const found = legible(relevant(output.transactions, context.target.networkId))
      const transactions = withTransactions(known, found)
      return {
        transactions,
        pages: context.pages + 1,
        readAt: now(system),
        emptyPages: transactions.length === known.length ? context.emptyPages + 1 : 0,
        // A cursor that leads to itself leads nowhere.
        next: output.next === context.next ? undefined : output.next,
        error: undefined,
      }
    }),
    keepError: assign({
      error: (_, { error }: { error: unknown }) => new LatchkeyError('activity.failed', { cause: error }),
    }),
    keepShown: assign({ shown: (_, { shown }: { shown: boolean }) => shown }),
    hide: assign({ shown: false }),
    clearError: assign({ error: undefined }),
    /** The visitor looks at it: what was read a while ago is read again. */
    reloadOutdated: enqueueActions(({ context, system, enqueue }) => {
      if (context.shown && now(system) - context.readAt >= CACHE.balanceMs) enqueue.raise({ type: 'activity.load' })
    }),
    trackMore: track((_: undefined, { target, next }: Context) => ({
      type: 'activity.more',
      address: target.address,
      cursor: next,
    })),
    trackFailed: track(
      (_: undefined, { target, next, error }: Context): Happening | undefined =>
        error && { type: 'activity.failed', address: target.address, cursor: next, error },
    ),
  },
  guards: {
    told: ({ context }) => tellsHistory(context.target.networkId),
    toldAndShown: ({ context }) => context.shown && tellsHistory(context.target.networkId),
    showing: (_, { shown }: { shown: boolean }) => shown,
    mine: ({ context }, { networkId }: { networkId: string }) => context.target.networkId === networkId,
    mineAndShown: ({ context }, { networkId }: { networkId: string }) =>
      context.shown && context.target.networkId === networkId,
    more: ({ context }) => context.next !== undefined,
    /** The last page had nothing to show, there are more, and not too many were like that. */
    fruitless: ({ context }) =>
      context.next !== undefined && context.emptyPages > 0 && context.emptyPages < LIMITS.emptyPages,
    none: ({ context }) => context.next === undefined && context.transactions.length === 0,
  },
  delays: { api: timeout('apiMs') },
}).createMachine({
  id: 'activity',
  description: 'What the account did on its network: read page by page while somebody looks at it.',
  meta: { kind: 'service', spec: ['3.25', '3.26', '5.10', '7.5', '7.33', '8.33'] },
  context: ({ input }) => ({ ...nothingRead, ...input }),
  initial: 'deciding',
  on: {
    'activity.setShown': { actions: { type: 'keepShown', params: ({ event }) => event } },
    'modal.closed': { actions: 'hide' },
  },
  states: {
    deciding: {
      description: 'Passing through: is there a history of this network, and does somebody look?',
      always: [
        { guard: 'toldAndShown', target: 'loading' },
        { guard: 'told', target: 'idle' },
        { target: 'unsupported' },
      ],
    },
    unsupported: { description: 'Nobody tells the history of this network.' },
    idle: {
      description: 'Nobody looks, so nothing is read.',
      on: {
        'activity.load': 'loading',
        'activity.setShown': {
          guard: { type: 'showing', params: ({ event }) => event },
          target: 'loading',
          actions: { type: 'keepShown', params: ({ event }) => event },
        },
      },
    },
    loading: {
      description: 'A page of the history is being read.',
      tags: 'busy',
      entry: 'clearError',
      invoke: {
        id: 'fetchPage',
        src: 'fetchPage',
        input: ({ context }) => query(context),
        onDone: { target: 'sorting', actions: { type: 'keepPage', params: ({ event }) => event } },
        onError: {
          target: 'failed',
          actions: [{ type: 'keepError', params: ({ event }) => event }, 'trackFailed'],
        },
      },
      on: {
        'transaction.settled': {
          description: 'What is being read may be older than the transfer.',
          guard: { type: 'mine', params: ({ event }) => event },
          target: 'loading',
          reenter: true,
          actions: 'restart',
        },
      },
      after: {
        api: { target: 'failed', actions: [{ type: 'keepError', params: expired }, 'trackFailed'] },
      },
    },
    sorting: {
      description: 'Passing through: a page may hold nothing that is worth showing.',
      always: [{ guard: 'fruitless', target: 'loading' }, { guard: 'none', target: 'empty' }, { target: 'ready' }],
    },
    ready: {
      description: 'Entries are shown, and there may be further pages.',
      on: {
        'activity.setShown': {
          actions: [{ type: 'keepShown', params: ({ event }) => event }, 'reloadOutdated'],
        },
        'activity.load': { target: 'loading', actions: 'restart' },
        'activity.more': { guard: 'more', target: 'loading', actions: 'trackMore' },
        'transaction.settled': [
          {
            guard: { type: 'mineAndShown', params: ({ event }) => event },
            target: 'loading',
            actions: 'restart',
          },
          { guard: { type: 'mine', params: ({ event }) => event }, target: 'idle', actions: 'restart' },
        ],
      },
    },
    empty: {
      description: 'The history was read to its end, and there is nothing to show.',
      on: {
        'activity.setShown': {
          actions: [{ type: 'keepShown', params: ({ event }) => event }, 'reloadOutdated'],
        },
        'activity.load': { target: 'loading', actions: 'restart' },
        'transaction.settled': [
          {
            guard: { type: 'mineAndShown', params: ({ event }) => event },
            target: 'loading',
            actions: 'restart',
          },
          { guard: { type: 'mine', params: ({ event }) => event }, target: 'idle', actions: 'restart' },
        ],
      },
    },
    failed: {
      description: 'What was read before is kept. A retry goes on where it failed.',
      on: { 'activity.retry': 'loading', 'activity.load': { target: 'loading', actions: 'restart' } },
    },
  },
})

export const activityLogic = seal<ActivityContract>()(activityMachine)
