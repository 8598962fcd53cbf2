/**
 * Counts down the last minute of an offer, while the page is visible.
 *
 * The chart of `countdown` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isOver: true as boolean,
  isBeforeLastSeconds: true as boolean,
}

/** A listener that receives no events. */
const listener = fromCallback(() => {})

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    watchPage: listener,
  },
  actions: {
    count: says('count'),
    forget: says('forget'),
  },
  guards: {
    isOver: () => yes['isOver'],
    isBeforeLastSeconds: () => yes['isBeforeLastSeconds'],
  },
  delays: {
    lastSeconds: 1_000, // worked out as it goes; a second here
    second: 1_000, // worked out as it goes; a second here
    end: 1_000, // worked out as it goes; a second here
  },
}).createMachine({
  id: 'countdown',
  description: 'Counts down the last minute of an offer, while the page is visible.',
  meta: { kind: 'flow', spec: ['2.6', '9.19'] },
  initial: 'deciding',
  invoke: {
    id: 'watchPage',
    src: 'watchPage',
    onError: { description: 'If the visibility of the page is unknown, it counts as visible.' },
  },
  states: {
    deciding: {
      description: 'Computes how much time is left.',
      entry: 'count',
      always: [
        { guard: 'isOver', target: 'over' },
        { guard: 'isBeforeLastSeconds', target: 'waiting' },
        { target: 'ticking' },
      ],
    },
    waiting: {
      description: 'More than a minute is left. Waits for the last minute.',
      entry: 'forget',
      on: { 'page.hidden': 'hidden' },
      after: { lastSeconds: 'deciding' },
    },
    ticking: {
      description: 'The last minute is counted down, second by second.',
      tags: 'ticking',
      on: { 'page.hidden': 'hidden' },
      after: { second: 'deciding' },
    },
    hidden: {
      description: 'The page is hidden, so nothing is counted.',
      entry: 'forget',
      on: { 'page.shown': 'deciding' },
      after: { end: 'over' },
    },
    over: { type: 'final', description: 'The offer\'s time is over.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
