/**
 * What the API serves, whether the project may be used on this page, and what its refusals mean.
 *
 * The chart of `project`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  configured: true as boolean,
  provided: true as boolean,
  meaningful: true as boolean,
  foreign: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchSupportedChains: 'pending' as Ends, // the slot project.fetchSupportedChains
  fetchAllowedOrigins: 'pending' as Ends, // the slot project.fetchAllowedOrigins
}
const work = (name: keyof typeof ends) =>
  fromPromise<unknown, unknown>(
    () =>
      new Promise((resolve, reject) => {
        if (ends[name] === 'done') setTimeout(resolve, 1_000)
        if (ends[name] === 'failed') setTimeout(reject, 1_000, new Error(`${name} failed`))
      }),
  )

/** What is listened to for as long as a state lasts; nothing is heard here. */
const listener = fromCallback(() => {})

/** Says what the product would do now. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    fetchSupportedChains: work('fetchSupportedChains'),
    fetchAllowedOrigins: work('fetchAllowedOrigins'),
    watchCalls: listener,
  },
  actions: {
    keepSupported: says('keepSupported'),
    keepOrigin: says('keepOrigin'),
    keepError: says('keepError'),
    alertMissing: says('alertMissing'),
    alert: says('alert'),
  },
  guards: {
    configured: () => yes['configured'],
    provided: () => yes['provided'],
    meaningful: () => yes['meaningful'],
    foreign: () => yes['foreign'],
  },
  delays: {
    api: 15_000, // timeouts.apiMs
  },
}).createMachine({
  id: 'project',
  description: 'What the API serves, whether the project may be used on this page, and what its refusals mean.',
  meta: {
    kind: 'service',
    spec: [
      '5.8',
      '5.17',
      '5.18',
      '7.3',
      '7.32',
      '8.18',
      '8.21',
      '8.22',
      '8.23',
      '8.24',
      '8.25',
      '8.26',
      '8.27',
      '9.39',
    ],
  },
  initial: 'deciding',
  invoke: { id: 'watchCalls', src: 'watchCalls', onError: { actions: { type: 'keepError' } } },
  on: { 'call.failed': { guard: { type: 'meaningful' }, actions: { type: 'alert' } } },
  states: {
    deciding: {
      description: 'Passing through: is there a project at all?',
      always: [{ guard: 'configured', target: 'idle' }, { target: 'unconfigured' }],
    },
    unconfigured: {
      description: 'Without a project id nothing is asked; whoever wants what needs one has the developers told [5.18].',
      on: {
        'project.load': { actions: 'alertMissing' },
        'project.need': { actions: 'alertMissing' },
        'view.shown': { guard: { type: 'provided' }, actions: 'alertMissing' },
      },
    },
    idle: {
      description: 'Nothing is asked before the visitor sees the modal, or is connected.',
      on: {
        'project.load': 'loading',
        'modal.opened': 'loading',
        'modal.shown': 'loading',
        'account.connected': 'loading',
      },
    },
    loading: {
      description: 'Which networks does the API serve?',
      tags: 'busy',
      invoke: {
        id: 'fetchSupportedChains',
        src: 'fetchSupportedChains',
        onDone: { target: 'checking', actions: { type: 'keepSupported' } },
        onError: { target: 'failed', actions: { type: 'keepError' } },
      },
      after: { api: { target: 'failed', actions: { type: 'keepError' } } },
    },
    checking: {
      description: 'May the project be used here? If nobody can tell, nothing is said: only a real answer is an alert.',
      tags: 'busy',
      invoke: {
        id: 'fetchAllowedOrigins',
        src: 'fetchAllowedOrigins',
        onDone: [
          {
            guard: { type: 'foreign' },
            target: 'ready',
            actions: [{ type: 'keepOrigin' }, { type: 'alert' }],
          },
          { target: 'ready', actions: { type: 'keepOrigin' } },
        ],
        onError: 'ready',
      },
      after: { api: 'ready' },
    },
    ready: { description: 'What the API serves is known.' },
    failed: {
      description: 'What the API serves is not known; the next who needs it asks again.',
      on: {
        'project.load': 'loading',
        'modal.opened': 'loading',
        'modal.shown': 'loading',
        'account.connected': 'loading',
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
