/**
 * The modal: open or closed, and the shake that shows that it cannot be closed.
 *
 * The chart of `modal` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isForced: true as boolean,
  isEmbedded: true as boolean,
  isLocked: true as boolean,
}

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actions: {
    broadcastOpened: says('broadcastOpened'),
    broadcastShown: says('broadcastShown'),
    broadcastClosed: says('broadcastClosed'),
    showView: says('showView'),
    emitUnanswered: says('emitUnanswered'),
    lock: says('lock'),
    unlock: says('unlock'),
  },
  guards: {
    isForced: () => yes['isForced'],
    isEmbedded: () => yes['isEmbedded'],
    isLocked: () => yes['isLocked'],
  },
  delays: {
    choose: 600_000, // timeouts.chooseMs
    shake: 500,
  },
}).createMachine({
  id: 'modal',
  description: 'The modal: open or closed, and the shake that shows that it cannot be closed.',
  meta: { kind: 'service', spec: ['2.9', '2.13', '2.15', '4.5', '4.7', '4.8', '4.9'] },
  initial: 'closed',
  on: {
    'modal.lock': { actions: { type: 'lock' } },
    'modal.unlock': { actions: 'unlock' },
    'modal.show': { actions: ['broadcastShown', 'showView'] },
  },
  states: {
    closed: {
      description: 'The modal is not shown. An embedded modal shows its home view.',
      on: { 'modal.open': { target: 'open', actions: { type: 'broadcastOpened' } } },
    },
    open: {
      description: 'The modal is shown.',
      tags: 'open',
      initial: 'still',
      on: {
        'modal.open': { target: 'open', reenter: true, actions: { type: 'broadcastOpened' } },
        'modal.rest': {
          description: 'An embedded modal cannot be closed. It counts as closed once it is back on its home view.',
          guard: 'isEmbedded',
          target: 'closed',
          actions: 'broadcastClosed',
        },
        'modal.close': [
          { guard: { type: 'isForced' }, target: 'closed', actions: 'broadcastClosed' },
          { guard: 'isLocked', target: '.shaking', reenter: false },
          { target: 'closed', actions: 'broadcastClosed' },
        ],
      },
      after: { choose: { actions: 'emitUnanswered' } },
      states: {
        still: { description: 'The modal does not shake.', on: { 'modal.shake': 'shaking' } },
        shaking: {
          description: 'The modal shakes: the shown view cannot be left yet.',
          tags: 'shaking',
          on: { 'modal.shake': {} },
          after: { shake: 'still' },
        },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
