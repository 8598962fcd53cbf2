/**
 * One purchase: opens the seller's page in a window and checks for the result.
 *
 * The chart of `purchase` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  resumed: true as boolean,
  told: true as boolean,
  found: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
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
  description: 'One purchase: opens the seller\'s page in a window and checks for the result.',
  meta: { kind: 'flow', spec: ['1.7', '7.18', '7.33'] },
  initial: 'open',
  states: {
    open: {
      description: 'The user pays in the seller\'s window.',
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
          description: 'Checks whether the purchase is new or is being checked again.',
          always: [{ guard: 'resumed', target: 'watching' }, { target: 'leading' }],
        },
        leading: {
          description: 'The URL of the seller\'s page is being fetched, and is then opened in the window.',
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
              description: 'The page is hidden. Nothing is requested until the user returns.',
              on: { 'page.shown': { target: 'watched.looking', actions: 'keepShown' } },
              after: { hidden: { target: '#purchase.open.leaving', actions: 'keepUnconfirmed' } },
            },
          },
        },
        untold: {
          description: 'The seller does not report the result. Waits until the window is closed.',
          tags: 'untold',
          on: { 'purchase.windowClosed': { target: '#purchase.ended', actions: ['keepClosed', 'keepUntold'] } },
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
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
