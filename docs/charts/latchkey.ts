/**
 * The root: checks the configuration, starts every feature, and what belongs to the account that is active.
 *
 * The chart of `latchkey`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  present: true as boolean,
  faulty: true as boolean,
}

/** What is listened to for as long as a state lasts; nothing is heard here. */
const listener = fromCallback(() => {})

/** Says what the product would do now. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    loader: listener,
    scope: listener,
  },
  actions: {
    startFeatures: says('startFeatures'),
    keep: says('keep'),
    endScope: says('endScope'),
    beginScope: says('beginScope'),
    count: says('count'),
    emitCrashed: says('emitCrashed'),
    trackCrash: says('trackCrash'),
    trackReady: says('trackReady'),
    trackTogether: says('trackTogether'),
    disconnect: says('disconnect'),
  },
  guards: {
    present: () => yes['present'],
    faulty: () => yes['faulty'],
  },
  delays: {
    restoring: 21_000, // timeouts.restoringMs
  },
}).createMachine({
  id: 'latchkey',
  description: 'The root: checks the configuration, starts every feature, and what belongs to the account that is active.',
  meta: { kind: 'root', spec: ['1.1', '5.16'] },
  initial: 'checking',
  entry: 'startFeatures',
  on: {
    'latchkey.disconnect': { actions: [{ type: 'trackTogether' }, { type: 'disconnect' }] },
    'scope.changed': [
      { guard: { type: 'present' }, actions: ['keep', 'endScope', 'beginScope'] },
      { actions: ['keep', 'endScope'] },
    ],
    'latchkey.report': { actions: [{ type: 'count' }, { type: 'emitCrashed' }, { type: 'trackCrash' }] },
  },
  states: {
    checking: {
      description: 'Passing through: is the configuration good?',
      always: [{ guard: 'faulty', target: 'misconfigured' }, { target: 'restoring' }],
    },
    misconfigured: { description: 'The configuration has faults; the context lists them.' },
    restoring: {
      description: 'What an earlier visit left is being read.',
      on: { 'memory.restored': 'running' },
      after: { restoring: 'running' },
    },
    running: { description: 'Everything works.', entry: 'trackReady' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
