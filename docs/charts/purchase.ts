/**
 * One purchase: the page of its seller in a window, and what becomes of it there.
 *
 * The chart of `purchase`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  resumed: true as boolean,
  told: true as boolean,
  found: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  leadWindow: 'pending' as Ends, // the slot purchase.leadWindow
  fetchPurchases: 'pending' as Ends, // the slot purchase.fetchPurchases
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
    watchWindow: listener,
    leadWindow: work('leadWindow'),
    fetchPurchases: work('fetchPurchases'),
    watchPage: listener,
  },
  actions: {
    keepLed: says('keepLed'),
    keepKnown: says('keepKnown'),
    keepClosed: says('keepClosed'),
    keepShown: says('keepShown'),
    keepHidden: says('keepHidden'),
    keepLookError: says('keepLookError'),
    letGo: says('letGo'),
    keepFailure: says('keepFailure'),
    keepBlocked: says('keepBlocked'),
    keepUnopened: says('keepUnopened'),
    keepFound: says('keepFound'),
    keepUnconfirmed: says('keepUnconfirmed'),
    keepUntold: says('keepUntold'),
  },
  guards: {
    resumed: () => yes['resumed'],
    told: () => yes['told'],
    found: () => yes['found'],
  },
  delays: {
    api: 35_000, // timeouts.apiMs + timeouts.loadMs
    pause: 4_000,
    watched: 180_000,
    untold: 3_600_000,
    hidden: 3_600_000,
  },
}).createMachine({
  id: 'purchase',
  description: 'One purchase: the page of its seller in a window, and what becomes of it there.',
  meta: { kind: 'flow', spec: ['1.7', '7.18', '7.33'] },
  initial: 'open',
  states: {
    open: {
      description: 'The visitor pays in the window of the seller.',
      invoke: {
        id: 'watchWindow',
        src: 'watchWindow',
        onError: { target: 'ended', actions: { type: 'keepFailure' } },
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
            onDone: [
              { guard: { type: 'told' }, target: 'watching', actions: { type: 'keepLed' } },
              { target: 'untold', actions: { type: 'keepLed' } },
            ],
            onError: { target: '#purchase.ended', actions: { type: 'keepFailure' } },
          },
          after: { api: { target: '#purchase.ended', actions: { type: 'keepFailure' } } },
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
                    onDone: [
                      {
                        guard: { type: 'found' },
                        target: '#purchase.open.leaving',
                        actions: { type: 'keepFound' },
                      },
                      { target: 'pausing', actions: { type: 'keepKnown' } },
                    ],
                    onError: { target: 'pausing', actions: { type: 'keepLookError' } },
                  },
                  after: { api: { target: 'pausing', actions: { type: 'keepLookError' } } },
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
          on: { 'purchase.windowClosed': { target: '#purchase.ended', actions: ['keepClosed', 'keepUntold'] } },
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
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
