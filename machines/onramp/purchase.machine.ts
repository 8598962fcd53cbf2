/** Flow: one purchase. It opens the seller's page in a window and checks for the result. */
import { assign, sendTo, setup } from 'xstate'
import { ONRAMP } from '../constants.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { seal, type TypesOf } from '../core/contract.ts'
import { effect, listener, timeout } from '../core/actors.ts'
import { newPurchase, type PurchaseOrder } from './onramp.rules.ts'
import { cancelled, done, expired, failed } from '../shared/outcome.rules.ts'
import type { Transaction } from '../transactions/transaction.schemas.ts'
import type { PurchaseContract } from './purchase.contract.ts'

/**
 * The result of opening the seller's page. `isTold`: the seller reports purchases; `known`: the ids of earlier purchases, if they
 * could be read.
 */
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
    /**
     * Opens the window if needed and reports that it was closed. Closes it when the state is left, unless `letGo` released it.
     */
    watchWindow: listener<{ type: 'purchase.windowClosed' | 'purchase.windowBlocked' }, { opens: boolean }>(
      'purchase.watchWindow',
    ),
    /** Fetches the URL of the seller's page and opens it in the window. Rejects if the URL is not the seller's. */
    leadWindow: effect<Led, PurchaseOrder>('purchase.leadWindow'),
    /** The purchases of the account, as the seller reports them. */
    fetchPurchases: effect<readonly Transaction[], PurchaseOrder>('purchase.fetchPurchases'),
    watchPage: listener<{ type: 'page.shown' } | { type: 'page.hidden' }>('purchase.watchPage'),
  },
  actions: {
    keepLed: assign({
      since: (_, { output: { isTold, known } }: { output: Led }) => (isTold ? { known } : undefined),
    }),
    /** If the earlier purchases are unknown, those of the first successful check count as earlier. */
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
  description: "One purchase: opens the seller's page in a window and checks for the result.",
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
      description: "The user pays in the seller's window.",
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
          description: 'Checks whether the purchase is new or is being checked again.',
          always: [{ guard: 'resumed', target: 'watching' }, { target: 'leading' }],
        },
        leading: {
          description: "The URL of the seller's page is being fetched, and is then opened in the window.",
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
          description: 'The seller reports the purchase to the API, which is checked while the page is visible.',
          tags: 'watching',
          invoke: {
            id: 'watchPage',
            src: 'watchPage',
            onError: { description: 'If the visibility of the page is unknown, it counts as visible.' },
          },
          initial: 'deciding',
          states: {
            deciding: {
              description: 'Decides when to check first: a new purchase after a pause, a resumed one immediately.',
              always: [{ guard: 'resumed', target: 'watched.looking' }, { target: 'watched' }],
            },
            watched: {
              description: 'The purchase is checked repeatedly, for up to three minutes at a time.',
              initial: 'pausing',
              on: { 'page.hidden': { target: 'resting', actions: 'keepHidden' } },
              after: { watched: { target: '#purchase.open.leaving', actions: 'keepUnconfirmed' } },
              states: {
                pausing: { description: 'Waits for the next check.', after: { pause: 'looking' } },
                looking: {
                  description: 'Checks for a purchase that is new or in progress.',
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
              description: 'The page is hidden. Nothing is requested until the user returns.',
              on: { 'page.shown': { target: 'watched.looking', actions: 'keepShown' } },
              after: { hidden: { target: '#purchase.open.leaving', actions: 'keepUnconfirmed' } },
            },
          },
        },
        untold: {
          description: 'The seller does not report the result. Waits until the window is closed.',
          tags: 'untold',
          on: {
            'purchase.windowClosed': { target: '#purchase.ended', actions: ['keepClosed', 'keepUntold'] },
          },
          after: { untold: { target: 'leaving', actions: 'keepUntold' } },
        },
        leaving: {
          description: 'Releases the window, which stays open for the user.',
          entry: 'letGo',
          always: '#purchase.ended',
        },
      },
    },
    ended: { type: 'final', description: 'The result is known, or is no longer checked.' },
  },
})

export const purchaseLogic = seal<PurchaseContract>()(purchaseMachine)
