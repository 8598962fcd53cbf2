/**
 * Shows the requests of apps to a wallet one at a time, in the order in which they arrived.
 *
 * The chart of `requestQueue` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isDisabled: true as boolean,
  hasWaiting: true as boolean,
  isNew: true as boolean,
  isCrowded: true as boolean,
  isDropped: true as boolean,
}

/** A listener that receives no events. */
const listener = fromCallback(() => {})

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    sessionRequest: listener,
  },
  actions: {
    addSeen: says('addSeen'),
    add: says('add'),
    show: says('show'),
    showNext: says('showNext'),
    close: says('close'),
    updateSession: says('updateSession'),
    removeRequests: says('removeRequests'),
    notifyCrowded: says('notifyCrowded'),
    notifyClosed: says('notifyClosed'),
  },
  guards: {
    isDisabled: () => yes['isDisabled'],
    hasWaiting: () => yes['hasWaiting'],
    isNew: () => yes['isNew'],
    isCrowded: () => yes['isCrowded'],
    isDropped: () => yes['isDropped'],
  },
  delays: {
    rest: 1_000,
  },
}).createMachine({
  id: 'requestQueue',
  description: 'Shows the requests of apps to a wallet one at a time, in the order in which they arrived.',
  meta: { kind: 'service', spec: ['4.37'] },
  initial: 'validating',
  on: {
    'requestQueue.add': [
      {
        description: 'The session has too many waiting requests already.',
        guard: { type: 'isCrowded' },
        actions: [{ type: 'addSeen' }, { type: 'notifyCrowded' }],
      },
      { guard: { type: 'isNew' }, actions: [{ type: 'addSeen' }, { type: 'add' }] },
    ],
    'requestQueue.know': { actions: { type: 'updateSession' } },
    'requestQueue.drop': { actions: { type: 'removeRequests' } },
  },
  states: {
    validating: {
      description: 'Checks whether requests are shown one at a time.',
      always: [{ guard: 'isDisabled', target: 'disabled' }, { target: 'idle' }],
    },
    idle: { description: 'No request is shown or waiting.', always: { guard: 'hasWaiting', target: 'active' } },
    active: {
      description: 'One request is shown; the others wait.',
      tags: 'busy',
      entry: 'showNext',
      on: {
        'xstate.done.actor.*': [
          {
            description: 'The session of the request ended, so the next request can be shown immediately.',
            guard: { type: 'isDropped' },
            target: 'idle',
            actions: [{ type: 'close' }, { type: 'notifyClosed' }],
          },
          { target: 'resting', actions: [{ type: 'close' }, { type: 'notifyClosed' }] },
        ],
        'xstate.error.actor.*': { target: 'resting', actions: [{ type: 'close' }, { type: 'notifyClosed' }] },
      },
    },
    resting: {
      description: 'No request is shown for a moment, so that a tap meant for one request does not answer the next.',
      tags: 'busy',
      after: { rest: 'idle' },
    },
    disabled: {
      description: 'All requests are shown as they arrive.',
      on: {
        'requestQueue.add': [
          {
            description: 'The session has too many waiting requests already.',
            guard: { type: 'isCrowded' },
            actions: [{ type: 'addSeen' }, { type: 'notifyCrowded' }],
          },
          { guard: { type: 'isNew' }, actions: [{ type: 'addSeen' }, { type: 'show' }] },
        ],
        'xstate.done.actor.*': { actions: [{ type: 'close' }, { type: 'notifyClosed' }] },
        'xstate.error.actor.*': { actions: [{ type: 'close' }, { type: 'notifyClosed' }] },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
