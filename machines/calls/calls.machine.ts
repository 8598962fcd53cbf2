/** Service: bundles of calls that were sent, each as an item that is followed whatever becomes of the account. */
import { assign, enqueueActions, setup } from 'xstate'
import type { Outcome } from '../entities/attempt.ts'
import type { CallsStatus } from '../entities/calls.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { tell } from '../kit/system.ts'
import { embeddedOf } from '../rules/connections.ts'
import { crashed } from '../rules/outcomes.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import type { BundleContract } from './bundle.contract.ts'
import { bundleMachine } from './bundle.machine.ts'
import type { CallsContract, SentBundle } from './calls.contract.ts'

interface Ended {
  id: string
  outcome: Outcome<CallsStatus>
}

const nameOf = (id: string) => `calls:${id}` as const
const idOf = (ended: string) => ended.slice(ended.indexOf(nameOf('')) + nameOf('').length)

export const callsMachine = setup({
  types: {} as TypesOf<CallsContract>,
  actors: { bundle: seal<BundleContract>()(bundleMachine) },
  actions: {
    follow: enqueueActions(({ context, enqueue }, { id, connection }: SentBundle) => {
      if (context.followed.includes(id)) return
      enqueue.spawnChild('bundle', { id: nameOf(id), systemId: nameOf(id), input: { id, connection } })
      enqueue.assign({ followed: [...context.followed, id] })
    }),
    /** The embedded wallet has no window of its own to say it in. */
    saySent: tell(snackbar)(
      ({ connection }: SentBundle) =>
        embeddedOf(connection) && { type: 'snackbar.show', message: { variant: 'success', code: 'send.started' } },
    ),
    keepWaiting: assign({
      waiting: ({ context }, { id, attempt }: { id: string; attempt?: string }) =>
        attempt === undefined ? context.waiting : [...context.waiting, { attempt, id }],
    }),
    stopWaiting: assign({
      waiting: ({ context }, { attempt }: { attempt?: string }) =>
        context.waiting.filter((one) => one.attempt !== attempt),
    }),
    /** Tells everybody who waits how it ended. */
    settle: enqueueActions(({ context, enqueue }, { id, outcome }: Ended) => {
      enqueue.stopChild(nameOf(id))
      for (const { attempt } of context.waiting.filter((one) => one.id === id))
        enqueue.emit({ type: 'calls.settled', attempt, outcome })
      enqueue.assign({
        followed: context.followed.filter((one) => one !== id),
        waiting: context.waiting.filter((one) => one.id !== id),
      })
    }),
  },
}).createMachine({
  id: 'calls',
  description: 'Bundles of calls that were sent: each is followed to its end, whatever becomes of the account.',
  meta: { kind: 'service', spec: ['4.34'] },
  context: { followed: [], waiting: [] },
  initial: 'following',
  states: {
    following: {
      description: 'The item calls:<id> looks what became of its bundle.',
      on: {
        'calls.follow': {
          description: 'The wallet has just sent it.',
          actions: [
            { type: 'follow', params: ({ event }) => event },
            { type: 'saySent', params: ({ event }) => event },
          ],
        },
        'calls.wait': {
          actions: [
            { type: 'keepWaiting', params: ({ event }) => event },
            { type: 'follow', params: ({ event }) => event },
          ],
        },
        'calls.cancel': { actions: { type: 'stopWaiting', params: ({ event }) => event } },
        'xstate.done.actor.*': {
          actions: { type: 'settle', params: ({ event }) => ({ id: idOf(event.type), outcome: event.output }) },
        },
        'xstate.error.actor.*': {
          description: 'One that stopped by mistake takes no other with it.',
          actions: { type: 'settle', params: ({ event }) => ({ id: idOf(event.type), outcome: crashed(event.error) }) },
        },
      },
    },
  },
})

export const callsLogic = seal<CallsContract>()(callsMachine)
