/** Item, one per message to the other side, such as a ping, an extension or an event. It is answered or times out. */
import { assign, enqueueActions, setup } from 'xstate'
import { toLatchkeyError, LatchkeyError } from '../shared/errors/error.ts'
import type { SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { now } from '../core/time.ts'
import { cancelled, done, expired, failed } from '../shared/outcome.rules.ts'
import { validatePairing } from './rules/exchanges.ts'
import type { Exchange, ExchangeContract } from './exchange.contract.ts'

interface Validation {
  fault: LatchkeyError | undefined
}

export const exchangeMachine = setup({
  types: {} as SetupTypes<ExchangeContract>,
  actors: { /** Sends the message. */ speak: promiseActor<void, { exchange: Exchange }>('exchange.speak') },
  actions: {
    validate: enqueueActions(({ context: { exchange }, enqueue, system }) =>
      enqueue.raise({ type: 'exchange.validated', fault: validatePairing(exchange, now(system)) }),
    ),
    setFault: assign({ outcome: (_, { fault }: Validation) => (fault ? failed(fault) : cancelled) }),
    setAnswer: assign({ outcome: () => done(undefined) }),
    setFailure: assign({ outcome: (_, { error }: { error: unknown }) => failed(toLatchkeyError(error)) }),
    setTimedOut: assign({ outcome: () => expired(new LatchkeyError('pairing.unreachable')) }),
  },
  guards: { /** The pairing URI expired or soon will. */ hasFault: (_, { fault }: Validation) => fault !== undefined },
  delays: { /** The maximum wait for the other side's confirmation. */ exchange: configurableDelay('exchangeMs') },
}).createMachine({
  id: 'exchange',
  description: 'One message from one side of a session to the other.',
  meta: { kind: 'item', spec: ['7.34'] },
  context: ({ input }) => ({ ...input, outcome: cancelled }),
  output: ({ context }) => context,
  initial: 'validating',
  states: {
    validating: {
      description: 'Checks whether there is still time for the message.',
      entry: 'validate',
      on: {
        'exchange.validated': [
          {
            guard: { type: 'hasFault', params: ({ event }) => event },
            target: 'failed',
            actions: { type: 'setFault', params: ({ event }) => event },
          },
          { target: 'sending' },
        ],
      },
    },
    sending: {
      description: 'The message is being sent to the other side.',
      tags: 'busy',
      invoke: {
        id: 'speak',
        src: 'speak',
        input: ({ context: { exchange } }) => ({ exchange }),
        onDone: { target: 'answered', actions: 'setAnswer' },
        onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
      on: { 'exchange.cancel': 'cancelled' },
      after: { exchange: { target: 'expired', actions: 'setTimedOut' } },
    },
    answered: { type: 'final', description: 'The other side confirmed the message, if a confirmation is required.' },
    expired: { type: 'final', description: 'There was no confirmation in time.' },
    cancelled: { type: 'final', description: 'The exchange was cancelled.' },
    failed: { type: 'final', description: 'The message could not be sent.' },
  },
})
