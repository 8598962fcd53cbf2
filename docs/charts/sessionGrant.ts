/**
 * One grant of permissions: validated, registered with the API, granted by the wallet and activated.
 *
 * The chart of `sessionGrant` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isAnswered: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  check: 'pending' as Ends, // the actor sessionGrant.check
  add: 'pending' as Ends, // the actor sessionGrant.add
  activate: 'pending' as Ends, // the actor sessionGrant.activate
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
    check: work('check'),
    add: work('add'),
    activate: work('activate'),
  },
  actions: {
    setRequest: says('setRequest'),
    setAdded: says('setAdded'),
    setAnswer: says('setAnswer'),
    setGranted: says('setGranted'),
    setEnd: says('setEnd'),
    setOpened: says('setOpened'),
    submitRequest: says('submitRequest'),
    cancelRequest: says('cancelRequest'),
    leaveView: says('leaveView'),
    showFailed: says('showFailed'),
  },
  guards: {
    isAnswered: () => yes['isAnswered'],
  },
  delays: {
    api: 15_000, // timeouts.apiMs
    lost: 620_000, // timeouts.walletRequestMs + timeouts.walletRequestMs + timeouts.loadMs
  },
}).createMachine({
  id: 'sessionGrant',
  description: 'One grant of permissions: validated, registered with the API, granted by the wallet and activated.',
  meta: { kind: 'flow', spec: ['1.9'] },
  initial: 'checking',
  on: {
    'sessionGrant.cancel': { target: '.ended', actions: { type: 'setEnd', params: { outcome: { status: 'cancelled' } } } },
  },
  states: {
    checking: {
      description: 'The app\'s request is being validated, and checked against what the wallet can grant.',
      tags: 'busy',
      invoke: {
        id: 'check',
        src: 'check',
        onDone: { target: 'adding', actions: { type: 'setRequest' } },
        onError: { target: 'ended', actions: { type: 'setEnd' } },
      },
      after: { api: { target: 'ended', actions: { type: 'setEnd' } } },
    },
    adding: {
      description: 'The API is creating the session and a key that co-signs.',
      tags: 'busy',
      invoke: {
        id: 'add',
        src: 'add',
        onDone: { target: 'requesting', actions: { type: 'setAdded' } },
        onError: { target: 'ended', actions: { type: 'setEnd' } },
      },
      after: { api: { target: 'ended', actions: { type: 'setEnd' } } },
    },
    requesting: {
      description: 'The wallet shows the requested permissions.',
      tags: 'busy',
      entry: ['setOpened', 'submitRequest'],
      on: {
        'sessionGrant.cancel': {
          target: 'ended',
          actions: [{ type: 'setEnd', params: { outcome: { status: 'cancelled' } } }, 'cancelRequest', 'leaveView'],
        },
        'requests.settled': [
          { guard: { type: 'isAnswered' }, target: 'activating', actions: { type: 'setAnswer' } },
          { target: 'ended', actions: [{ type: 'setEnd' }, 'leaveView'] },
        ],
      },
      after: { lost: { target: 'ended', actions: [{ type: 'setEnd' }, 'cancelRequest', 'leaveView'] } },
    },
    activating: {
      description: 'The wallet granted the permissions. The API is being notified, so that its key signs.',
      tags: 'busy',
      invoke: {
        id: 'activate',
        src: 'activate',
        onDone: { target: 'granted', actions: { type: 'setGranted' } },
        onError: { target: 'ended', actions: [{ type: 'setEnd' }, 'leaveView', 'showFailed'] },
      },
      on: {
        'sessionGrant.cancel': {
          target: 'ended',
          actions: [{ type: 'setEnd', params: { outcome: { status: 'cancelled' } } }, 'leaveView'],
        },
      },
      after: { api: { target: 'ended', actions: [{ type: 'setEnd' }, 'leaveView', 'showFailed'] } },
    },
    granted: { type: 'final', description: 'The session can be used.' },
    ended: { type: 'final', description: 'There is no usable session, as the outcome says.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
