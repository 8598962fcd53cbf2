/**
 * Short messages to the visitor, one at a time. One that replaces another waits for a short gap; one that the view says itself is only read out.
 *
 * The chart of `snackbar`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  waits: true as boolean,
  stays: true as boolean,
  repeated: true as boolean,
  passes: true as boolean,
  comesBack: true as boolean,
}

/** Says what the product would do now. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actions: {
    keep: says('keep'),
    keepView: says('keepView'),
    drop: says('drop'),
  },
  guards: {
    waits: () => yes['waits'],
    stays: () => yes['stays'],
    repeated: () => yes['repeated'],
    passes: () => yes['passes'],
    comesBack: () => yes['comesBack'],
  },
  delays: {
    swapGap: 150,
    stay: 2_500,
  },
}).createMachine({
  id: 'snackbar',
  description: 'Short messages to the visitor, one at a time. One that replaces another waits for a short gap; one that the view says itself is only read out.',
  meta: { kind: 'service', spec: ['2.14', '9.10'] },
  initial: 'hidden',
  on: { 'view.shown': { actions: { type: 'keepView' } } },
  states: {
    hidden: {
      description: 'Nothing is said.',
      entry: 'drop',
      on: { 'snackbar.show': { target: 'showing', actions: { type: 'keep' } } },
    },
    showing: {
      description: 'A message is seen.',
      tags: ['visible', 'said'],
      always: { guard: 'repeated', target: 'withheld' },
      initial: 'passing',
      on: {
        'snackbar.show': { target: 'swapping', actions: { type: 'keep' } },
        'snackbar.hide': 'hidden',
        'scope.changed': { guard: 'waits', target: 'hidden', description: 'What was waited for was of another account.' },
      },
      states: {
        passing: {
          description: 'Goes by itself.',
          always: { guard: 'stays', target: 'staying' },
          after: { stay: '#snackbar.hidden' },
        },
        staying: { description: 'Stays until it is hidden or replaced.' },
      },
    },
    withheld: {
      description: 'The view that is shown says the same. What is still under way is seen once another view is shown.',
      tags: 'said',
      always: { guard: 'comesBack', target: 'showing' },
      on: {
        'snackbar.show': { target: 'swapping', actions: { type: 'keep' } },
        'snackbar.hide': 'hidden',
        'scope.changed': { guard: 'waits', target: 'hidden' },
      },
      after: { stay: { guard: 'passes', target: 'hidden' } },
    },
    swapping: {
      description: 'The gap between two messages, so that the change can be seen.',
      on: {
        'snackbar.show': { actions: { type: 'keep' } },
        'snackbar.hide': 'hidden',
        'scope.changed': { guard: 'waits', target: 'hidden' },
      },
      after: { swapGap: 'showing' },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
