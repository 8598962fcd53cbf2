/** Flow: takes leave of one wallet. The visitor ends up disconnected whatever the wallet says; its errors are kept. */
import { assign, setup } from 'xstate'
import type { Connection } from '../entities/account.ts'
import { LatchkeyError, reasonOf } from '../errors/error.ts'
import type { TypesOf } from '../kit/contract.ts'
import { effect, timeout } from '../kit/effects.ts'
import { done, failed, isGoneAlready } from '../rules/outcomes.ts'
import type { DisconnectionContract } from './disconnection.contract.ts'

const failure = ({ namespace }: Connection, cause: unknown) =>
  new LatchkeyError('disconnect.failed', { params: { namespace, reason: reasonOf(cause) }, cause })

export const disconnectionMachine = setup({
  types: {} as TypesOf<DisconnectionContract>,
  actors: { disconnectChain: effect<void, { connection: Connection }>('disconnection.disconnectChain') },
  actions: {
    keepError: assign({ error: ({ context }, { error }: { error: unknown }) => failure(context.connection, error) }),
    keepExpiry: assign({
      error: ({ context }) => failure(context.connection, new LatchkeyError('disconnect.expired')),
    }),
  },
  guards: { goneAlready: (_, { error }: { error: unknown }) => isGoneAlready(error) },
  delays: { disconnect: timeout('disconnectMs') },
}).createMachine({
  id: 'disconnection',
  description: 'Takes leave of one wallet. Whatever the wallet says, the visitor is disconnected afterwards.',
  meta: { kind: 'flow', spec: ['4.16', '4.18', '4.20', '4.21'] },
  context: ({ input }) => ({ connection: input.connection, error: undefined }),
  output: ({ context }) => (context.error ? failed(context.error) : done(undefined)),
  initial: 'disconnecting',
  states: {
    disconnecting: {
      description: 'The wallet is told.',
      tags: 'busy',
      invoke: {
        id: 'disconnectChain',
        src: 'disconnectChain',
        input: ({ context }) => ({ connection: context.connection }),
        onDone: 'done',
        onError: [
          { guard: { type: 'goneAlready', params: ({ event }) => event }, target: 'done' },
          { target: 'failed', actions: { type: 'keepError', params: ({ event }) => event } },
        ],
      },
      on: { 'disconnection.skip': 'done' },
      after: { disconnect: { target: 'failed', actions: 'keepExpiry' } },
    },
    done: { type: 'final', description: 'The wallet was told, or nobody waits for that any more.' },
    failed: { type: 'final', description: 'The wallet was not told, or refused to hear it.' },
  },
})
