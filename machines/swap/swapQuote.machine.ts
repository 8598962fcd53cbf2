/** Item: the quote of one draft. It is renewed while the user watches it, and valid for a limited time. */
import { and, assign, setup } from 'xstate'
import { SWAP } from '../constants.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { seal, type TypesOf } from '../core/contract.ts'
import { effect, listener, timeout } from '../core/actors.ts'
import { tellIfThere } from '../core/messaging.ts'
import { there } from '../core/assertDefined.ts'
import { quoteError } from './swap.rules.ts'
import { swap } from './swap.contract.ts'
import type { Quoted, QuoteOrder, SwapQuoteContract } from './swapQuote.contract.ts'

type Context = SwapQuoteContract['context']
const orderOf = ({ connection, network, from, to, fromUnits }: Context): QuoteOrder => ({
  connection,
  network,
  from,
  to,
  fromUnits,
})

export const swapQuoteMachine = setup({
  types: {} as TypesOf<SwapQuoteContract>,
  actors: {
    /** Fetches a quote from the API. Rejects with the reason if there is none. */
    fetchQuote: effect<Quoted, QuoteOrder>('swapQuote.fetchQuote'),
    watchPage: listener<{ type: 'page.shown' } | { type: 'page.hidden' }>('swapQuote.watchPage'),
  },
  actions: {
    keepWatched: assign({ isWatched: (_, { isWatched }: { isWatched: boolean }) => isWatched }),
    keepShown: assign({ isVisible: true }),
    keepHidden: assign({ isVisible: false }),
    keepQuote: assign({ quoted: (_, { output }: { output: Quoted }) => output, error: undefined }),
    keepError: assign({ error: (_, { error }: { error: unknown }) => quoteError(error), quoted: undefined }),
    keepExpiry: assign({ error: () => new LatchkeyError('swap.quoteFailed'), quoted: undefined }),
    tellQuote: tellIfThere(swap)((_: undefined, { quoted }: Context) => ({ type: 'swap.quoted', ...there(quoted) })),
    tellError: tellIfThere(swap)((_: undefined, { error }: Context) => ({
      type: 'swap.unquoted',
      error: there(error),
    })),
    tellStale: tellIfThere(swap)(() => ({ type: 'swap.unquoted', error: undefined })),
  },
  guards: {
    watched: ({ context }) => context.isWatched,
    visible: ({ context }) => context.isVisible,
    lookedAt: and(['watched', 'visible']),
  },
  delays: {
    pause: SWAP.pauseMs,
    renew: SWAP.renewMs,
    stale: SWAP.staleMs,
    api: timeout('apiMs', 'loadMs'),
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
    'swapQuote.setWatched': { actions: { type: 'keepWatched', params: ({ event }) => event } },
    'page.shown': { actions: 'keepShown' },
    'page.hidden': { actions: 'keepHidden' },
    'swapQuote.refresh': '.asking',
  },
  states: {
    pausing: {
      description: 'The user may still be typing.',
      tags: 'busy',
      after: { pause: 'asking' },
    },
    asking: {
      description: 'The quote is being fetched.',
      tags: 'busy',
      invoke: {
        id: 'fetchQuote',
        src: 'fetchQuote',
        input: ({ context }) => orderOf(context),
        onDone: { target: 'quoted', actions: { type: 'keepQuote', params: ({ event }) => event } },
        onError: { target: 'failed', actions: { type: 'keepError', params: ({ event }) => event } },
      },
      after: { api: { target: 'failed', actions: 'keepExpiry' } },
      on: { 'swapQuote.refresh': undefined },
    },
    quoted: {
      description: 'There is a valid quote.',
      tags: 'valid',
      entry: 'tellQuote',
      after: { stale: 'stale' },
      initial: 'fresh',
      states: {
        fresh: {
          description: 'The quote was fetched a moment ago.',
          after: { renew: [{ guard: 'lookedAt', target: 'renewing' }, { target: 'resting' }] },
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
              actions: { type: 'keepQuote', params: ({ event }) => event },
            },
            onError: { target: '#swapQuote.failed', actions: { type: 'keepError', params: ({ event }) => event } },
          },
          on: { 'swapQuote.refresh': undefined },
        },
        resting: {
          description: 'The user does not watch the quote, so it is not renewed.',
          always: { guard: 'lookedAt', target: 'renewing' },
        },
      },
    },
    stale: {
      description: 'The quote expired. It is fetched again once the user watches it.',
      entry: 'tellStale',
      always: { guard: 'lookedAt', target: 'asking' },
    },
    failed: {
      description: 'There is no quote, as the error says.',
      entry: 'tellError',
    },
  },
})

export const swapQuoteLogic = seal<SwapQuoteContract>()(swapQuoteMachine)
