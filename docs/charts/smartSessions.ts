/**
 * The permissions that the account granted to apps, fetched while the list is shown.
 *
 * The chart of `smartSessions` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isUnsupported: true as boolean,
  isShown: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchSessions: 'pending' as Ends, // the actor smartSessions.fetchSessions
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
    fetchSessions: work('fetchSessions'),
    sessionGrant: listener,
    sessionRevocation: listener,
  },
  actions: {
    setSessions: says('setSessions'),
    setCheckedAt: says('setCheckedAt'),
    setError: says('setError'),
    clearError: says('clearError'),
    setListVisible: says('setListVisible'),
    setHidden: says('setHidden'),
    reloadOutdated: says('reloadOutdated'),
    startGrant: says('startGrant'),
    startRevocation: says('startRevocation'),
    cancelFlows: says('cancelFlows'),
    settle: says('settle'),
    refresh: says('refresh'),
    emitRefused: says('emitRefused'),
  },
  guards: {
    isUnsupported: () => yes['isUnsupported'],
    isShown: () => yes['isShown'],
  },
  delays: {
    api: 15_000, // timeouts.apiMs
    expiry: 1_000, // worked out as it goes; a second here
  },
}).createMachine({
  id: 'smartSessions',
  description: 'The permissions that the account granted to apps, fetched while the list is shown.',
  meta: { kind: 'service', spec: ['1.9', '7.21'] },
  initial: 'deciding',
  on: {
    'modal.closed': { actions: 'setHidden' },
    'view.shown': { actions: [{ type: 'setListVisible' }, 'reloadOutdated'] },
    'smartSessions.grant': { actions: { type: 'startGrant' } },
    'smartSessions.revoke': { actions: { type: 'startRevocation' } },
    'smartSessions.cancel': { actions: { type: 'cancelFlows' } },
    'xstate.done.actor.*': { actions: [{ type: 'settle' }, { type: 'refresh' }] },
    'xstate.error.actor.*': { description: 'A flow that crashes does not affect the others.', actions: { type: 'settle' } },
  },
  states: {
    deciding: {
      description: 'Decides whether this account can have sessions, and whether the list is shown.',
      always: [
        { guard: 'isUnsupported', target: 'unsupported' },
        { guard: 'isShown', target: 'loading' },
        { target: 'idle' },
      ],
    },
    unsupported: {
      description: 'Accounts of this namespace have no sessions.',
      on: {
        'smartSessions.grant': { actions: { type: 'emitRefused' } },
        'smartSessions.revoke': { actions: { type: 'emitRefused' } },
      },
    },
    idle: {
      description: 'The list was not shown yet, so nothing was fetched.',
      on: { 'smartSessions.load': 'loading' },
    },
    loading: {
      description: 'The list is being fetched.',
      tags: 'busy',
      entry: 'clearError',
      invoke: {
        id: 'fetchSessions',
        src: 'fetchSessions',
        onDone: { target: 'ready', actions: { type: 'setSessions' } },
        onError: { target: 'failed', actions: { type: 'setError' } },
      },
      on: {
        'smartSessions.load': {
          description: 'The list that is being fetched may not include the last grant or revocation.',
          target: 'loading',
          reenter: true,
        },
        'view.shown': { actions: { type: 'setListVisible' } },
      },
      after: { api: { target: 'failed', actions: { type: 'setError' } } },
    },
    ready: {
      description: 'The list is loaded. It updates when a session expires.',
      on: { 'smartSessions.load': 'loading' },
      after: { expiry: { target: 'ready', reenter: true, actions: 'setCheckedAt' } },
    },
    failed: {
      description: 'The list could not be fetched. The last one is kept.',
      on: { 'smartSessions.load': 'loading', 'smartSessions.retry': 'loading' },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
