/**
 * One message from one side of a session to the other.
 *
 * The chart of `exchange` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  hasFault: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  speak: 'pending' as Ends, // the actor exchange.speak
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
    speak: work('speak'),
  },
  actions: {
    validate: says('validate'),
    setFault: says('setFault'),
    setAnswer: says('setAnswer'),
    setFailure: says('setFailure'),
    setSilence: says('setSilence'),
  },
  guards: {
    hasFault: () => yes['hasFault'],
  },
  delays: {
    exchange: 30_000, // timeouts.exchangeMs
  },
}).createMachine({
  id: 'exchange',
  description: 'One message from one side of a session to the other.',
  meta: { kind: 'item', spec: ['7.34'] },
  initial: 'validating',
  states: {
    validating: {
      description: 'Checks whether there is still time for the message.',
      entry: 'validate',
      on: {
        'exchange.validated': [
          { guard: { type: 'hasFault' }, target: 'failed', actions: { type: 'setFault' } },
          { target: 'speaking' },
        ],
      },
    },
    speaking: {
      description: 'The message is being sent to the other side.',
      tags: 'busy',
      invoke: {
        id: 'speak',
        src: 'speak',
        onDone: { target: 'answered', actions: 'setAnswer' },
        onError: { target: 'failed', actions: { type: 'setFailure' } },
      },
      on: { 'exchange.cancel': 'cancelled' },
      after: { exchange: { target: 'expired', actions: 'setSilence' } },
    },
    answered: { type: 'final', description: 'The other side confirmed the message, if a confirmation is required.' },
    expired: { type: 'final', description: 'There was no confirmation in time.' },
    cancelled: { type: 'final', description: 'The exchange was cancelled.' },
    failed: { type: 'final', description: 'The message could not be sent.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
