/**
 * The seconds that an offer has left, told in its last minute while somebody looks.
 *
 * The chart of `countdown`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  over: true as boolean,
  early: true as boolean,
}

/** What is listened to for as long as a state lasts; nothing is heard here. */
const listener = fromCallback(() => {})

/** Says what the product would do now. */
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
    over: () => yes['over'],
    early: () => yes['early'],
  },
  delays: {
    lastSeconds: 1_000, // worked out as it goes; a second here
    second: 1_000, // worked out as it goes; a second here
    end: 1_000, // worked out as it goes; a second here
  },
}).createMachine({
  id: 'countdown',
  description: 'The seconds that an offer has left, told in its last minute while somebody looks.',
  meta: { kind: 'flow', spec: ['2.6', '9.19'] },
  initial: 'deciding',
  invoke: {
    id: 'watchPage',
    src: 'watchPage',
    onError: { description: 'Where nobody can tell whether the page is seen, it counts as seen.' },
  },
  states: {
    deciding: {
      description: 'Passing through: how much is left?',
      entry: 'count',
      always: [{ guard: 'over', target: 'over' }, { guard: 'early', target: 'resting' }, { target: 'ticking' }],
    },
    resting: {
      description: 'There is time enough.',
      entry: 'forget',
      on: { 'page.hidden': 'unseen' },
      after: { lastSeconds: 'deciding' },
    },
    ticking: {
      description: 'The last seconds, one by one.',
      tags: 'ticking',
      on: { 'page.hidden': 'unseen' },
      after: { second: 'deciding' },
    },
    unseen: {
      description: 'Nobody looks, so nothing is counted.',
      entry: 'forget',
      on: { 'page.shown': 'deciding' },
      after: { end: 'over' },
    },
    over: { type: 'final', description: 'The time has passed.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
