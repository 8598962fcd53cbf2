/** Flow: disconnects one wallet. The user ends up disconnected even if the wallet fails; its error is kept. */
import { assign, setup } from 'xstate'
import type { Connection } from '../shared/account.types.ts'
import { LatchkeyError, reasonOf } from '../shared/errors/error.ts'
import type { SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { done, failed, isAlreadyDisconnected } from '../shared/outcome.rules.ts'
import type { DisconnectionContract } from './disconnection.contract.ts'

const failure = ({ namespace }: Connection, cause: unknown) =>
  new LatchkeyError('disconnect.failed', { params: { namespace, reason: reasonOf(cause) }, cause })

export const disconnectionMachine = setup({
  types: {} as SetupTypes<DisconnectionContract>,
  actors: {
    /** Notifies the wallet that it is disconnected. */
    disconnectChain: promiseActor<void, { connection: Connection }>('disconnection.disconnectChain'),
  },
  actions: {
    setError: assign({ error: ({ context }, { error }: { error: unknown }) => failure(context.connection, error) }),
    setExpiry: assign({
      error: ({ context }) => failure(context.connection, new LatchkeyError('disconnect.expired')),
    }),
  },
  guards: {
    /** The wallet no longer knows the connection, so it counts as disconnected. */
    isAlreadyDisconnected: (_, { error }: { error: unknown }) => isAlreadyDisconnected(error),
  },
  delays: {
    /** How long to wait for the wallet. */
    disconnect: configurableDelay('disconnectMs'),
  },
}).createMachine({
  id: 'disconnection',
  description: 'Disconnects one wallet. The user ends up disconnected even if the wallet fails.',
  meta: { kind: 'flow', spec: ['4.16', '4.18', '4.20', '4.21'] },
  context: ({ input }) => ({ connection: input.connection, error: undefined }),
  output: ({ context }) => (context.error ? failed(context.error) : done(undefined)),
  initial: 'disconnecting',
  states: {
    disconnecting: {
      description: 'Waits for the wallet to disconnect.',
      tags: 'busy',
      invoke: {
        id: 'disconnectChain',
        src: 'disconnectChain',
        input: ({ context }) => ({ connection: context.connection }),
        onDone: 'done',
        onError: [
          { guard: { type: 'isAlreadyDisconnected', params: ({ event }) => event }, target: 'done' },
          { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
        ],
      },
      on: { 'disconnection.skip': 'done' },
      after: { disconnect: { target: 'failed', actions: 'setExpiry' } },
    },
    done: { type: 'final', description: 'The wallet disconnected, or the wait was skipped.' },
    failed: { type: 'final', description: 'The wallet did not respond in time, or failed to disconnect.' },
  },
})
