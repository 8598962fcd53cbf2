/**
 * The quote of one draft: fetched once the user stops typing, and renewed while the user watches it.
 *
 * The chart of `swapQuote` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isWatched: true as boolean,
  isVisible: true as boolean,
  isWatchedAndVisible: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchQuote: 'pending' as Ends, // the actor swapQuote.fetchQuote
}
const work = (name: keyof typeof ends) =>
  fromPromise<unknown, unknown>(
    () =>
      new Promise((resolve, reject) => {
        if (ends[name] === 'done') setTimeout(resolve, 1_000)
        if (ends[name] === 'failed') setTimeout(reject, 1_000, new Error(`${name} failed`))
      }),
  )

/** A listener that receives no events. */
const listener = fromCallback(() => {})

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    fetchQuote: work('fetchQuote'),
    watchPage: listener,
  },
  actions: {
    setWatched: says('setWatched'),
    setShown: says('setShown'),
    setHidden: says('setHidden'),
    setQuote: says('setQuote'),
    setError: says('setError'),
    setExpiry: says('setExpiry'),
    notifyQuote: says('notifyQuote'),
    notifyError: says('notifyError'),
    notifyStale: says('notifyStale'),
  },
  guards: {
    isWatched: () => yes['isWatched'],
    isVisible: () => yes['isVisible'],
    isWatchedAndVisible: () => yes['isWatchedAndVisible'],
  },
  delays: {
    pause: 200,
    renew: 10_000,
    stale: 20_000,
    api: 35_000, // timeouts.apiMs + timeouts.loadMs
  },
}).createMachine({
  id: 'swapQuote',
  description: 'The quote of one draft: fetched once the user stops typing, and renewed while the user watches it.',
  meta: { kind: 'item', spec: ['7.7', '7.9', '7.11'] },
  initial: 'pausing',
  invoke: {
    id: 'watchPage',
    src: 'watchPage',
    onError: { description: 'If the visibility of the page cannot be detected, the page counts as visible.' },
  },
  on: {
    'swapQuote.setWatched': { actions: { type: 'setWatched' } },
    'page.shown': { actions: 'setShown' },
    'page.hidden': { actions: 'setHidden' },
    'swapQuote.refresh': '.loading',
  },
  states: {
    pausing: { description: 'The user may still be typing.', tags: 'busy', after: { pause: 'loading' } },
    loading: {
      description: 'The quote is being fetched.',
      tags: 'busy',
      invoke: {
        id: 'fetchQuote',
        src: 'fetchQuote',
        onDone: { target: 'quoted', actions: { type: 'setQuote' } },
        onError: { target: 'failed', actions: { type: 'setError' } },
      },
      after: { api: { target: 'failed', actions: 'setExpiry' } },
      on: {},
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
            onDone: { target: '#swapQuote.quoted', reenter: true, actions: { type: 'setQuote' } },
            onError: { target: '#swapQuote.failed', actions: { type: 'setError' } },
          },
          on: {},
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
    failed: { description: 'There is no quote, as the error says.', entry: 'notifyError' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
