/**
 * One call of the app to the connected wallet.
 *
 * The chart of `call` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isAnswerKnown: true as boolean,
  hasLearnt: true as boolean,
  hasAnotherRoute: true as boolean,
  isSwitchingChain: true as boolean,
  isOnChain: true as boolean,
  isAnswerKnownAndSwitchingChain: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  follow: 'pending' as Ends, // the actor call.follow
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
    follow: work('follow'),
  },
  actions: {
    setKnown: says('setKnown'),
    setAnswer: says('setAnswer'),
    setFailure: says('setFailure'),
    setSilence: says('setSilence'),
    setAbsence: says('setAbsence'),
    setSession: says('setSession'),
    setArrival: says('setArrival'),
    dropRoute: says('dropRoute'),
    notifyLearnt: says('notifyLearnt'),
    notifyMoved: says('notifyMoved'),
  },
  guards: {
    isAnswerKnown: () => yes['isAnswerKnown'],
    hasLearnt: () => yes['hasLearnt'],
    hasAnotherRoute: () => yes['hasAnotherRoute'],
    isSwitchingChain: () => yes['isSwitchingChain'],
    isOnChain: () => yes['isOnChain'],
    isAnswerKnownAndSwitchingChain: () => yes['isAnswerKnownAndSwitchingChain'],
  },
  delays: {
    follow: 330_000, // timeouts.walletRequestMs + timeouts.exchangeMs
    arrive: 2_000, // timeouts.networkSettleMs
  },
}).createMachine({
  id: 'call',
  description: 'One call of the app to the connected wallet.',
  meta: { kind: 'item', spec: ['8.51', '8.52', '9.17'] },
  initial: 'choosing',
  on: { 'call.changed': { actions: { type: 'setSession' } } },
  states: {
    choosing: {
      description: 'Checks whether the answer is known without a request.',
      always: [
        { guard: 'isAnswerKnownAndSwitchingChain', target: 'settled', actions: ['setKnown', 'notifyMoved'] },
        { guard: 'isAnswerKnown', target: 'settled', actions: 'setKnown' },
        { target: 'following' },
      ],
    },
    following: {
      description: 'Waits for the answer of the wallet, a node or a bundler.',
      tags: 'busy',
      invoke: {
        id: 'follow',
        src: 'follow',
        onDone: [
          { guard: 'isOnChain', target: 'settled', actions: ['setArrival', 'notifyMoved'] },
          { guard: 'isSwitchingChain', target: 'arriving' },
          {
            guard: { type: 'hasLearnt' },
            target: 'settled',
            actions: [{ type: 'setAnswer' }, { type: 'notifyLearnt' }],
          },
          { target: 'settled', actions: { type: 'setAnswer' } },
        ],
        onError: [
          { guard: 'hasAnotherRoute', target: 'choosing', actions: 'dropRoute' },
          { target: 'settled', actions: { type: 'setFailure' } },
        ],
      },
      on: { 'call.cancel': 'cancelled' },
      after: { follow: { target: 'expired', actions: 'setSilence' } },
    },
    arriving: {
      description: 'The wallet accepted the switch to another chain. Waits until it approves the chain and shares an account there.',
      tags: 'busy',
      always: { guard: 'isOnChain', target: 'settled', actions: ['setArrival', 'notifyMoved'] },
      on: { 'call.cancel': 'cancelled' },
      after: { arrive: { target: 'settled', actions: 'setAbsence' } },
    },
    settled: { type: 'final', description: 'The call was answered or rejected.' },
    expired: { type: 'final', description: 'There was no answer in time.' },
    cancelled: { type: 'final', description: 'The call was cancelled.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
