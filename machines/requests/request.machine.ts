/** Item, one a question to a connected wallet, such as a message to sign. Every ending is an outcome. */
import { assign, setup } from 'xstate'
import type { Connection } from '../entities/account.ts'
import { LatchkeyError } from '../errors/error.ts'
import type { TypesOf } from '../kit/contract.ts'
import { effect, timeout } from '../kit/effects.ts'
import {
  cancelled,
  declined,
  done,
  expired,
  failed,
  isUserRejection,
  requestDecline,
  requestError,
} from '../rules/outcomes.ts'
import type { RequestContract, RpcCall } from './request.contract.ts'

export const requestMachine = setup({
  types: {} as TypesOf<RequestContract>,
  actors: { forward: effect<unknown, { connection: Connection; call: RpcCall }>('request.forward') },
  actions: {
    keepAnswer: assign({ outcome: (_, { output }: { output: unknown }) => done(output) }),
    keepDecline: assign({
      outcome: ({ context }, { error }: { error: unknown }) => declined(requestDecline(context.call.method, error)),
    }),
    keepExpiry: assign({ outcome: () => expired(new LatchkeyError('request.expired')) }),
    keepLeaving: assign({ outcome: () => failed(new LatchkeyError('wallet.left')) }),
    keepFailure: assign({
      outcome: ({ context }, { error }: { error: unknown }) => failed(requestError(context.call.method, error)),
    }),
  },
  guards: { userRejected: (_, { error }: { error: unknown }) => isUserRejection(error) },
  delays: { walletRequest: timeout('walletRequestMs') },
}).createMachine({
  id: 'request',
  description: 'One question to a connected wallet; the visitor answers there.',
  meta: { kind: 'item', spec: ['7.27', '7.28', '8.34', '8.43'] },
  context: ({ input }) => ({ ...input, outcome: cancelled }),
  output: ({ context }) => context.outcome,
  initial: 'asking',
  states: {
    asking: {
      description: 'The wallet is asked.',
      tags: 'busy',
      invoke: {
        id: 'forward',
        src: 'forward',
        input: ({ context: { connection, call } }) => ({ connection, call }),
        onDone: { target: 'answered', actions: { type: 'keepAnswer', params: ({ event }) => event } },
        onError: [
          {
            guard: { type: 'userRejected', params: ({ event }) => event },
            target: 'declined',
            actions: { type: 'keepDecline', params: ({ event }) => event },
          },
          { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        ],
      },
      on: { 'request.cancel': 'cancelled', 'request.leave': { target: 'failed', actions: 'keepLeaving' } },
      after: { walletRequest: { target: 'expired', actions: 'keepExpiry' } },
    },
    answered: { type: 'final', description: 'The wallet answered.' },
    declined: { type: 'final', description: 'The visitor said no in the wallet.' },
    expired: { type: 'final', description: 'Nobody answered in time.' },
    cancelled: { type: 'final', description: 'It was called off.' },
    failed: { type: 'final', description: 'The wallet could not be asked, or refused.' },
  },
})
