/** Service, one per account: its purchases, as reported to the API. They are fetched while they are shown. */
import { and, assign, setup } from 'xstate'
import { balance, type BalanceTarget } from '../account/balance.contract.ts'
import { ONRAMP } from '../constants.ts'
import type { ViewName } from '../shell/view.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, callbackActor, configurableDelay } from '../core/actors.ts'
import { sendToActorIfRunning } from '../core/messaging.ts'
import { hasNewPurchase, hasPendingPurchase } from './onramp.rules.ts'
import type { Transaction } from '../transactions/transaction.schemas.ts'
import type { PurchasesContract } from './purchases.contract.ts'

interface Read {
  output: readonly Transaction[]
}

const expired = () => ({ error: new LatchkeyError('api.expired') })

export const purchasesMachine = setup({
  types: {} as SetupTypes<PurchasesContract>,
  actors: {
    /** Fetches the purchases of the account from the API. */
    fetchPurchases: promiseActor<readonly Transaction[], BalanceTarget>('purchases.fetchPurchases'),
    /** Reports when the page becomes visible or hidden. */
    watchPage: callbackActor<{ type: 'page.shown' } | { type: 'page.hidden' }>('purchases.watchPage'),
  },
  actions: {
    setPurchases: assign({ purchases: (_, { output }: Read) => output, error: undefined }),
    setError: assign({
      error: (_, { error: cause }: { error: unknown }) => new LatchkeyError('onramp.historyFailed', { cause }),
    }),
    setWatched: assign({ isWatched: (_, { isWatched }: { isWatched: boolean }) => isWatched }),
    setShownView: assign({ isWatched: (_, { view }: { view: ViewName }) => view === 'OnRampActivity' }),
    setUnwatched: assign({ isWatched: false }),
    setShown: assign({ isVisible: true }),
    setHidden: assign({ isVisible: false }),
    refreshBalance: sendToActorIfRunning(balance)(({ output }: Read, context: PurchasesContract['context']) =>
      hasNewPurchase(context.purchases, output) ? { type: 'balance.refresh' } : undefined,
    ),
  },
  guards: {
    /** A purchase is in progress, so the list is fetched repeatedly. */
    isPending: ({ context }) => hasPendingPurchase(context.purchases),
    /** The list of purchases is shown to the user. */
    isWatched: ({ context }) => context.isWatched,
    /** The page is visible. */
    isVisible: ({ context }) => context.isVisible,
    /** The user can see the list, so it is fetched again. Otherwise no requests are made. */
    isWatchedAndVisible: and(['isWatched', 'isVisible']),
  },
  delays: {
    /** The time between two fetches while a purchase is in progress. */
    pause: ONRAMP.activityPollMs,
    /** Timeout of a fetch, including the time to load its code. */
    api: configurableDelay('apiMs', 'loadMs'),
  },
}).createMachine({
  id: 'purchases',
  description:
    'The purchases of the account. They are fetched when they are shown, and repeatedly while one is in progress.',
  meta: { kind: 'service', spec: ['1.7', '7.5', '7.33'] },
  context: ({ input }) => ({ ...input, purchases: [], isWatched: true, isVisible: true, error: undefined }),
  initial: 'reading',
  invoke: {
    id: 'watchPage',
    src: 'watchPage',
    onError: { description: 'If the visibility of the page is unknown, it counts as visible.' },
  },
  on: {
    'page.shown': { actions: 'setShown' },
    'page.hidden': { actions: 'setHidden' },
    'modal.closed': { actions: 'setUnwatched' },
    'view.shown': { actions: { type: 'setShownView', params: ({ event }) => event } },
    'purchases.watch': { actions: { type: 'setWatched', params: ({ event }) => event } },
    'purchases.viewEntered': {
      target: '.reading',
      actions: { type: 'setWatched', params: { isWatched: true } },
    },
    'purchases.load': '.reading',
  },
  states: {
    reading: {
      description: 'The purchases are being fetched from the API.',
      tags: 'busy',
      on: {
        'purchases.load': undefined,
        'purchases.viewEntered': { actions: { type: 'setWatched', params: { isWatched: true } } },
      },
      invoke: {
        id: 'fetchPurchases',
        src: 'fetchPurchases',
        input: ({ context: { networkId, address } }) => ({ networkId, address }),
        onDone: {
          target: 'deciding',
          actions: [
            { type: 'refreshBalance', params: ({ event }) => event },
            { type: 'setPurchases', params: ({ event }) => event },
          ],
        },
        onError: { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
      },
      after: { api: { target: 'failed', actions: { type: 'setError', params: expired } } },
    },
    deciding: {
      description: 'Checks whether a purchase is in progress.',
      always: [{ guard: 'isPending', target: 'pending' }, { target: 'ready' }],
    },
    pending: {
      description: 'A purchase is in progress.',
      initial: 'pausing',
      states: {
        pausing: {
          description: 'Waits for the next check.',
          after: { pause: [{ guard: 'isWatchedAndVisible', target: '#purchases.reading' }, { target: 'hidden' }] },
        },
        hidden: {
          description: 'Waits until the purchases and the page are visible.',
          always: { guard: 'isWatchedAndVisible', target: '#purchases.reading' },
        },
      },
    },
    ready: { description: 'No purchase is in progress.' },
    failed: { description: 'The purchases could not be fetched. Those fetched before are kept.' },
  },
})

export const purchasesLogic = withContract<PurchasesContract>()(purchasesMachine)
