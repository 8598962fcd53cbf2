/**
 * Fetches which networks the API serves, checks whether the project may be used on this page, and explains API errors.
 *
 * The chart of `project` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isConfigured: true as boolean,
  isProvided: true as boolean,
  hasAlert: true as boolean,
  isForeignOrigin: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchSupportedChains: 'pending' as Ends, // the actor project.fetchSupportedChains
  fetchAllowedOrigins: 'pending' as Ends, // the actor project.fetchAllowedOrigins
}
const work = (name: keyof typeof ends) =>
  fromPromise<unknown, unknown>(
    () =>
      new Promise((resolve, reject) => {
        if (ends[name] === 'done') setTimeout(resolve, 1_000)
        if (ends[name] === 'failed') setTimeout(reject, 1_000, new Error(`${name} failed`))
      }),
  )

/** A listener that receives no events. */
const listener = fromCallback(() => {})

/** Logs the actions that the product would run. */
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
    setSupported: says('setSupported'),
    setOrigin: says('setOrigin'),
    setError: says('setError'),
    openMissingAlert: says('openMissingAlert'),
    openAlert: says('openAlert'),
  },
  guards: {
    isConfigured: () => yes['isConfigured'],
    isProvided: () => yes['isProvided'],
    hasAlert: () => yes['hasAlert'],
    isForeignOrigin: () => yes['isForeignOrigin'],
  },
  delays: {
    api: 15_000, // timeouts.apiMs
  },
}).createMachine({
  id: 'project',
  description: 'Fetches which networks the API serves, checks whether the project may be used on this page, and explains API errors.',
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
  invoke: { id: 'watchCalls', src: 'watchCalls', onError: { actions: { type: 'setError' } } },
  on: { 'call.failed': { guard: { type: 'hasAlert' }, actions: { type: 'openAlert' } } },
  states: {
    deciding: {
      description: 'Decides whether there is a project id.',
      always: [{ guard: 'isConfigured', target: 'idle' }, { target: 'unconfigured' }],
    },
    unconfigured: {
      description: 'There is no project id, so no requests are made. Something that needs one opens an alert for the developers [5.18].',
      on: {
        'project.load': { actions: 'openMissingAlert' },
        'project.need': { actions: 'openMissingAlert' },
        'view.shown': { guard: { type: 'isProvided' }, actions: 'openMissingAlert' },
      },
    },
    idle: {
      description: 'No requests are made before the modal is visible or a wallet is connected.',
      on: {
        'project.load': 'loading',
        'modal.opened': 'loading',
        'modal.shown': 'loading',
        'account.connected': 'loading',
      },
    },
    loading: {
      description: 'The networks that the API serves are being fetched.',
      tags: 'busy',
      invoke: {
        id: 'fetchSupportedChains',
        src: 'fetchSupportedChains',
        onDone: { target: 'checking', actions: { type: 'setSupported' } },
        onError: { target: 'failed', actions: { type: 'setError' } },
      },
      after: { api: { target: 'failed', actions: { type: 'setError' } } },
    },
    checking: {
      description: 'Checks whether the project may be used on this page. Only a definite answer opens an alert: errors and timeouts are ignored.',
      tags: 'busy',
      invoke: {
        id: 'fetchAllowedOrigins',
        src: 'fetchAllowedOrigins',
        onDone: [
          {
            guard: { type: 'isForeignOrigin' },
            target: 'ready',
            actions: [{ type: 'setOrigin' }, { type: 'openAlert' }],
          },
          { target: 'ready', actions: { type: 'setOrigin' } },
        ],
        onError: 'ready',
      },
      after: { api: 'ready' },
    },
    ready: { description: 'The networks that the API serves are known.' },
    failed: {
      description: 'The networks that the API serves are unknown. The next use fetches them again.',
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

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
