/**
 * One sent transaction: confirmed, reverted, replaced, or not confirmed in time.
 *
 * The chart of `transaction` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  hasReceipt: true as boolean,
  isWatching: true as boolean,
  hasPollsLeft: false as boolean,
  isWatchedFurther: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  awaitReceipt: 'pending' as Ends, // the actor transaction.awaitReceipt
  readPlace: 'pending' as Ends, // the actor transaction.readPlace
  fetchReceipt: 'pending' as Ends, // the actor transaction.fetchReceipt
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
    awaitReceipt: work('awaitReceipt'),
    readPlace: work('readPlace'),
    fetchReceipt: work('fetchReceipt'),
  },
  actions: {
    setReceipt: says('setReceipt'),
    setPlace: says('setPlace'),
    broadcastPlaced: says('broadcastPlaced'),
    setError: says('setError'),
    forget: says('forget'),
    countPoll: says('countPoll'),
    broadcastSettled: says('broadcastSettled'),
    notifyDraft: says('notifyDraft'),
    showSettled: says('showSettled'),
    showTimedOut: says('showTimedOut'),
  },
  guards: {
    hasReceipt: () => yes['hasReceipt'],
    isWatching: () => yes['isWatching'],
    hasPollsLeft: () => yes['hasPollsLeft'],
    isWatchedFurther: () => yes['isWatchedFurther'],
  },
  delays: {
    receipt: 25_000, // timeouts.receiptMs
    poll: 30_000,
  },
}).createMachine({
  id: 'transaction',
  description: 'One sent transaction: confirmed, reverted, replaced, or not confirmed in time.',
  meta: { kind: 'item', spec: ['4.34', '9.8', '9.9'] },
  initial: 'confirming',
  on: { 'transaction.stop': { target: '.stopped', actions: 'forget' } },
  states: {
    confirming: {
      description: 'Waits for the receipt of the transaction.',
      tags: 'busy',
      invoke: [
        {
          id: 'awaitReceipt',
          src: 'awaitReceipt',
          onDone: { target: 'settled', actions: { type: 'setReceipt' } },
          onError: [
            { guard: 'isWatchedFurther', target: 'watching', actions: { type: 'setError' } },
            { target: 'timedOut', actions: { type: 'setError' } },
          ],
        },
        {
          id: 'readPlace',
          src: 'readPlace',
          onDone: { actions: [{ type: 'setPlace' }, { type: 'broadcastPlaced' }] },
          onError: { description: 'Without the place, a replacement cannot be detected later.' },
        },
      ],
      after: {
        receipt: [
          { guard: 'isWatchedFurther', target: 'watching' },
          { target: 'timedOut', actions: { type: 'setError' } },
        ],
      },
    },
    watching: {
      description: 'The transaction was not confirmed in time. Waits for the next poll.',
      after: { poll: 'polling' },
    },
    polling: {
      description: 'Polls for the receipt.',
      tags: 'busy',
      entry: 'countPoll',
      invoke: {
        id: 'fetchReceipt',
        src: 'fetchReceipt',
        onDone: [
          { guard: { type: 'hasReceipt' }, target: 'settled', actions: { type: 'setReceipt' } },
          { guard: 'hasPollsLeft', target: 'watching' },
          { target: 'unconfirmed' },
        ],
        onError: [
          { guard: 'hasPollsLeft', target: 'watching', actions: { type: 'setError' } },
          { target: 'unconfirmed', actions: { type: 'setError' } },
        ],
      },
      after: { receipt: [{ guard: 'hasPollsLeft', target: 'watching' }, { target: 'unconfirmed' }] },
    },
    settled: {
      description: 'The transaction was confirmed, reverted or replaced.',
      type: 'final',
      entry: ['broadcastSettled', { type: 'showSettled' }],
    },
    timedOut: {
      description: 'There was no receipt in time, and the app does not poll further.',
      type: 'final',
      entry: ['notifyDraft', 'showTimedOut'],
    },
    unconfirmed: { type: 'final', entry: 'notifyDraft', description: 'The maximum number of polls was reached.' },
    stopped: { type: 'final', description: 'Waiting was stopped.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
