/**
 * One word from one side of a session to the other.
 *
 * The chart of `exchange`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  faulty: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  speak: 'pending' as Ends, // the slot exchange.speak
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
    speak: work('speak'),
  },
  actions: {
    validate: says('validate'),
    keepFault: says('keepFault'),
    keepAnswer: says('keepAnswer'),
    keepFailure: says('keepFailure'),
    keepSilence: says('keepSilence'),
  },
  guards: {
    faulty: () => yes['faulty'],
  },
  delays: {
    exchange: 30_000, // timeouts.exchangeMs
  },
}).createMachine({
  id: 'exchange',
  description: 'One word from one side of a session to the other.',
  meta: { kind: 'item', spec: ['7.34'] },
  initial: 'validating',
  states: {
    validating: {
      description: 'Passing through: is there still time for it?',
      entry: 'validate',
      on: {
        'exchange.validated': [
          { guard: { type: 'faulty' }, target: 'failed', actions: { type: 'keepFault' } },
          { target: 'speaking' },
        ],
      },
    },
    speaking: {
      description: 'The other side is told.',
      tags: 'busy',
      invoke: {
        id: 'speak',
        src: 'speak',
        onDone: { target: 'answered', actions: 'keepAnswer' },
        onError: { target: 'failed', actions: { type: 'keepFailure' } },
      },
      on: { 'exchange.cancel': 'cancelled' },
      after: { exchange: { target: 'expired', actions: 'keepSilence' } },
    },
    answered: { type: 'final', description: 'The other side confirmed, where it is asked to.' },
    expired: { type: 'final', description: 'Nobody confirmed in time.' },
    cancelled: { type: 'final', description: 'It was called off.' },
    failed: { type: 'final', description: 'It could not be said.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
