/** Item: the quote of one draft. It is renewed while the user watches it, and valid for a limited time. */
import { and, assign, setup } from 'xstate'
import { SWAP } from '../constants.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, callbackActor, configurableDelay } from '../core/actors.ts'
import { sendToActorIfRunning } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { quoteError } from './swap.rules.ts'
import { swap } from './swap.contract.ts'
import type { QuoteResult, QuoteOrder, SwapQuoteContract } from './swapQuote.contract.ts'

type Context = SwapQuoteContract['context']
const orderOf = ({ connection, network, from, to, fromUnits }: Context): QuoteOrder => ({
  connection,
  network,
  from,
  to,
  fromUnits,
})

export const swapQuoteMachine = setup({
  types: {} as SetupTypes<SwapQuoteContract>,
  actors: {
    /** Fetches a quote from the API. Rejects with the reason if there is none. */
    fetchQuote: promiseActor<QuoteResult, QuoteOrder>('swapQuote.fetchQuote'),
    /** Reports when the page becomes visible or hidden. */
    watchPage: callbackActor<{ type: 'page.shown' } | { type: 'page.hidden' }>('swapQuote.watchPage'),
  },
  actions: {
    setWatched: assign({ isWatched: (_, { isWatched }: { isWatched: boolean }) => isWatched }),
    setShown: assign({ isVisible: true }),
    setHidden: assign({ isVisible: false }),
    setQuote: assign({ quoted: (_, { output }: { output: QuoteResult }) => output, error: undefined }),
    setError: assign({ error: (_, { error }: { error: unknown }) => quoteError(error), quoted: undefined }),
    setExpiry: assign({ error: () => new LatchkeyError('swap.quoteFailed'), quoted: undefined }),
    notifyQuote: sendToActorIfRunning(swap)((_: undefined, { quoted }: Context) => ({
      type: 'swap.quoted',
      ...assertDefined(quoted),
    })),
    notifyError: sendToActorIfRunning(swap)((_: undefined, { error }: Context) => ({
      type: 'swap.unquoted',
      error: assertDefined(error),
    })),
    notifyStale: sendToActorIfRunning(swap)(() => ({ type: 'swap.unquoted', error: undefined })),
  },
  guards: {
    /** The user watches the quote: a view displays it, or the app reported that its own UI does. */
    isWatched: ({ context }) => context.isWatched,
    /** The page is visible. */
    isVisible: ({ context }) => context.isVisible,
    /** The user can see the quote, so it is renewed. Otherwise it expires. */
    isWatchedAndVisible: and(['isWatched', 'isVisible']),
  },
  delays: {
    /** From the last change of the draft until its quote is fetched: the user may still be typing. */
    pause: SWAP.pauseMs,
    /** From the arrival of a quote until it is renewed, while the user watches it. */
    renew: SWAP.renewMs,
    /** From the arrival of a quote until it expires. */
    stale: SWAP.staleMs,
    /** How long a quote may take to arrive, including the code that fetches it. */
    api: configurableDelay('apiMs', 'loadMs'),
  },
}).createMachine({
  id: 'swapQuote',
  description: 'The quote of one draft: fetched once the user stops typing, and renewed while the user watches it.',
  meta: { kind: 'item', spec: ['7.7', '7.9', '7.11'] },
  context: ({ input }) => ({
    ...input,
    isVisible: true,
    quoted: undefined,
    error: undefined,
  }),
  initial: 'pausing',
  invoke: {
    id: 'watchPage',
    src: 'watchPage',
    onError: { description: 'If the visibility of the page cannot be detected, the page counts as visible.' },
  },
  on: {
    'swapQuote.setWatched': { actions: { type: 'setWatched', params: ({ event }) => event } },
    'page.shown': { actions: 'setShown' },
    'page.hidden': { actions: 'setHidden' },
    'swapQuote.refresh': '.loading',
  },
  states: {
    pausing: {
      description: 'The user may still be typing.',
      tags: 'busy',
      after: { pause: 'loading' },
    },
    loading: {
      description: 'The quote is being fetched.',
      tags: 'busy',
      invoke: {
        id: 'fetchQuote',
        src: 'fetchQuote',
        input: ({ context }) => orderOf(context),
        onDone: { target: 'quoted', actions: { type: 'setQuote', params: ({ event }) => event } },
        onError: { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
      },
      after: { api: { target: 'failed', actions: 'setExpiry' } },
      on: { 'swapQuote.refresh': undefined },
    },
    quoted: {
      description: 'There is a valid quote.',
      tags: 'valid',
      entry: 'notifyQuote',
      after: { stale: 'stale' },
      initial: 'fresh',
      states: {
        fresh: {
          description: 'The quote was fetched a moment ago.',
          after: { renew: [{ guard: 'isWatchedAndVisible', target: 'renewing' }, { target: 'hidden' }] },
        },
        renewing: {
          description: 'The quote is being renewed. The current one is valid until then.',
          tags: 'busy',
          invoke: {
            id: 'fetchQuote',
            src: 'fetchQuote',
            input: ({ context }) => orderOf(context),
            onDone: {
              target: '#swapQuote.quoted',
              reenter: true,
              actions: { type: 'setQuote', params: ({ event }) => event },
            },
            onError: { target: '#swapQuote.failed', actions: { type: 'setError', params: ({ event }) => event } },
          },
          on: { 'swapQuote.refresh': undefined },
        },
        hidden: {
          description: 'The user does not watch the quote, so it is not renewed.',
          always: { guard: 'isWatchedAndVisible', target: 'renewing' },
        },
      },
    },
    stale: {
      description: 'The quote expired. It is fetched again once the user watches it.',
      entry: 'notifyStale',
      always: { guard: 'isWatchedAndVisible', target: 'loading' },
    },
    failed: {
      description: 'There is no quote. `error`: the reason.',
      entry: 'notifyError',
    },
  },
})

export const swapQuoteLogic = withContract<SwapQuoteContract>()(swapQuoteMachine)
