/**
 * One feature: not there, loading, running, or not to be had.
 *
 * The chart of `loader`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  there: true as boolean,
  wanted: true as boolean,
  restartable: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
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

/** Says what the product would do now. */
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
  description: 'One feature: not there, loading, running, or not to be had.',
  meta: { kind: 'service', spec: ['2.12'] },
  initial: 'absent',
  on: {
    'feature.load': { target: '.loading', actions: { type: 'join' } },
    'feature.deliver': { target: '.loading', actions: { type: 'keep' } },
    'feature.cancel': { actions: { type: 'leave' } },
  },
  states: {
    absent: {
      description: 'Nobody has asked for it. Some features wait for nobody, and whoever looks at one that stopped waits for it.',
      always: { guard: 'wanted', target: 'loading' },
    },
    loading: {
      description: 'Its code is on the way, or there.',
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
      description: 'It is there, under its own name.',
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
      description: 'It could not be loaded. What was asked of it is dropped, and that is said: it would be done later than anybody meant.',
      entry: ['sayDropped', 'forgetWaiting', 'alarm', { type: 'settle' }],
    },
    stopped: {
      description: 'It stopped by mistake more often than it is started again.',
      on: { 'feature.load': { actions: [{ type: 'join' }, { type: 'settle' }] }, 'feature.deliver': {} },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
