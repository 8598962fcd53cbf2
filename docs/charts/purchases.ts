/**
 * What was bought for the account: read when somebody wants to see it, and again while one is under way.
 *
 * The chart of `purchases`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  pending: true as boolean,
  watched: true as boolean,
  visible: true as boolean,
  lookedAt: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchPurchases: 'pending' as Ends, // the slot purchases.fetchPurchases
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
    fetchPurchases: work('fetchPurchases'),
    watchPage: listener,
  },
  actions: {
    keepPurchases: says('keepPurchases'),
    keepError: says('keepError'),
    keepWatched: says('keepWatched'),
    keepShownView: says('keepShownView'),
    hide: says('hide'),
    keepShown: says('keepShown'),
    keepHidden: says('keepHidden'),
    readBalance: says('readBalance'),
  },
  guards: {
    pending: () => yes['pending'],
    watched: () => yes['watched'],
    visible: () => yes['visible'],
    lookedAt: () => yes['lookedAt'],
  },
  delays: {
    pause: 3_000,
    api: 35_000, // timeouts.apiMs + timeouts.loadMs
  },
}).createMachine({
  id: 'purchases',
  description: 'What was bought for the account: read when somebody wants to see it, and again while one is under way.',
  meta: { kind: 'service', spec: ['1.7', '7.5', '7.33'] },
  initial: 'reading',
  invoke: {
    id: 'watchPage',
    src: 'watchPage',
    onError: { description: 'Where nobody knows whether the page can be seen, it counts as seen.' },
  },
  on: {
    'page.shown': { actions: 'keepShown' },
    'page.hidden': { actions: 'keepHidden' },
    'modal.closed': { actions: 'hide' },
    'view.shown': { actions: { type: 'keepShownView' } },
    'purchases.watch': { actions: { type: 'keepWatched' } },
    'purchases.viewEntered': { target: '.reading', actions: { type: 'keepWatched', params: { isWatched: true } } },
    'purchases.load': '.reading',
  },
  states: {
    reading: {
      description: 'The API is asked for the purchases.',
      tags: 'busy',
      on: { 'purchases.viewEntered': { actions: { type: 'keepWatched', params: { isWatched: true } } } },
      invoke: {
        id: 'fetchPurchases',
        src: 'fetchPurchases',
        onDone: { target: 'deciding', actions: [{ type: 'readBalance' }, { type: 'keepPurchases' }] },
        onError: { target: 'failed', actions: { type: 'keepError' } },
      },
      after: { api: { target: 'failed', actions: { type: 'keepError' } } },
    },
    deciding: {
      description: 'Passing through: is one of them under way?',
      always: [{ guard: 'pending', target: 'pending' }, { target: 'ready' }],
    },
    pending: {
      description: 'One of them is under way.',
      initial: 'pausing',
      states: {
        pausing: {
          description: 'They were read a moment ago.',
          after: { pause: [{ guard: 'lookedAt', target: '#purchases.reading' }, { target: 'resting' }] },
        },
        resting: {
          description: 'Nobody looks; nothing is asked.',
          always: { guard: 'lookedAt', target: '#purchases.reading' },
        },
      },
    },
    ready: { description: 'None of them is under way.' },
    failed: { description: 'They could not be read. What was read before is kept.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
