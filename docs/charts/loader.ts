/**
 * Loads, starts and restarts one feature.
 *
 * The chart of `loader` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  there: true as boolean,
  wanted: true as boolean,
  restartable: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  load: 'pending' as Ends, // the slot loader.load
}
const work = (name: keyof typeof ends) =>
  fromPromise<unknown, unknown>(
    () =>
      new Promise((resolve, reject) => {
        if (ends[name] === 'done') setTimeout(resolve, 1_000)
        if (ends[name] === 'failed') setTimeout(reject, 1_000, new Error(`${name} failed`))
      }),
  )

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    load: work('load'),
  },
  actions: {
    keep: says('keep'),
    join: says('join'),
    leave: says('leave'),
    keepError: says('keepError'),
    alarm: says('alarm'),
    forgetError: says('forgetError'),
    sayDropped: says('sayDropped'),
    forgetWaiting: says('forgetWaiting'),
    start: says('start'),
    markThere: says('markThere'),
    handOn: says('handOn'),
    drop: says('drop'),
    report: says('report'),
    settle: says('settle'),
  },
  guards: {
    there: () => yes['there'],
    wanted: () => yes['wanted'],
    restartable: () => yes['restartable'],
  },
  delays: {
    load: 20_000, // timeouts.loadMs
  },
}).createMachine({
  id: 'loader',
  description: 'Loads, starts and restarts one feature.',
  meta: { kind: 'service', spec: ['2.12'] },
  initial: 'absent',
  on: {
    'feature.load': { target: '.loading', actions: { type: 'join' } },
    'feature.deliver': { target: '.loading', actions: { type: 'keep' } },
    'feature.cancel': { actions: { type: 'leave' } },
  },
  states: {
    absent: {
      description: 'Waits for the first command. A feature with `atOnce`, or one that crashed, loads immediately.',
      always: { guard: 'wanted', target: 'loading' },
    },
    loading: {
      description: 'The feature\'s code is being loaded, unless it is already available.',
      tags: 'busy',
      entry: 'forgetError',
      always: { guard: 'there', target: 'running', actions: 'start' },
      invoke: {
        id: 'load',
        src: 'load',
        onDone: { target: 'running', actions: ['markThere', 'start'] },
        onError: { target: 'failed', actions: { type: 'keepError' } },
      },
      on: { 'feature.load': { actions: { type: 'join' } }, 'feature.deliver': { actions: { type: 'keep' } } },
      after: { load: { target: 'failed', actions: { type: 'keepError', params: {} } } },
    },
    running: {
      description: 'The feature is running under its own name.',
      entry: { type: 'settle' },
      on: {
        'feature.load': { actions: [{ type: 'join' }, { type: 'settle' }] },
        'feature.deliver': { actions: { type: 'handOn' } },
        'xstate.error.actor.*': [
          { guard: 'restartable', target: 'absent', actions: ['drop', { type: 'report' }] },
          { target: 'stopped', actions: ['drop', { type: 'report' }] },
        ],
      },
    },
    failed: {
      description: 'The feature could not be loaded. Queued commands are dropped with a message: running them later could be unwanted.',
      entry: ['sayDropped', 'forgetWaiting', 'alarm', { type: 'settle' }],
    },
    stopped: {
      description: 'The feature crashed more often than it may be restarted.',
      on: { 'feature.load': { actions: [{ type: 'join' }, { type: 'settle' }] }, 'feature.deliver': {} },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
