/**
 * One message to the frame of the embedded wallet, and its answer.
 *
 * The chart of `frameRequest`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  decided: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  post: 'pending' as Ends, // the slot frameRequest.post
  withdraw: 'pending' as Ends, // the slot frameRequest.withdraw
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
    post: work('post'),
    withdraw: work('withdraw'),
  },
  actions: {
    keepAnswer: says('keepAnswer'),
    keepRefusal: says('keepRefusal'),
    keepLoss: says('keepLoss'),
    tellSilence: says('tellSilence'),
    keepSilence: says('keepSilence'),
  },
  guards: {
    decided: () => yes['decided'],
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
  on: { 'frameRequest.fail': { target: '.ended', actions: { type: 'keepLoss' } } },
  states: {
    waiting: {
      description: 'For the frame, which is being loaded.',
      tags: 'busy',
      on: { 'frameRequest.post': 'asking', 'frameRequest.cancel': 'ended' },
      after: { load: { target: 'ended', actions: 'keepSilence' } },
    },
    asking: {
      description: 'The frame was told, and answers.',
      tags: 'busy',
      initial: 'open',
      invoke: {
        id: 'post',
        src: 'post',
        onDone: { target: 'ended', actions: { type: 'keepAnswer' } },
        onError: { target: 'ended', actions: { type: 'keepRefusal' } },
      },
      after: { answer: { target: 'ended', actions: 'keepSilence' } },
      states: {
        open: {
          description: 'Somebody waits for the answer.',
          on: {
            'frameRequest.cancel': [{ guard: 'decided', target: 'withdrawing' }, { target: '#frameRequest.ended' }],
          },
        },
        withdrawing: {
          description: 'The frame is asked to take the question back. What the visitor decided before is its answer all the same.',
          invoke: { id: 'withdraw', src: 'withdraw', onDone: 'withdrawn', onError: 'withdrawn' },
          after: { withdrawal: { target: 'withdrawn', actions: 'tellSilence' } },
          on: { 'frameRequest.cancel': 'withdrawn' },
        },
        withdrawn: {
          description: 'Each question is answered: taken back, or as the visitor had decided it before.',
          on: { 'frameRequest.cancel': { description: 'It was called off already.' } },
        },
      },
    },
    ended: { type: 'final', description: 'As the outcome says.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
