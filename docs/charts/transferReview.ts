/**
 * The fee of one draft and the profile of its receiver: fetched once the user stops typing.
 *
 * The chart of `transferReview` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  priced: true as boolean,
  unpriced: true as boolean,
  named: true as boolean,
  known: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
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

/** Logs the actions that the product would run. */
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
  description: 'The fee of one draft and the profile of its receiver: fetched once the user stops typing.',
  meta: { kind: 'item', spec: ['3.3'] },
  initial: 'pausing',
  on: { 'transferReview.cancel': '.ended' },
  states: {
    pausing: { description: 'The user may still be typing.', after: { pause: 'reviewing' } },
    reviewing: {
      description: 'The fee and the profile are being fetched in parallel.',
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
            description: 'Without a profile, the address is shown alone.',
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
    ended: { type: 'final', description: 'Results that are missing by now are not waited for.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
