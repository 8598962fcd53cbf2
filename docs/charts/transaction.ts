/**
 * One sent transaction: confirmed, reverted, replaced, or not confirmed in time.
 *
 * The chart of `transaction` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  found: true as boolean,
  watches: true as boolean,
  looksLeft: false as boolean,
  goesOn: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  awaitReceipt: 'pending' as Ends, // the slot transaction.awaitReceipt
  readPlace: 'pending' as Ends, // the slot transaction.readPlace
  fetchReceipt: 'pending' as Ends, // the slot transaction.fetchReceipt
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
    keepReceipt: says('keepReceipt'),
    keepPlace: says('keepPlace'),
    announcePlaced: says('announcePlaced'),
    keepError: says('keepError'),
    forget: says('forget'),
    countLook: says('countLook'),
    announceSettled: says('announceSettled'),
    tellDraft: says('tellDraft'),
    saySettled: says('saySettled'),
    sayTimedOut: says('sayTimedOut'),
  },
  guards: {
    found: () => yes['found'],
    watches: () => yes['watches'],
    looksLeft: () => yes['looksLeft'],
    goesOn: () => yes['goesOn'],
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
          onDone: { target: 'settled', actions: { type: 'keepReceipt' } },
          onError: [
            { guard: 'goesOn', target: 'watching', actions: { type: 'keepError' } },
            { target: 'timedOut', actions: { type: 'keepError' } },
          ],
        },
        {
          id: 'readPlace',
          src: 'readPlace',
          onDone: { actions: [{ type: 'keepPlace' }, { type: 'announcePlaced' }] },
          onError: { description: 'Without the place, a replacement cannot be detected later.' },
        },
      ],
      after: {
        receipt: [{ guard: 'goesOn', target: 'watching' }, { target: 'timedOut', actions: { type: 'keepError' } }],
      },
    },
    watching: {
      description: 'The transaction was not confirmed in time. Waits for the next poll.',
      after: { poll: 'looking' },
    },
    looking: {
      description: 'Polls for the receipt.',
      tags: 'busy',
      entry: 'countLook',
      invoke: {
        id: 'fetchReceipt',
        src: 'fetchReceipt',
        onDone: [
          { guard: { type: 'found' }, target: 'settled', actions: { type: 'keepReceipt' } },
          { guard: 'looksLeft', target: 'watching' },
          { target: 'gaveUp' },
        ],
        onError: [
          { guard: 'looksLeft', target: 'watching', actions: { type: 'keepError' } },
          { target: 'gaveUp', actions: { type: 'keepError' } },
        ],
      },
      after: { receipt: [{ guard: 'looksLeft', target: 'watching' }, { target: 'gaveUp' }] },
    },
    settled: {
      description: 'The transaction was confirmed, reverted or replaced.',
      type: 'final',
      entry: ['announceSettled', { type: 'saySettled' }],
    },
    timedOut: {
      description: 'There was no receipt in time, and the app does not poll further.',
      type: 'final',
      entry: ['tellDraft', 'sayTimedOut'],
    },
    gaveUp: { type: 'final', entry: 'tellDraft', description: 'The maximum number of polls was reached.' },
    stopped: { type: 'final', description: 'Waiting was stopped.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
