/** Flow: one purchase. It opens the seller's page in a window and checks for the result. */
import { assign, sendTo, setup } from 'xstate'
import { ONRAMP } from '../constants.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, callbackActor, configurableDelay } from '../core/actors.ts'
import { newPurchase, type PurchaseOrder } from './onramp.rules.ts'
import { cancelled, done, expired, failed } from '../shared/outcome.rules.ts'
import type { Transaction } from '../transactions/transaction.schemas.ts'
import type { PurchaseContract } from './purchase.contract.ts'

/**
 * The result of opening the seller's page. `reportsPurchases`: the seller reports purchases; `known`: the ids of earlier purchases, if they
 * could be read.
 */
export interface OpenedPage {
  reportsPurchases: boolean
  known: readonly string[] | undefined
}
interface PurchasesRead {
  output: readonly Transaction[]
}

const linkFailed = ({ provider }: PurchaseOrder, cause?: unknown) =>
  cause instanceof LatchkeyError && cause.code.startsWith('onramp.')
    ? cause
    : new LatchkeyError('onramp.linkFailed', { params: { provider: provider.name }, cause })

export const purchaseMachine = setup({
  types: {} as SetupTypes<PurchaseContract>,
  actors: {
    /**
     * Opens the window if needed and reports that it was closed. Closes it when the state is left, unless `letGo` released it.
     */
    watchWindow: callbackActor<{ type: 'purchase.windowClosed' | 'purchase.windowBlocked' }, { opens: boolean }>(
      'purchase.watchWindow',
    ),
    /** Fetches the URL of the seller's page and opens it in the window. Rejects if the URL is not the seller's. */
    leadWindow: promiseActor<OpenedPage, PurchaseOrder>('purchase.leadWindow'),
    /** Fetches the purchases of the account, as the seller reports them. */
    fetchPurchases: promiseActor<readonly Transaction[], PurchaseOrder>('purchase.fetchPurchases'),
    /** Reports when the page becomes visible or hidden. */
    watchPage: callbackActor<{ type: 'page.shown' } | { type: 'page.hidden' }>('purchase.watchPage'),
  },
  actions: {
    setLed: assign({
      since: (_, { output: { reportsPurchases, known } }: { output: OpenedPage }) =>
        reportsPurchases ? { known } : undefined,
    }),
    /** If the earlier purchases are unknown, those of the first successful check count as earlier. */
    setKnown: assign({
      since: ({ context }, { output }: PurchasesRead) => ({
        known: context.since?.known ?? output.map(({ id }) => id),
      }),
      pollError: undefined,
    }),
    setClosed: assign({ isClosed: true }),
    setShown: assign({ isVisible: true }),
    setHidden: assign({ isVisible: false }),
    setPollError: assign({
      pollError: (_, { error: cause }: { error: unknown }) => new LatchkeyError('onramp.historyFailed', { cause }),
    }),
    /** The window stays open. */
    detachWindow: sendTo('watchWindow', { type: 'letGo' }),
    setFailure: assign({
      outcome: ({ context }, { error }: { error: unknown }) => failed(linkFailed(context.order, error)),
    }),
    setBlocked: assign({ outcome: () => failed(new LatchkeyError('onramp.blocked')) }),
    setUnopened: assign({
      outcome: ({ context }) =>
        failed(new LatchkeyError('onramp.windowClosed', { params: { provider: context.order.provider.name } })),
    }),
    setFound: assign({
      outcome: ({ context }, { output }: PurchasesRead) =>
        done({ transaction: context.since && newPurchase(output, context.since) }),
    }),
    setUnconfirmed: assign({ outcome: () => expired(new LatchkeyError('onramp.unconfirmed')) }),
    setUnreported: assign({ outcome: done({ transaction: undefined }) }),
  },
  guards: {
    /** An earlier purchase is checked again, so no window opens and the first check is immediate. */
    isResumed: ({ context }) => context.isResumed,
    /** The seller reports purchases, so the result can be checked. Otherwise only the closing of the window is watched. */
    isReported: (_, { output }: { output: OpenedPage }) => output.reportsPurchases,
    /** The account has a purchase that is new or in progress, so the search for it ends. */
    hasPurchase: ({ context }, { output }: PurchasesRead) =>
      context.since !== undefined && newPurchase(output, context.since) !== undefined,
  },
  delays: {
    /** Timeout for the URL of the seller's page, and for each check, including the time to load the code. */
    api: configurableDelay('apiMs', 'loadMs'),
    /** The time between two checks for the purchase. */
    pause: ONRAMP.pollMs,
    /** How long the purchase is checked at a time. Then it counts as unconfirmed, and the user can check again. */
    watched: ONRAMP.watchMs,
    /** How long the window of a seller that reports no result is watched, because the user may never close it. */
    unreported: ONRAMP.unreportedMs,
    /** How long the user may be away from the page. Then the purchase counts as unconfirmed. */
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
    pollError: undefined,
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
        onError: { target: 'ended', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
      initial: 'deciding',
      on: {
        'purchase.cancel': 'ended',
        'purchase.leave': '.leaving',
        'purchase.windowBlocked': { target: 'ended', actions: 'setBlocked' },
        'purchase.windowClosed': { actions: 'setClosed' },
      },
      states: {
        deciding: {
          description: 'Checks whether the purchase is new or is being checked again.',
          always: [{ guard: 'isResumed', target: 'watching' }, { target: 'openingPage' }],
        },
        openingPage: {
          description: "The URL of the seller's page is being fetched, and is then opened in the window.",
          tags: 'openingPage',
          on: {
            'purchase.leave': '#purchase.ended',
            'purchase.windowClosed': { target: '#purchase.ended', actions: ['setClosed', 'setUnopened'] },
          },
          invoke: {
            id: 'leadWindow',
            src: 'leadWindow',
            input: ({ context }) => context.order,
            onDone: [
              {
                guard: { type: 'isReported', params: ({ event }) => event },
                target: 'watching',
                actions: { type: 'setLed', params: ({ event }) => event },
              },
              { target: 'unreported', actions: { type: 'setLed', params: ({ event }) => event } },
            ],
            onError: { target: '#purchase.ended', actions: { type: 'setFailure', params: ({ event }) => event } },
          },
          after: {
            api: {
              target: '#purchase.ended',
              actions: { type: 'setFailure', params: () => ({ error: new LatchkeyError('api.expired') }) },
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
              always: [{ guard: 'isResumed', target: 'watched.polling' }, { target: 'watched' }],
            },
            watched: {
              description: 'The purchase is checked repeatedly, for up to three minutes at a time.',
              initial: 'pausing',
              on: { 'page.hidden': { target: 'hidden', actions: 'setHidden' } },
              after: { watched: { target: '#purchase.open.leaving', actions: 'setUnconfirmed' } },
              states: {
                pausing: { description: 'Waits for the next check.', after: { pause: 'polling' } },
                polling: {
                  description: 'Checks for a purchase that is new or in progress.',
                  invoke: {
                    id: 'fetchPurchases',
                    src: 'fetchPurchases',
                    input: ({ context }) => context.order,
                    onDone: [
                      {
                        guard: { type: 'hasPurchase', params: ({ event }) => event },
                        target: '#purchase.open.leaving',
                        actions: { type: 'setFound', params: ({ event }) => event },
                      },
                      { target: 'pausing', actions: { type: 'setKnown', params: ({ event }) => event } },
                    ],
                    onError: { target: 'pausing', actions: { type: 'setPollError', params: ({ event }) => event } },
                  },
                  after: {
                    api: {
                      target: 'pausing',
                      actions: { type: 'setPollError', params: () => ({ error: new LatchkeyError('api.expired') }) },
                    },
                  },
                },
              },
            },
            hidden: {
              description: 'The page is hidden. Nothing is requested until the user returns.',
              on: { 'page.shown': { target: 'watched.polling', actions: 'setShown' } },
              after: { hidden: { target: '#purchase.open.leaving', actions: 'setUnconfirmed' } },
            },
          },
        },
        unreported: {
          description: 'The seller does not report the result. Waits until the window is closed.',
          tags: 'unreported',
          on: {
            'purchase.windowClosed': { target: '#purchase.ended', actions: ['setClosed', 'setUnreported'] },
          },
          after: { unreported: { target: 'leaving', actions: 'setUnreported' } },
        },
        leaving: {
          description: 'Releases the window, which stays open for the user.',
          entry: 'detachWindow',
          always: '#purchase.ended',
        },
      },
    },
    ended: { type: 'final', description: 'The result is known, or is no longer checked.' },
  },
})

export const purchaseLogic = withContract<PurchaseContract>()(purchaseMachine)
