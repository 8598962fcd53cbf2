/**
 * The purchases of the account. They are fetched when they are shown, and repeatedly while one is in progress.
 *
 * The chart of `purchases` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isPending: true as boolean,
  isWatched: true as boolean,
  isVisible: true as boolean,
  isWatchedAndVisible: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchPurchases: 'pending' as Ends, // the actor purchases.fetchPurchases
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
    fetchPurchases: work('fetchPurchases'),
    watchPage: listener,
  },
  actions: {
    setPurchases: says('setPurchases'),
    setError: says('setError'),
    setWatched: says('setWatched'),
    setShownView: says('setShownView'),
    setUnwatched: says('setUnwatched'),
    setShown: says('setShown'),
    setHidden: says('setHidden'),
    refreshBalance: says('refreshBalance'),
  },
  guards: {
    isPending: () => yes['isPending'],
    isWatched: () => yes['isWatched'],
    isVisible: () => yes['isVisible'],
    isWatchedAndVisible: () => yes['isWatchedAndVisible'],
  },
  delays: {
    pause: 3_000,
    api: 35_000, // timeouts.apiMs + timeouts.loadMs
  },
}).createMachine({
  id: 'purchases',
  description: 'The purchases of the account. They are fetched when they are shown, and repeatedly while one is in progress.',
  meta: { kind: 'service', spec: ['1.7', '7.5', '7.33'] },
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
    'view.shown': { actions: { type: 'setShownView' } },
    'purchases.watch': { actions: { type: 'setWatched' } },
    'purchases.viewEntered': { target: '.reading', actions: { type: 'setWatched', params: { isWatched: true } } },
    'purchases.load': '.reading',
  },
  states: {
    reading: {
      description: 'The purchases are being fetched from the API.',
      tags: 'busy',
      on: { 'purchases.viewEntered': { actions: { type: 'setWatched', params: { isWatched: true } } } },
      invoke: {
        id: 'fetchPurchases',
        src: 'fetchPurchases',
        onDone: { target: 'deciding', actions: [{ type: 'refreshBalance' }, { type: 'setPurchases' }] },
        onError: { target: 'failed', actions: { type: 'setError' } },
      },
      after: { api: { target: 'failed', actions: { type: 'setError' } } },
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
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
