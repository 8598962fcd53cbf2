/**
 * Loads, starts and restarts one feature.
 *
 * The chart of `loader` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isLoaded: true as boolean,
  isNeeded: true as boolean,
  canRestart: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  load: 'pending' as Ends, // the actor loader.load
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
    enqueue: says('enqueue'),
    addAttempt: says('addAttempt'),
    removeAttempt: says('removeAttempt'),
    setError: says('setError'),
    openAlert: says('openAlert'),
    clearError: says('clearError'),
    showDropped: says('showDropped'),
    clearWaiting: says('clearWaiting'),
    startFeature: says('startFeature'),
    setLoaded: says('setLoaded'),
    forwardCommand: says('forwardCommand'),
    stopFeature: says('stopFeature'),
    reportCrash: says('reportCrash'),
    settleAttempts: says('settleAttempts'),
  },
  guards: {
    isLoaded: () => yes['isLoaded'],
    isNeeded: () => yes['isNeeded'],
    canRestart: () => yes['canRestart'],
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
    'feature.load': { target: '.loading', actions: { type: 'addAttempt' } },
    'feature.deliver': { target: '.loading', actions: { type: 'enqueue' } },
    'feature.cancel': { actions: { type: 'removeAttempt' } },
  },
  states: {
    absent: {
      description: 'Waits for the first command. A feature with `eager`, or one that crashed, loads immediately.',
      always: { guard: 'isNeeded', target: 'loading' },
    },
    loading: {
      description: 'The feature\'s code is being loaded, unless it is already available.',
      tags: 'busy',
      entry: 'clearError',
      always: { guard: 'isLoaded', target: 'running', actions: 'startFeature' },
      invoke: {
        id: 'load',
        src: 'load',
        onDone: { target: 'running', actions: ['setLoaded', 'startFeature'] },
        onError: { target: 'failed', actions: { type: 'setError' } },
      },
      on: {
        'feature.load': { actions: { type: 'addAttempt' } },
        'feature.deliver': { actions: { type: 'enqueue' } },
      },
      after: { load: { target: 'failed', actions: { type: 'setError', params: {} } } },
    },
    running: {
      description: 'The feature is running under its own name.',
      entry: { type: 'settleAttempts' },
      on: {
        'feature.load': { actions: [{ type: 'addAttempt' }, { type: 'settleAttempts' }] },
        'feature.deliver': { actions: { type: 'forwardCommand' } },
        'xstate.error.actor.*': [
          { guard: 'canRestart', target: 'absent', actions: ['stopFeature', { type: 'reportCrash' }] },
          { target: 'stopped', actions: ['stopFeature', { type: 'reportCrash' }] },
        ],
      },
    },
    failed: {
      description: 'The feature could not be loaded. Queued commands are dropped with a message: running them later could be unwanted.',
      entry: ['showDropped', 'clearWaiting', 'openAlert', { type: 'settleAttempts' }],
    },
    stopped: {
      description: 'The feature crashed more often than it may be restarted.',
      on: {
        'feature.load': { actions: [{ type: 'addAttempt' }, { type: 'settleAttempts' }] },
        'feature.deliver': {},
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
