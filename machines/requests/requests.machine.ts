/** Service: hands questions to connected wallets, each as an item of its own. */
import { enqueueActions, sendTo, setup } from 'xstate'
import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Namespace } from '../entities/namespace.ts'
import type { Fact } from '../facts.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { announce } from '../kit/system.ts'
import type { RequestContract, RpcCall } from './request.contract.ts'
import { requestMachine } from './request.machine.ts'
import type { RequestsContract } from './requests.contract.ts'

type Context = RequestsContract['context']
interface Submitted {
  id: string
  call: RpcCall
  connection: Connection
}

export const requestsMachine = setup({
  types: {} as TypesOf<RequestsContract>,
  actors: { request: seal<RequestContract>()(requestMachine) },
  actions: {
    ask: enqueueActions(({ enqueue }, input: Submitted) => {
      const name = `request:${input.id}`
      enqueue.spawnChild('request', { id: name, systemId: name, input })
      enqueue.assign({
        open: ({ context }) => [...context.open, { id: input.id, namespace: input.connection.namespace }],
      })
    }),
    settle: enqueueActions(({ enqueue }, { id, outcome }: { id: string; outcome: Outcome<unknown> }) => {
      enqueue.stopChild(`request:${id}`)
      enqueue.assign({ open: ({ context }) => context.open.filter((known) => known.id !== id) })
      enqueue.emit({ type: 'requests.settled', attempt: id, outcome })
    }),
    cancelAll: enqueueActions(({ context, enqueue }) => {
      for (const { id } of context.open) enqueue.sendTo(`request:${id}`, { type: 'request.cancel' })
    }),
    leave: enqueueActions(({ context, enqueue }, { namespace }: { namespace: Namespace }) => {
      for (const { id } of context.open.filter((known) => known.namespace === namespace))
        enqueue.sendTo(`request:${id}`, { type: 'request.leave' })
    }),
    announceOver: announce((_: undefined, { open }: Context): Fact | undefined =>
      open.length === 0 ? { type: 'requests.over' } : undefined,
    ),
    cancelOne: sendTo((_, { attempt }: { attempt: string }) => `request:${attempt}`, { type: 'request.cancel' }),
  },
  guards: {
    open: ({ context }, { attempt }: { attempt: string }) => context.open.some(({ id }) => id === attempt),
  },
}).createMachine({
  id: 'requests',
  description: 'Hands questions to connected wallets and tells what became of each.',
  meta: { kind: 'service', spec: ['7.27', '7.28'] },
  context: { open: [] },
  initial: 'waiting',
  states: {
    waiting: {
      description: 'For requests to begin, and for those that are open to end.',
      on: {
        'account.disconnected': { actions: { type: 'leave', params: ({ event }) => event } },
        'requests.submit': {
          actions: {
            type: 'ask',
            params: ({ event: { attempt: id, connection, call } }) => ({ id, connection, call }),
          },
        },
        'requests.cancel': {
          guard: { type: 'open', params: ({ event }) => event },
          actions: { type: 'cancelOne', params: ({ event }) => event },
        },
        'requests.cancelAll': { actions: ['cancelAll', 'announceOver'] },
        'xstate.done.actor.*': {
          actions: [
            {
              type: 'settle',
              params: ({ event }) => ({
                id: event.type.slice('xstate.done.actor.request:'.length),
                outcome: event.output,
              }),
            },
            'announceOver',
          ],
        },
      },
    },
  },
})

export const requestsLogic = seal<RequestsContract>()(requestsMachine)
