/**
 * Shows what pages ask of a wallet one at a time, in the order in which it came.
 *
 * The chart of `requestQueue`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  disabled: true as boolean,
  some: true as boolean,
  fresh: true as boolean,
  crowded: true as boolean,
  dropped: true as boolean,
}

/** What is listened to for as long as a state lasts; nothing is heard here. */
const listener = fromCallback(() => {})

/** Says what the product would do now. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    sessionRequest: listener,
  },
  actions: {
    note: says('note'),
    add: says('add'),
    show: says('show'),
    showNext: says('showNext'),
    close: says('close'),
    know: says('know'),
    drop: says('drop'),
    tellCrowded: says('tellCrowded'),
    tellClosed: says('tellClosed'),
  },
  guards: {
    disabled: () => yes['disabled'],
    some: () => yes['some'],
    fresh: () => yes['fresh'],
    crowded: () => yes['crowded'],
    dropped: () => yes['dropped'],
  },
  delays: {
    rest: 1_000,
  },
}).createMachine({
  id: 'requestQueue',
  description: 'Shows what pages ask of a wallet one at a time, in the order in which it came.',
  meta: { kind: 'service', spec: ['4.37'] },
  initial: 'validating',
  on: {
    'requestQueue.add': [
      {
        description: 'Too much of one session waits already.',
        guard: { type: 'crowded' },
        actions: [{ type: 'note' }, { type: 'tellCrowded' }],
      },
      { guard: { type: 'fresh' }, actions: [{ type: 'note' }, { type: 'add' }] },
    ],
    'requestQueue.know': { actions: { type: 'know' } },
    'requestQueue.drop': { actions: { type: 'drop' } },
  },
  states: {
    validating: {
      description: 'Passing through: is one shown at a time?',
      always: [{ guard: 'disabled', target: 'disabled' }, { target: 'idle' }],
    },
    idle: { description: 'Nothing is shown, nothing waits.', always: { guard: 'some', target: 'active' } },
    active: {
      description: 'One request is shown; the others wait.',
      tags: 'busy',
      entry: 'showNext',
      on: {
        'xstate.done.actor.*': [
          {
            description: 'Its session ended: nobody looks at it any more, and the next one may be shown at once.',
            guard: { type: 'dropped' },
            target: 'idle',
            actions: [{ type: 'close' }, { type: 'tellClosed' }],
          },
          { target: 'resting', actions: [{ type: 'close' }, { type: 'tellClosed' }] },
        ],
        'xstate.error.actor.*': { target: 'resting', actions: [{ type: 'close' }, { type: 'tellClosed' }] },
      },
    },
    resting: {
      description: 'A moment in which nothing is shown, so that no tap meant for one request answers the next.',
      tags: 'busy',
      after: { rest: 'idle' },
    },
    disabled: {
      description: 'Everything is shown as it comes.',
      on: {
        'requestQueue.add': [
          {
            description: 'Too much of one session waits already.',
            guard: { type: 'crowded' },
            actions: [{ type: 'note' }, { type: 'tellCrowded' }],
          },
          { guard: { type: 'fresh' }, actions: [{ type: 'note' }, { type: 'show' }] },
        ],
        'xstate.done.actor.*': { actions: [{ type: 'close' }, { type: 'tellClosed' }] },
        'xstate.error.actor.*': { actions: [{ type: 'close' }, { type: 'tellClosed' }] },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
