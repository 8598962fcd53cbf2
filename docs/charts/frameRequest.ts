/**
 * One message to the frame of the embedded wallet, and its answer.
 *
 * The chart of `frameRequest` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isDecided: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  post: 'pending' as Ends, // the actor frameRequest.post
  withdraw: 'pending' as Ends, // the actor frameRequest.withdraw
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
    post: work('post'),
    withdraw: work('withdraw'),
  },
  actions: {
    setAnswer: says('setAnswer'),
    setRefusal: says('setRefusal'),
    setLoss: says('setLoss'),
    notifySilence: says('notifySilence'),
    setSilence: says('setSilence'),
  },
  guards: {
    isDecided: () => yes['isDecided'],
  },
  delays: {
    answer: 3_900_000, // one of timeouts.frameDecisionMs, timeouts.signOutMs, timeouts.frameAnswerMs
    load: 30_000, // one of timeouts.frameAnswerMs, timeouts.signOutMs, timeouts.frameAnswerMs
    withdrawal: 3_000, // timeouts.signOutMs
  },
}).createMachine({
  id: 'frameRequest',
  description: 'One message to the frame of the embedded wallet, and its answer.',
  meta: { kind: 'item', spec: ['7.39', '7.47', '8.31', '8.32', '9.5', '9.6'] },
  initial: 'waiting',
  on: { 'frameRequest.fail': { target: '.ended', actions: { type: 'setLoss' } } },
  states: {
    waiting: {
      description: 'Waits for the frame to load.',
      tags: 'busy',
      on: { 'frameRequest.post': 'requesting', 'frameRequest.cancel': 'ended' },
      after: { load: { target: 'ended', actions: 'setSilence' } },
    },
    requesting: {
      description: 'The message was posted. Waits for the frame\'s answer.',
      tags: 'busy',
      initial: 'open',
      invoke: {
        id: 'post',
        src: 'post',
        onDone: { target: 'ended', actions: { type: 'setAnswer' } },
        onError: { target: 'ended', actions: { type: 'setRefusal' } },
      },
      after: { answer: { target: 'ended', actions: 'setSilence' } },
      states: {
        open: {
          description: 'The caller waits for the answer.',
          on: {
            'frameRequest.cancel': [{ guard: 'isDecided', target: 'withdrawing' }, { target: '#frameRequest.ended' }],
          },
        },
        withdrawing: {
          description: 'Waits for the frame to withdraw the message. A decision that the user made before is still the answer.',
          invoke: { id: 'withdraw', src: 'withdraw', onDone: 'withdrawn', onError: 'withdrawn' },
          after: { withdrawal: { target: 'withdrawn', actions: 'notifySilence' } },
          on: { 'frameRequest.cancel': 'withdrawn' },
        },
        withdrawn: {
          description: 'Waits for the final answer: the withdrawal, or the decision that the user made before.',
          on: { 'frameRequest.cancel': { description: 'The message was cancelled already.' } },
        },
      },
    },
    ended: { type: 'final', description: 'The message ended, as the outcome says.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
