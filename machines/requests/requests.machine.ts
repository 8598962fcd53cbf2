/** Service: hands questions to connected wallets, each as an item of its own. */
import { assign, emit, enqueueActions, sendTo, setup } from 'xstate'
import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Namespace } from '../entities/namespace.ts'
import { LatchkeyError } from '../errors/error.ts'
import type { Fact } from '../facts.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { announce } from '../kit/system.ts'
import { withConnection, withoutConnection } from '../rules/connections.ts'
import { failed } from '../rules/outcomes.ts'
import type { RequestContract, RpcCall } from './request.contract.ts'
import { requestMachine } from './request.machine.ts'
import { feature } from '../kit/feature.ts'
import { type RequestsContract, requests } from './requests.contract.ts'

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
    keepConnection: assign({
      connections: ({ context }, { connection }: { connection: Connection }) =>
        withConnection(context.connections, connection),
    }),
    dropConnection: assign({
      connections: ({ context }, { namespace }: { namespace: Namespace }) =>
        withoutConnection(context.connections, namespace),
    }),
    ask: enqueueActions(({ enqueue }, input: Submitted) => {
      const name = `request:${input.id}`
      enqueue.spawnChild('request', { id: name, systemId: name, input })
      enqueue.assign({
        open: ({ context }) => [...context.open, { id: input.id, namespace: input.connection.namespace }],
      })
    }),
    emitRefused: emit((_, { attempt }: { attempt: string }) => ({
      type: 'requests.settled' as const,
      attempt,
      outcome: failed(new LatchkeyError('wallet.disconnected')),
    })),
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
    connected: ({ context }, { namespace }: { namespace: Namespace }) => context.connections[namespace] !== undefined,
    open: ({ context }, { attempt }: { attempt: string }) => context.open.some(({ id }) => id === attempt),
  },
}).createMachine({
  id: 'requests',
  description: 'Hands questions to connected wallets and tells what became of each.',
  meta: { kind: 'service', spec: ['7.27', '7.28'] },
  context: { connections: {}, open: [] },
  initial: 'waiting',
  states: {
    waiting: {
      description: 'For requests to begin, and for those that are open to end.',
      on: {
        'account.connected': { actions: { type: 'keepConnection', params: ({ event }) => event } },
        'account.changed': { actions: { type: 'keepConnection', params: ({ event }) => event } },
        'account.networkChanged': { actions: { type: 'keepConnection', params: ({ event }) => event } },
        'account.disconnected': {
          actions: [
            { type: 'leave', params: ({ event }) => event },
            { type: 'dropConnection', params: ({ event }) => event },
          ],
        },
        'requests.submit': [
          {
            guard: { type: 'connected', params: ({ event }) => event },
            actions: {
              type: 'ask',
              params: ({ context, event }) => ({
                id: event.attempt,
                call: event.call,
                connection: connectionIn(context, event.namespace),
              }),
            },
          },
          { actions: { type: 'emitRefused', params: ({ event }) => event } },
        ],
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

export const requestsFeature = feature(requests, {
  logic: seal<RequestsContract>()(requestsMachine),
})

function connectionIn({ connections }: Context, namespace: Namespace): Connection {
  const connection = connections[namespace]
  if (!connection) throw new LatchkeyError('wallet.disconnected')
  return connection
}
