/**
 * What the transfer of one draft costs, and what its receiver is known as: looked up once nobody types any more.
 *
 * The chart of `transferReview`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  priced: true as boolean,
  unpriced: true as boolean,
  named: true as boolean,
  known: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  estimateFee: 'pending' as Ends, // the slot send.estimateFee
  fetchProfile: 'pending' as Ends, // the slot send.fetchProfile
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
    estimateFee: work('estimateFee'),
    fetchProfile: work('fetchProfile'),
  },
  actions: {
    keepFee: says('keepFee'),
    keepError: says('keepError'),
    keepProfile: says('keepProfile'),
    tellFee: says('tellFee'),
    tellError: says('tellError'),
    tellProfile: says('tellProfile'),
  },
  guards: {
    priced: () => yes['priced'],
    unpriced: () => yes['unpriced'],
    named: () => yes['named'],
    known: () => yes['known'],
  },
  delays: {
    pause: 300,
    estimate: 20_000, // timeouts.estimateMs
  },
}).createMachine({
  id: 'transferReview',
  description: 'What the transfer of one draft costs, and what its receiver is known as: looked up once nobody types any more.',
  meta: { kind: 'item', spec: ['3.3'] },
  initial: 'pausing',
  on: { 'transferReview.cancel': '.ended' },
  states: {
    pausing: { description: 'Somebody may still be typing.', after: { pause: 'reviewing' } },
    reviewing: {
      description: 'Both are looked up at once; neither waits for the other.',
      tags: 'busy',
      always: { guard: 'known', target: 'ended' },
      invoke: [
        {
          id: 'estimateFee',
          src: 'estimateFee',
          onDone: { actions: [{ type: 'keepFee' }, 'tellFee'] },
          onError: { actions: [{ type: 'keepError' }, 'tellError'] },
        },
        {
          id: 'fetchProfile',
          src: 'fetchProfile',
          onDone: { actions: [{ type: 'keepProfile' }, 'tellProfile'] },
          onError: {
            description: 'The address says enough.',
            actions: { type: 'keepProfile', params: { output: {} } },
          },
        },
      ],
      after: {
        estimate: [
          { guard: 'unpriced', target: 'ended', actions: [{ type: 'keepError' }, 'tellError'] },
          { target: 'ended' },
        ],
      },
    },
    ended: { type: 'final', description: 'What is not known by now is not waited for.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
