/**
 * The quote of one draft: asked for once nobody types any more, and renewed while somebody looks.
 *
 * The chart of `swapQuote`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  watched: true as boolean,
  visible: true as boolean,
  lookedAt: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchQuote: 'pending' as Ends, // the slot swapQuote.fetchQuote
}
const work = (name: keyof typeof ends) =>
  fromPromise<unknown, unknown>(
    () =>
      new Promise((resolve, reject) => {
        if (ends[name] === 'done') setTimeout(resolve, 1_000)
        if (ends[name] === 'failed') setTimeout(reject, 1_000, new Error(`${name} failed`))
      }),
  )

/** What is listened to for as long as a state lasts; nothing is heard here. */
const listener = fromCallback(() => {})

/** Says what the product would do now. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    fetchQuote: work('fetchQuote'),
    watchPage: listener,
  },
  actions: {
    keepWatched: says('keepWatched'),
    keepShown: says('keepShown'),
    keepHidden: says('keepHidden'),
    keepQuote: says('keepQuote'),
    keepError: says('keepError'),
    keepExpiry: says('keepExpiry'),
    tellQuote: says('tellQuote'),
    tellError: says('tellError'),
    tellStale: says('tellStale'),
  },
  guards: {
    watched: () => yes['watched'],
    visible: () => yes['visible'],
    lookedAt: () => yes['lookedAt'],
  },
  delays: {
    pause: 200,
    renew: 10_000,
    stale: 20_000,
    api: 35_000, // timeouts.apiMs + timeouts.loadMs
  },
}).createMachine({
  id: 'swapQuote',
  description: 'The quote of one draft: asked for once nobody types any more, and renewed while somebody looks.',
  meta: { kind: 'item', spec: ['7.7', '7.9', '7.11'] },
  initial: 'pausing',
  invoke: {
    id: 'watchPage',
    src: 'watchPage',
    onError: { description: 'Where nobody knows whether the page can be seen, it counts as seen.' },
  },
  on: {
    'swapQuote.setWatched': { actions: { type: 'keepWatched' } },
    'page.shown': { actions: 'keepShown' },
    'page.hidden': { actions: 'keepHidden' },
    'swapQuote.refresh': '.asking',
  },
  states: {
    pausing: { description: 'Somebody may still be typing.', tags: 'busy', after: { pause: 'asking' } },
    asking: {
      description: 'The API is asked.',
      tags: 'busy',
      invoke: {
        id: 'fetchQuote',
        src: 'fetchQuote',
        onDone: { target: 'quoted', actions: { type: 'keepQuote' } },
        onError: { target: 'failed', actions: { type: 'keepError' } },
      },
      after: { api: { target: 'failed', actions: 'keepExpiry' } },
      on: {},
    },
    quoted: {
      description: 'There is a quote that is good.',
      tags: 'valid',
      entry: 'tellQuote',
      after: { stale: 'stale' },
      initial: 'fresh',
      states: {
        fresh: {
          description: 'It was read a moment ago.',
          after: { renew: [{ guard: 'lookedAt', target: 'renewing' }, { target: 'resting' }] },
        },
        renewing: {
          description: 'It is read again, and good until that is done.',
          tags: 'busy',
          invoke: {
            id: 'fetchQuote',
            src: 'fetchQuote',
            onDone: { target: '#swapQuote.quoted', reenter: true, actions: { type: 'keepQuote' } },
            onError: { target: '#swapQuote.failed', actions: { type: 'keepError' } },
          },
          on: {},
        },
        resting: { description: 'Nobody looks; nothing is asked.', always: { guard: 'lookedAt', target: 'renewing' } },
      },
    },
    stale: {
      description: 'It is too old to be sent, and read again once somebody looks.',
      entry: 'tellStale',
      always: { guard: 'lookedAt', target: 'asking' },
    },
    failed: { description: 'There is none, as the error says.', entry: 'tellError' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
