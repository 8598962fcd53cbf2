/**
 * Short messages to the user, one at a time. A new message replaces the current one after a short gap. A message that the view shows itself is only read out.
 *
 * The chart of `snackbar` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isLoading: true as boolean,
  isPersistent: true as boolean,
  isShownByView: true as boolean,
  isTemporary: true as boolean,
  isShownAgain: true as boolean,
}

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actions: {
    setMessage: says('setMessage'),
    setView: says('setView'),
    clearMessage: says('clearMessage'),
  },
  guards: {
    isLoading: () => yes['isLoading'],
    isPersistent: () => yes['isPersistent'],
    isShownByView: () => yes['isShownByView'],
    isTemporary: () => yes['isTemporary'],
    isShownAgain: () => yes['isShownAgain'],
  },
  delays: {
    swapGap: 150,
    stay: 2_500,
  },
}).createMachine({
  id: 'snackbar',
  description: 'Short messages to the user, one at a time. A new message replaces the current one after a short gap. A message that the view shows itself is only read out.',
  meta: { kind: 'service', spec: ['2.14', '9.10'] },
  initial: 'hidden',
  on: { 'view.shown': { actions: { type: 'setView' } } },
  states: {
    hidden: {
      description: 'No message is shown.',
      entry: 'clearMessage',
      on: { 'snackbar.show': { target: 'showing', actions: { type: 'setMessage' } } },
    },
    showing: {
      description: 'A message is shown.',
      tags: ['visible', 'said'],
      always: { guard: 'isShownByView', target: 'withheld' },
      initial: 'passing',
      on: {
        'snackbar.show': { target: 'swapping', actions: { type: 'setMessage' } },
        'snackbar.hide': 'hidden',
        'activeAccount.changed': {
          guard: 'isLoading',
          target: 'hidden',
          description: 'The loading message belonged to another account.',
        },
      },
      states: {
        passing: {
          description: 'The message disappears after a while.',
          always: { guard: 'isPersistent', target: 'staying' },
          after: { stay: '#snackbar.hidden' },
        },
        staying: { description: 'The message stays until it is hidden or replaced.' },
      },
    },
    withheld: {
      description: 'The view shows the same message. A message that stays is shown again once another view is shown.',
      tags: 'said',
      always: { guard: 'isShownAgain', target: 'showing' },
      on: {
        'snackbar.show': { target: 'swapping', actions: { type: 'setMessage' } },
        'snackbar.hide': 'hidden',
        'activeAccount.changed': { guard: 'isLoading', target: 'hidden' },
      },
      after: { stay: { guard: 'isTemporary', target: 'hidden' } },
    },
    swapping: {
      description: 'A short gap between two messages, so that the user notices the change.',
      on: {
        'snackbar.show': { actions: { type: 'setMessage' } },
        'snackbar.hide': 'hidden',
        'activeAccount.changed': { guard: 'isLoading', target: 'hidden' },
      },
      after: { swapGap: 'showing' },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
