/** Service, one per account: its purchases, as reported to the API. They are fetched while they are shown. */
import { and, assign, setup } from 'xstate'
import { balance, type BalanceTarget } from '../account/balance.contract.ts'
import { ONRAMP } from '../constants.ts'
import type { ViewName } from '../shell/view.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { seal, type TypesOf } from '../core/contract.ts'
import { effect, listener, timeout } from '../core/actors.ts'
import { tellIfThere } from '../core/messaging.ts'
import { hasArrived, isUnderWay } from './onramp.rules.ts'
import type { Transaction } from '../transactions/transaction.schemas.ts'
import type { PurchasesContract } from './purchases.contract.ts'

interface Read {
  output: readonly Transaction[]
}

const expired = () => ({ error: new LatchkeyError('api.expired') })

export const purchasesMachine = setup({
  types: {} as TypesOf<PurchasesContract>,
  actors: {
    fetchPurchases: effect<readonly Transaction[], BalanceTarget>('purchases.fetchPurchases'),
    watchPage: listener<{ type: 'page.shown' } | { type: 'page.hidden' }>('purchases.watchPage'),
  },
  actions: {
    keepPurchases: assign({ purchases: (_, { output }: Read) => output, error: undefined }),
    keepError: assign({
      error: (_, { error: cause }: { error: unknown }) => new LatchkeyError('onramp.historyFailed', { cause }),
    }),
    keepWatched: assign({ isWatched: (_, { isWatched }: { isWatched: boolean }) => isWatched }),
    keepShownView: assign({ isWatched: (_, { view }: { view: ViewName }) => view === 'OnRampActivity' }),
    hide: assign({ isWatched: false }),
    keepShown: assign({ isVisible: true }),
    keepHidden: assign({ isVisible: false }),
    readBalance: tellIfThere(balance)(({ output }: Read, context: PurchasesContract['context']) =>
      hasArrived(context.purchases, output) ? { type: 'balance.refresh' } : undefined,
    ),
  },
  guards: {
    pending: ({ context }) => isUnderWay(context.purchases),
    watched: ({ context }) => context.isWatched,
    visible: ({ context }) => context.isVisible,
    lookedAt: and(['watched', 'visible']),
  },
  delays: { pause: ONRAMP.activityLookMs, api: timeout('apiMs', 'loadMs') },
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
    'page.shown': { actions: 'keepShown' },
    'page.hidden': { actions: 'keepHidden' },
    'modal.closed': { actions: 'hide' },
    'view.shown': { actions: { type: 'keepShownView', params: ({ event }) => event } },
    'purchases.watch': { actions: { type: 'keepWatched', params: ({ event }) => event } },
    'purchases.viewEntered': {
      target: '.reading',
      actions: { type: 'keepWatched', params: { isWatched: true } },
    },
    'purchases.load': '.reading',
  },
  states: {
    reading: {
      description: 'The purchases are being fetched from the API.',
      tags: 'busy',
      on: {
        'purchases.load': undefined,
        'purchases.viewEntered': { actions: { type: 'keepWatched', params: { isWatched: true } } },
      },
      invoke: {
        id: 'fetchPurchases',
        src: 'fetchPurchases',
        input: ({ context: { networkId, address } }) => ({ networkId, address }),
        onDone: {
          target: 'deciding',
          actions: [
            { type: 'readBalance', params: ({ event }) => event },
            { type: 'keepPurchases', params: ({ event }) => event },
          ],
        },
        onError: { target: 'failed', actions: { type: 'keepError', params: ({ event }) => event } },
      },
      after: { api: { target: 'failed', actions: { type: 'keepError', params: expired } } },
    },
    deciding: {
      description: 'Checks whether a purchase is in progress.',
      always: [{ guard: 'pending', target: 'pending' }, { target: 'ready' }],
    },
    pending: {
      description: 'A purchase is in progress.',
      initial: 'pausing',
      states: {
        pausing: {
          description: 'Waits for the next check.',
          after: { pause: [{ guard: 'lookedAt', target: '#purchases.reading' }, { target: 'resting' }] },
        },
        resting: {
          description: 'Waits until the purchases and the page are visible.',
          always: { guard: 'lookedAt', target: '#purchases.reading' },
        },
      },
    },
    ready: { description: 'No purchase is in progress.' },
    failed: { description: 'The purchases could not be fetched. Those fetched before are kept.' },
  },
})

export const purchasesLogic = seal<PurchasesContract>()(purchasesMachine)
