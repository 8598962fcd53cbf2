/** Item, one a word from one side to the other: a ping, an extension, an event. Each is answered or ends in time. */
import { assign, enqueueActions, setup } from 'xstate'
import { toLatchkeyError, LatchkeyError } from '../errors/error.ts'
import type { TypesOf } from '../kit/contract.ts'
import { effect, timeout } from '../kit/effects.ts'
import { now } from '../kit/time.ts'
import { cancelled, done, expired, failed } from '../rules/outcomes.ts'
import { pairFault } from '../rules/pairing/exchanges.ts'
import type { Exchange, ExchangeContract } from './exchange.contract.ts'

interface Validated {
  fault: LatchkeyError | undefined
}

export const exchangeMachine = setup({
  types: {} as TypesOf<ExchangeContract>,
  actors: { speak: effect<void, { exchange: Exchange }>('exchange.speak') },
  actions: {
    validate: enqueueActions(({ context: { exchange }, enqueue, system }) =>
      enqueue.raise({ type: 'exchange.validated', fault: pairFault(exchange, now(system)) }),
    ),
    keepFault: assign({ outcome: (_, { fault }: Validated) => (fault ? failed(fault) : cancelled) }),
    keepAnswer: assign({ outcome: () => done(undefined) }),
    keepFailure: assign({ outcome: (_, { error }: { error: unknown }) => failed(toLatchkeyError(error)) }),
    keepSilence: assign({ outcome: () => expired(new LatchkeyError('pairing.unreachable')) }),
  },
  guards: { faulty: (_, { fault }: Validated) => fault !== undefined },
  delays: { exchange: timeout('exchangeMs') },
}).createMachine({
  id: 'exchange',
  description: 'One word from one side of a session to the other.',
  meta: { kind: 'item', spec: ['7.34'] },
  context: ({ input }) => ({ ...input, outcome: cancelled }),
  output: ({ context }) => context,
  initial: 'validating',
  states: {
    validating: {
      description: 'Passing through: is there still time for it?',
      entry: 'validate',
      on: {
        'exchange.validated': [
          {
            guard: { type: 'faulty', params: ({ event }) => event },
            target: 'failed',
            actions: { type: 'keepFault', params: ({ event }) => event },
          },
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
        input: ({ context: { exchange } }) => ({ exchange }),
        onDone: { target: 'answered', actions: 'keepAnswer' },
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
      on: { 'exchange.cancel': 'cancelled' },
      after: { exchange: { target: 'expired', actions: 'keepSilence' } },
    },
    answered: { type: 'final', description: 'The other side confirmed, where it is asked to.' },
    expired: { type: 'final', description: 'Nobody confirmed in time.' },
    cancelled: { type: 'final', description: 'It was called off.' },
    failed: { type: 'final', description: 'It could not be said.' },
  },
})
