/**
 * Delivers analytics events to the app or to the API, one after the other. Off by default.
 *
 * The chart of `analytics` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isSentToSite: false as boolean,
  hasQueued: true as boolean,
  isEnabled: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchEnabled: 'pending' as Ends, // the actor analytics.fetchEnabled
  deliver: 'pending' as Ends, // the actor analytics.deliver
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
    fetchEnabled: work('fetchEnabled'),
    deliver: work('deliver'),
  },
  actions: {
    enqueue: says('enqueue'),
    dequeue: says('dequeue'),
    countLost: says('countLost'),
    clear: says('clear'),
  },
  guards: {
    isSentToSite: () => yes['isSentToSite'],
    hasQueued: () => yes['hasQueued'],
    isEnabled: () => yes['isEnabled'],
  },
  delays: {
    api: 15_000, // timeouts.apiMs
  },
}).createMachine({
  id: 'analytics',
  description: 'Delivers analytics events to the app or to the API, one after the other. Off by default.',
  meta: { kind: 'service', spec: ['1.13', '4.7', '4.8', '4.20'] },
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decides whether events go to the app or to the API.',
      always: [{ guard: 'isSentToSite', target: 'on.idle' }, { target: 'on' }],
    },
    off: { description: 'The project disabled analytics: nothing is kept and nothing is sent.', entry: 'clear' },
    on: {
      description: 'Events are kept until they are delivered.',
      initial: 'waiting',
      on: {
        'analytics.track': { actions: { type: 'enqueue' } },
        'modal.opened': { actions: { type: 'enqueue' } },
        'modal.closed': { actions: { type: 'enqueue' } },
        'view.shown': { actions: { type: 'enqueue' } },
        'account.connected': { actions: { type: 'enqueue' } },
        'account.disconnected': { actions: { type: 'enqueue' } },
        'activeAccount.changed': { actions: { type: 'enqueue' } },
        'network.changed': { actions: { type: 'enqueue' } },
      },
      states: {
        waiting: {
          description: 'Makes no requests until the user opens the modal or connects a wallet.',
          on: {
            'modal.opened': { target: 'checking', actions: { type: 'enqueue' } },
            'account.connected': { target: 'checking', actions: { type: 'enqueue' } },
          },
        },
        checking: {
          description: 'Asks the API whether the project enabled analytics. Without an answer they are off.',
          invoke: {
            id: 'fetchEnabled',
            src: 'fetchEnabled',
            onDone: [{ guard: { type: 'isEnabled' }, target: 'idle' }, { target: '#analytics.off' }],
            onError: '#analytics.off',
          },
          after: { api: '#analytics.off' },
        },
        idle: { description: 'Every event was delivered.', always: { guard: 'hasQueued', target: 'delivering' } },
        delivering: {
          description: 'The oldest event is being delivered. If that fails, the event is lost.',
          invoke: {
            id: 'deliver',
            src: 'deliver',
            onDone: { target: 'idle', actions: 'dequeue' },
            onError: { target: 'idle', actions: 'countLost' },
          },
          after: { api: { target: 'idle', actions: 'countLost' } },
        },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
