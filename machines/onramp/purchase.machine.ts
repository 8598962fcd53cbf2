/** Flow: one purchase. Its seller's page is opened in a window, and it is looked for what became of it. */
import { assign, sendTo, setup } from 'xstate'
import { ONRAMP } from '../constants.ts'
import { LatchkeyError } from '../errors/error.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { effect, listener, timeout } from '../kit/effects.ts'
import { newPurchase, type PurchaseOrder } from '../rules/onramp.ts'
import { cancelled, done, expired, failed } from '../rules/outcomes.ts'
import type { Transaction } from '../schemas/transaction.ts'
import type { PurchaseContract } from './purchase.contract.ts'

/** Where a window was led. `isTold`: its seller tells what becomes of it; `known`: the purchases before, where they could be read. */
export interface Led {
  isTold: boolean
  known: readonly string[] | undefined
}
interface Looked {
  output: readonly Transaction[]
}

const linkFailed = ({ provider }: PurchaseOrder, cause?: unknown) =>
  cause instanceof LatchkeyError && cause.code.startsWith('onramp.')
    ? cause
    : new LatchkeyError('onramp.linkFailed', { params: { provider: provider.name }, cause })

export const purchaseMachine = setup({
  types: {} as TypesOf<PurchaseContract>,
  actors: {
    /** Opens the window where there is to be one, and hears that it was closed; closes it in the end, unless it was let go. */
    watchWindow: listener<{ type: 'purchase.windowClosed' | 'purchase.windowBlocked' }, { opens: boolean }>(
      'purchase.watchWindow',
    ),
    /** Finds out where the seller's page is, and leads the window there. Rejects where that is no page of the seller's. */
    leadWindow: effect<Led, PurchaseOrder>('purchase.leadWindow'),
    /** The purchases of the account, as its seller tells them. */
    fetchPurchases: effect<readonly Transaction[], PurchaseOrder>('purchase.fetchPurchases'),
    watchPage: listener<{ type: 'page.shown' } | { type: 'page.hidden' }>('purchase.watchPage'),
  },
  actions: {
    keepLed: assign({
      since: (_, { output: { isTold, known } }: { output: Led }) => (isTold ? { known } : undefined),
    }),
    /** Where nobody knew what there was before, it is what there is now. */
    keepKnown: assign({
      since: ({ context }, { output }: Looked) => ({ known: context.since?.known ?? output.map(({ id }) => id) }),
      lookError: undefined,
    }),
    keepClosed: assign({ isClosed: true }),
    keepShown: assign({ isVisible: true }),
    keepHidden: assign({ isVisible: false }),
    keepLookError: assign({
      lookError: (_, { error: cause }: { error: unknown }) => new LatchkeyError('onramp.historyFailed', { cause }),
    }),
    /** The window stays open. */
    letGo: sendTo('watchWindow', { type: 'letGo' }),
    keepFailure: assign({
      outcome: ({ context }, { error }: { error: unknown }) => failed(linkFailed(context.order, error)),
    }),
    keepBlocked: assign({ outcome: () => failed(new LatchkeyError('onramp.blocked')) }),
    keepUnopened: assign({
      outcome: ({ context }) =>
        failed(new LatchkeyError('onramp.windowClosed', { params: { provider: context.order.provider.name } })),
    }),
    keepFound: assign({
      outcome: ({ context }, { output }: Looked) =>
        done({ transaction: context.since && newPurchase(output, context.since) }),
    }),
    keepUnconfirmed: assign({ outcome: () => expired(new LatchkeyError('onramp.unconfirmed')) }),
    keepUntold: assign({ outcome: done({ transaction: undefined }) }),
  },
  guards: {
    resumed: ({ context }) => context.isResumed,
    told: (_, { output }: { output: Led }) => output.isTold,
    found: ({ context }, { output }: Looked) =>
      context.since !== undefined && newPurchase(output, context.since) !== undefined,
  },
  delays: {
    api: timeout('apiMs', 'loadMs'),
    pause: ONRAMP.lookMs,
    watched: ONRAMP.watchMs,
    untold: ONRAMP.untoldMs,
    hidden: ONRAMP.hiddenMs,
  },
}).createMachine({
  id: 'purchase',
  description: 'One purchase: the page of its seller in a window, and what becomes of it there.',
  meta: { kind: 'flow', spec: ['1.7', '7.18', '7.33'] },
  context: ({ input: { order, since } }) => ({
    order,
    since,
    isResumed: since !== undefined,
    isVisible: true,
    isClosed: false,
    lookError: undefined,
    outcome: cancelled,
  }),
  output: ({ context: { outcome, since } }) => ({ outcome, since }),
  initial: 'open',
  states: {
    open: {
      description: 'The visitor pays in the window of the seller.',
      invoke: {
        id: 'watchWindow',
        src: 'watchWindow',
        input: ({ context }) => ({ opens: !context.isResumed }),
        onError: { target: 'ended', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
      initial: 'deciding',
      on: {
        'purchase.cancel': 'ended',
        'purchase.leave': '.leaving',
        'purchase.windowBlocked': { target: 'ended', actions: 'keepBlocked' },
        'purchase.windowClosed': { actions: 'keepClosed' },
      },
      states: {
        deciding: {
          description: 'Passing through: is it begun, or looked for once more?',
          always: [{ guard: 'resumed', target: 'watching' }, { target: 'leading' }],
        },
        leading: {
          description: 'Where the page of the seller is, is found out; then the window is led there.',
          tags: 'leading',
          on: {
            'purchase.leave': '#purchase.ended',
            'purchase.windowClosed': { target: '#purchase.ended', actions: ['keepClosed', 'keepUnopened'] },
          },
          invoke: {
            id: 'leadWindow',
            src: 'leadWindow',
            input: ({ context }) => context.order,
            onDone: [
              {
                guard: { type: 'told', params: ({ event }) => event },
                target: 'watching',
                actions: { type: 'keepLed', params: ({ event }) => event },
              },
              { target: 'untold', actions: { type: 'keepLed', params: ({ event }) => event } },
            ],
            onError: { target: '#purchase.ended', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
          after: {
            api: {
              target: '#purchase.ended',
              actions: { type: 'keepFailure', params: () => ({ error: new LatchkeyError('api.expired') }) },
            },
          },
        },
        watching: {
          description: 'The seller tells the API of a purchase, which is asked while somebody can see that.',
          tags: 'watching',
          invoke: {
            id: 'watchPage',
            src: 'watchPage',
            onError: { description: 'Where nobody knows whether the page can be seen, it counts as seen.' },
          },
          initial: 'deciding',
          states: {
            deciding: {
              description: 'Passing through: nobody has had the time to pay, unless it was begun before.',
              always: [{ guard: 'resumed', target: 'watched.looking' }, { target: 'watched' }],
            },
            watched: {
              description: 'It is looked again and again, for three minutes at a time.',
              initial: 'pausing',
              on: { 'page.hidden': { target: 'resting', actions: 'keepHidden' } },
              after: { watched: { target: '#purchase.open.leaving', actions: 'keepUnconfirmed' } },
              states: {
                pausing: { description: 'It was looked a moment ago.', after: { pause: 'looking' } },
                looking: {
                  description: 'Is there a purchase that was not there before, or one under way?',
                  invoke: {
                    id: 'fetchPurchases',
                    src: 'fetchPurchases',
                    input: ({ context }) => context.order,
                    onDone: [
                      {
                        guard: { type: 'found', params: ({ event }) => event },
                        target: '#purchase.open.leaving',
                        actions: { type: 'keepFound', params: ({ event }) => event },
                      },
                      { target: 'pausing', actions: { type: 'keepKnown', params: ({ event }) => event } },
                    ],
                    onError: { target: 'pausing', actions: { type: 'keepLookError', params: ({ event }) => event } },
                  },
                  after: {
                    api: {
                      target: 'pausing',
                      actions: { type: 'keepLookError', params: () => ({ error: new LatchkeyError('api.expired') }) },
                    },
                  },
                },
              },
            },
            resting: {
              description: 'The page cannot be seen: nothing is asked until somebody comes back to it.',
              on: { 'page.shown': { target: 'watched.looking', actions: 'keepShown' } },
              after: { hidden: { target: '#purchase.open.leaving', actions: 'keepUnconfirmed' } },
            },
          },
        },
        untold: {
          description: 'The seller tells nobody what becomes of it.',
          tags: 'untold',
          on: {
            'purchase.windowClosed': { target: '#purchase.ended', actions: ['keepClosed', 'keepUntold'] },
          },
          after: { untold: { target: 'leaving', actions: 'keepUntold' } },
        },
        leaving: {
          description: 'Passing through: what comes of the window is the visitor’s.',
          entry: 'letGo',
          always: '#purchase.ended',
        },
      },
    },
    ended: { type: 'final', description: 'What became of it is known, or it is not looked for any more.' },
  },
})

export const purchaseLogic = seal<PurchaseContract>()(purchaseMachine)
