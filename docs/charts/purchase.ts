/**
 * One purchase: opens the seller's page in a window and checks for the result.
 *
 * The chart of `purchase` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isResumed: true as boolean,
  isReported: true as boolean,
  hasPurchase: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  leadWindow: 'pending' as Ends, // the actor purchase.leadWindow
  fetchPurchases: 'pending' as Ends, // the actor purchase.fetchPurchases
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
    watchWindow: listener,
    leadWindow: work('leadWindow'),
    fetchPurchases: work('fetchPurchases'),
    watchPage: listener,
  },
  actions: {
    setLed: says('setLed'),
    setKnown: says('setKnown'),
    setClosed: says('setClosed'),
    setShown: says('setShown'),
    setHidden: says('setHidden'),
    setLookError: says('setLookError'),
    detachWindow: says('detachWindow'),
    setFailure: says('setFailure'),
    setBlocked: says('setBlocked'),
    setUnopened: says('setUnopened'),
    setFound: says('setFound'),
    setUnconfirmed: says('setUnconfirmed'),
    setUntold: says('setUntold'),
  },
  guards: {
    isResumed: () => yes['isResumed'],
    isReported: () => yes['isReported'],
    hasPurchase: () => yes['hasPurchase'],
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
  description: 'One purchase: opens the seller\'s page in a window and checks for the result.',
  meta: { kind: 'flow', spec: ['1.7', '7.18', '7.33'] },
  initial: 'open',
  states: {
    open: {
      description: 'The user pays in the seller\'s window.',
      invoke: {
        id: 'watchWindow',
        src: 'watchWindow',
        onError: { target: 'ended', actions: { type: 'setFailure' } },
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
          always: [{ guard: 'isResumed', target: 'watching' }, { target: 'leading' }],
        },
        leading: {
          description: 'The URL of the seller\'s page is being fetched, and is then opened in the window.',
          tags: 'leading',
          on: {
            'purchase.leave': '#purchase.ended',
            'purchase.windowClosed': { target: '#purchase.ended', actions: ['setClosed', 'setUnopened'] },
          },
          invoke: {
            id: 'leadWindow',
            src: 'leadWindow',
            onDone: [
              { guard: { type: 'isReported' }, target: 'watching', actions: { type: 'setLed' } },
              { target: 'untold', actions: { type: 'setLed' } },
            ],
            onError: { target: '#purchase.ended', actions: { type: 'setFailure' } },
          },
          after: { api: { target: '#purchase.ended', actions: { type: 'setFailure' } } },
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
                    onDone: [
                      {
                        guard: { type: 'hasPurchase' },
                        target: '#purchase.open.leaving',
                        actions: { type: 'setFound' },
                      },
                      { target: 'pausing', actions: { type: 'setKnown' } },
                    ],
                    onError: { target: 'pausing', actions: { type: 'setLookError' } },
                  },
                  after: { api: { target: 'pausing', actions: { type: 'setLookError' } } },
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
        untold: {
          description: 'The seller does not report the result. Waits until the window is closed.',
          tags: 'untold',
          on: { 'purchase.windowClosed': { target: '#purchase.ended', actions: ['setClosed', 'setUntold'] } },
          after: { untold: { target: 'leaving', actions: 'setUntold' } },
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
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
