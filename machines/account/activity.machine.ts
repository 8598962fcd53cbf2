/** Service: the history of the account. It is read page by page while a tab shows it, never on a timer. */
import { assign, enqueueActions, setup } from 'xstate'
import { CACHE, LIMITS } from '../constants.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import type { AnalyticsRecord } from '../events.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { now } from '../core/time.ts'
import { trackEvent } from '../analytics/trackEvent.ts'
import { sanitizeTransactions, withoutSpam, supportsHistory, withTransactions } from './activity.rules.ts'
import type { ActivityContract, HistoryPage, HistoryQuery } from './activity.contract.ts'

type Context = ActivityContract['context']

const emptyHistory = {
  transactions: [],
  pages: 0,
  emptyPages: 0,
  readAt: 0,
  next: undefined,
  error: undefined,
} as const

const query = ({ target, next }: Context): HistoryQuery => ({
  ...target,
  cursor: next,
})

const expired = () => ({ error: new LatchkeyError('api.expired') })

export const activityMachine = setup({
  types: {} as SetupTypes<ActivityContract>,
  actors: {
    /** Fetches one page of the history from the API. */
    fetchPage: promiseActor<HistoryPage, HistoryQuery>('activity.fetchPage'),
  },
  actions: {
    /** The entries stay visible until the first page arrives again. */
    resetPages: assign({ pages: 0, emptyPages: 0, next: undefined }),
    setPage: assign(({ context, system }, { output }: { output: HistoryPage }) => {
      const loaded = context.pages === 0 ? [] : context.transactions
      const added = sanitizeTransactions(withoutSpam(output.transactions, context.target.networkId))
      const transactions = withTransactions(loaded, added)
      return {
        transactions,
        pages: context.pages + 1,
        readAt: now(system),
        emptyPages: transactions.length === loaded.length ? context.emptyPages + 1 : 0,
        // A page that returns the cursor it was requested with is the last one.
        next: output.next === context.next ? undefined : output.next,
        error: undefined,
      }
    }),
    setError: assign({
      error: (_, { error }: { error: unknown }) => new LatchkeyError('activity.failed', { cause: error }),
    }),
    setVisible: assign({ isVisible: (_, { isVisible }: { isVisible: boolean }) => isVisible }),
    setHidden: assign({ isVisible: false }),
    clearError: assign({ error: undefined }),
    /** Reloads an outdated history when a tab shows it. */
    reloadOutdated: enqueueActions(({ context, system, enqueue }) => {
      if (context.isVisible && now(system) - context.readAt >= CACHE.balanceMs) enqueue.raise({ type: 'activity.load' })
    }),
    trackMore: trackEvent((_: undefined, { target, next }: Context) => ({
      type: 'activity.more',
      address: target.address,
      cursor: next,
    })),
    trackFailed: trackEvent(
      (_: undefined, { target, next, error }: Context): AnalyticsRecord | undefined =>
        error && { type: 'activity.failed', address: target.address, cursor: next, error },
    ),
  },
  guards: {
    /** The API serves the history of this network. It is loaded when a tab shows it. */
    hasHistory: ({ context }) => supportsHistory(context.target.networkId),
    /** A tab shows the history already and the API serves it, so it is loaded immediately. */
    isVisibleWithHistory: ({ context }) => context.isVisible && supportsHistory(context.target.networkId),
    /** A tab shows the history now, so it is loaded. */
    isBecomingVisible: (_, { isVisible }: { isVisible: boolean }) => isVisible,
    /** The settled transaction is on the account's network, so the loaded history is outdated. */
    isOwnNetwork: ({ context }, { networkId }: { networkId: string }) => context.target.networkId === networkId,
    /** The outdated history is visible, so it is loaded now instead of when a tab shows it. */
    isOwnNetworkAndShown: ({ context }, { networkId }: { networkId: string }) =>
      context.isVisible && context.target.networkId === networkId,
    /** Older entries follow: the API returned a cursor for the next page. */
    hasMore: ({ context }) => context.next !== undefined,
    /** The last page had nothing to show, so the next one is fetched, up to a limit of empty pages in a row. */
    isFetchingPastEmptyPages: ({ context }) =>
      context.next !== undefined && context.emptyPages > 0 && context.emptyPages < LIMITS.emptyPages,
    /** The last page was read, and no page had an entry to show. */
    isEmpty: ({ context }) => context.next === undefined && context.transactions.length === 0,
  },
  delays: {
    /** How long to wait for a page. */
    api: configurableDelay('apiMs'),
  },
}).createMachine({
  id: 'activity',
  description: 'The history of the account on its network, read page by page while a tab shows it.',
  meta: { kind: 'service', spec: ['3.25', '3.26', '5.10', '7.5', '7.33', '8.33'] },
  context: ({ input }) => ({ ...emptyHistory, ...input }),
  initial: 'deciding',
  on: {
    'activity.setVisible': { actions: { type: 'setVisible', params: ({ event }) => event } },
    'modal.closed': { actions: 'setHidden' },
  },
  states: {
    deciding: {
      description: 'Checks whether the API serves the history of this network, and whether a tab shows it.',
      always: [
        { guard: 'isVisibleWithHistory', target: 'loading' },
        { guard: 'hasHistory', target: 'idle' },
        { target: 'unsupported' },
      ],
    },
    unsupported: { description: 'The API does not serve the history of this network.' },
    idle: {
      description: 'Waits until a tab shows the history.',
      on: {
        'activity.load': 'loading',
        'activity.setVisible': {
          guard: { type: 'isBecomingVisible', params: ({ event }) => event },
          target: 'loading',
          actions: { type: 'setVisible', params: ({ event }) => event },
        },
      },
    },
    loading: {
      description: 'A page of the history is being fetched.',
      tags: 'busy',
      entry: 'clearError',
      invoke: {
        id: 'fetchPage',
        src: 'fetchPage',
        input: ({ context }) => query(context),
        onDone: { target: 'sorting', actions: { type: 'setPage', params: ({ event }) => event } },
        onError: {
          target: 'failed',
          actions: [{ type: 'setError', params: ({ event }) => event }, 'trackFailed'],
        },
      },
      on: {
        'transaction.settled': {
          description: 'The page being fetched may not include the settled transaction yet.',
          guard: { type: 'isOwnNetwork', params: ({ event }) => event },
          target: 'loading',
          reenter: true,
          actions: 'resetPages',
        },
      },
      after: {
        api: { target: 'failed', actions: [{ type: 'setError', params: expired }, 'trackFailed'] },
      },
    },
    sorting: {
      description: 'Checks whether the page has anything worth showing.',
      always: [
        { guard: 'isFetchingPastEmptyPages', target: 'loading' },
        { guard: 'isEmpty', target: 'empty' },
        { target: 'ready' },
      ],
    },
    ready: {
      description: 'Entries are shown. More pages may follow.',
      on: {
        'activity.setVisible': {
          actions: [{ type: 'setVisible', params: ({ event }) => event }, 'reloadOutdated'],
        },
        'activity.load': { target: 'loading', actions: 'resetPages' },
        'activity.more': { guard: 'hasMore', target: 'loading', actions: 'trackMore' },
        'transaction.settled': [
          {
            guard: { type: 'isOwnNetworkAndShown', params: ({ event }) => event },
            target: 'loading',
            actions: 'resetPages',
          },
          { guard: { type: 'isOwnNetwork', params: ({ event }) => event }, target: 'idle', actions: 'resetPages' },
        ],
      },
    },
    empty: {
      description: 'The whole history was read, and there is nothing to show.',
      on: {
        'activity.setVisible': {
          actions: [{ type: 'setVisible', params: ({ event }) => event }, 'reloadOutdated'],
        },
        'activity.load': { target: 'loading', actions: 'resetPages' },
        'transaction.settled': [
          {
            guard: { type: 'isOwnNetworkAndShown', params: ({ event }) => event },
            target: 'loading',
            actions: 'resetPages',
          },
          { guard: { type: 'isOwnNetwork', params: ({ event }) => event }, target: 'idle', actions: 'resetPages' },
        ],
      },
    },
    failed: {
      description: 'A page could not be fetched. Earlier pages are kept, and a retry continues from there.',
      on: { 'activity.retry': 'loading', 'activity.load': { target: 'loading', actions: 'resetPages' } },
    },
  },
})

export const activityLogic = withContract<ActivityContract>()(activityMachine)
