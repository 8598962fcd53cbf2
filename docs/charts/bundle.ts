/**
 * One sent bundle of calls: its status is checked until it is final or can no longer be fetched.
 *
 * The chart of `bundle` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  'hasStatus → success': true as boolean,
  'hasStatus → reverted': true as boolean,
  'hasStatus → partlyReverted': true as boolean,
  'hasStatus → failed': true as boolean,
  hasPollsLeft: false as boolean,
  isIdUnknown: true as boolean,
  isOwnWalletDisconnected: true as boolean,
}
const asks = (name: string) => (_: unknown, params: { to: string } | undefined) =>
  yes[(params ? `${name} → ${params.to}` : name) as keyof typeof yes]

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchStatus: 'pending' as Ends, // the actor bundle.fetchStatus
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
    fetchStatus: work('fetchStatus'),
    watchPage: listener,
  },
  actions: {
    countPoll: says('countPoll'),
    setStatus: says('setStatus'),
    setFailure: says('setFailure'),
    setLeaving: says('setLeaving'),
    setSilence: says('setSilence'),
    broadcastSettled: says('broadcastSettled'),
    showSettled: says('showSettled'),
    refreshBalance: says('refreshBalance'),
  },
  guards: {
    hasStatus: asks('hasStatus'),
    hasPollsLeft: () => yes['hasPollsLeft'],
    isIdUnknown: () => yes['isIdUnknown'],
    isOwnWalletDisconnected: () => yes['isOwnWalletDisconnected'],
  },
  delays: {
    look: 25_000, // timeouts.receiptMs
    next: 1_000, // worked out as it goes; a second here
    hidden: 86_400_000,
  },
}).createMachine({
  id: 'bundle',
  description: 'One sent bundle of calls: its status is checked until it is final or can no longer be fetched.',
  meta: { kind: 'item', spec: ['4.34'] },
  initial: 'polling',
  invoke: { id: 'watchPage', src: 'watchPage', onError: { actions: [] } },
  on: {
    'account.disconnected': { guard: { type: 'isOwnWalletDisconnected' }, target: '.unknown', actions: 'setLeaving' },
  },
  states: {
    polling: {
      description: 'Waits for the status from the wallet, or from the chain if the calls were sent one by one.',
      tags: 'busy',
      entry: 'countPoll',
      on: { 'page.hidden': 'hidden' },
      invoke: {
        id: 'fetchStatus',
        src: 'fetchStatus',
        onDone: [
          {
            guard: { type: 'hasStatus', params: { to: 'success' } },
            target: 'success',
            actions: { type: 'setStatus' },
          },
          {
            guard: { type: 'hasStatus', params: { to: 'reverted' } },
            target: 'reverted',
            actions: { type: 'setStatus' },
          },
          {
            guard: { type: 'hasStatus', params: { to: 'partlyReverted' } },
            target: 'partlyReverted',
            actions: { type: 'setStatus' },
          },
          {
            guard: { type: 'hasStatus', params: { to: 'failed' } },
            target: 'failed',
            actions: { type: 'setStatus' },
          },
          { guard: 'hasPollsLeft', target: 'waiting', actions: { type: 'setStatus' } },
          { target: 'unknown', actions: [{ type: 'setStatus' }, 'setSilence'] },
        ],
        onError: [
          { guard: { type: 'isIdUnknown' }, target: 'unknown', actions: { type: 'setFailure' } },
          { guard: 'hasPollsLeft', target: 'waiting' },
          { target: 'unknown', actions: 'setSilence' },
        ],
      },
      after: { look: [{ guard: 'hasPollsLeft', target: 'waiting' }, { target: 'unknown', actions: 'setSilence' }] },
    },
    waiting: {
      description: 'The bundle is pending. Waits for the next check.',
      on: { 'page.hidden': 'hidden' },
      after: { next: 'polling' },
    },
    hidden: {
      description: 'The page is hidden, so the status is not checked.',
      on: {
        'page.shown': [{ guard: 'hasPollsLeft', target: 'polling' }, { target: 'unknown', actions: 'setSilence' }],
      },
      after: { hidden: { target: 'unknown', actions: 'setSilence' } },
    },
    success: {
      type: 'final',
      description: 'All calls succeeded.',
      entry: ['broadcastSettled', 'refreshBalance', 'showSettled'],
    },
    reverted: {
      type: 'final',
      description: 'All calls were reverted.',
      entry: ['broadcastSettled', 'refreshBalance', 'showSettled'],
    },
    partlyReverted: {
      type: 'final',
      description: 'Some calls were reverted or never sent.',
      entry: ['broadcastSettled', 'refreshBalance', 'showSettled'],
    },
    failed: { type: 'final', description: 'No call is on the chain, and none will be.' },
    unknown: {
      type: 'final',
      description: 'The status was checked as often as allowed, or can no longer be fetched.',
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
