/**
 * The fee of one draft and the profile of its receiver: fetched once the user stops typing.
 *
 * The chart of `transferReview` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isPriced: true as boolean,
  isUnpriced: true as boolean,
  hasProfile: true as boolean,
  isPricedWithProfile: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  estimateFee: 'pending' as Ends, // the actor send.estimateFee
  fetchProfile: 'pending' as Ends, // the actor send.fetchProfile
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
    setFee: says('setFee'),
    setError: says('setError'),
    setProfile: says('setProfile'),
    notifyFee: says('notifyFee'),
    notifyError: says('notifyError'),
    notifyProfile: says('notifyProfile'),
  },
  guards: {
    isPriced: () => yes['isPriced'],
    isUnpriced: () => yes['isUnpriced'],
    hasProfile: () => yes['hasProfile'],
    isPricedWithProfile: () => yes['isPricedWithProfile'],
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
      always: { guard: 'isPricedWithProfile', target: 'ended' },
      invoke: [
        {
          id: 'estimateFee',
          src: 'estimateFee',
          onDone: { actions: [{ type: 'setFee' }, 'notifyFee'] },
          onError: { actions: [{ type: 'setError' }, 'notifyError'] },
        },
        {
          id: 'fetchProfile',
          src: 'fetchProfile',
          onDone: { actions: [{ type: 'setProfile' }, 'notifyProfile'] },
          onError: {
            description: 'Without a profile, the address is shown alone.',
            actions: { type: 'setProfile', params: { output: {} } },
          },
        },
      ],
      after: {
        estimate: [
          { guard: 'isUnpriced', target: 'ended', actions: [{ type: 'setError' }, 'notifyError'] },
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
