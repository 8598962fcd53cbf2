/**
 * One sent transaction: confirmed, undone, or not heard of in time.
 *
 * The chart of `transaction`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  found: true as boolean,
  watches: true as boolean,
  looksLeft: false as boolean,
  goesOn: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
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

/** Says what the product would do now. */
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
  description: 'One sent transaction: confirmed, undone, or not heard of in time.',
  meta: { kind: 'item', spec: ['4.34', '9.8', '9.9'] },
  initial: 'confirming',
  on: { 'transaction.stop': { target: '.stopped', actions: 'forget' } },
  states: {
    confirming: {
      description: 'The network is asked for the receipt, and answers once it has one.',
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
          onError: { description: 'What is taken up in its place is then not heard of later.' },
        },
      ],
      after: {
        receipt: [{ guard: 'goesOn', target: 'watching' }, { target: 'timedOut', actions: { type: 'keepError' } }],
      },
    },
    watching: {
      description: 'Not confirmed in time; looked at now and then where the site wants it.',
      after: { poll: 'looking' },
    },
    looking: {
      description: 'Is there a receipt by now?',
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
      description: 'What became of it is known.',
      type: 'final',
      entry: ['announceSettled', { type: 'saySettled' }],
    },
    timedOut: {
      description: 'There was no receipt in time, and nobody wants to go on looking.',
      type: 'final',
      entry: ['tellDraft', 'sayTimedOut'],
    },
    gaveUp: { type: 'final', entry: 'tellDraft', description: 'Looked at as often as is allowed.' },
    stopped: { type: 'final', description: 'Nobody wants to know any more.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
