/**
 * Decides when sessions end, and ends them.
 *
 * The chart of `signOut` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  hasMore: true as boolean,
  isEndedByDisconnecting: true as boolean,
  isEndedBySwitching: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  end: 'pending' as Ends, // the actor signOut.end
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
    end: work('end'),
  },
  actions: {
    enqueue: says('enqueue'),
    addWaiter: says('addWaiter'),
    stopWaiting: says('stopWaiting'),
    setError: says('setError'),
    dequeue: says('dequeue'),
    notifyEnded: says('notifyEnded'),
    settle: says('settle'),
    showFailed: says('showFailed'),
  },
  guards: {
    hasMore: () => yes['hasMore'],
    isEndedByDisconnecting: () => yes['isEndedByDisconnecting'],
    isEndedBySwitching: () => yes['isEndedBySwitching'],
  },
  delays: {
    end: 15_000, // timeouts.apiMs
  },
}).createMachine({
  id: 'signOut',
  description: 'Decides when sessions end, and ends them.',
  meta: { kind: 'service', spec: ['1.3'] },
  initial: 'idle',
  on: {
    'signOut.submit': {
      target: '.deciding',
      actions: [{ type: 'addWaiter' }, { type: 'enqueue', params: { whose: 'all' } }, 'notifyEnded'],
    },
    'signOut.cancel': { actions: { type: 'stopWaiting' } },
    'account.disconnected': { guard: 'isEndedByDisconnecting', target: '.deciding', actions: { type: 'enqueue' } },
    'account.connected': { guard: 'isEndedBySwitching', actions: { type: 'enqueue' }, target: '.deciding' },
    'account.changed': { guard: 'isEndedBySwitching', actions: { type: 'enqueue' }, target: '.deciding' },
    'account.networkChanged': { guard: 'isEndedBySwitching', actions: { type: 'enqueue' }, target: '.deciding' },
  },
  states: {
    idle: { description: 'No session is being ended.' },
    deciding: {
      description: 'Decides whether more sessions have to end.',
      always: [{ guard: 'hasMore', target: 'ending' }, { target: 'idle', actions: ['showFailed', 'settle'] }],
    },
    ending: {
      description: 'Sessions are being ended in the session store.',
      tags: 'busy',
      on: {
        'signOut.submit': { actions: [{ type: 'addWaiter' }, { type: 'enqueue', params: { whose: 'all' } }, 'notifyEnded'] },
        'account.disconnected': { guard: 'isEndedByDisconnecting', actions: { type: 'enqueue' } },
        'account.connected': { guard: 'isEndedBySwitching', actions: { type: 'enqueue' } },
        'account.changed': { guard: 'isEndedBySwitching', actions: { type: 'enqueue' } },
        'account.networkChanged': { guard: 'isEndedBySwitching', actions: { type: 'enqueue' } },
      },
      invoke: {
        id: 'end',
        src: 'end',
        onDone: { target: 'deciding', actions: 'dequeue' },
        onError: { target: 'deciding', actions: [{ type: 'setError' }, 'dequeue'] },
      },
      after: { end: { target: 'deciding', actions: [{ type: 'setError' }, 'dequeue'] } },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
