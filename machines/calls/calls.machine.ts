/** Service: sent bundles of calls. Each one is an item that is followed even if the account changes. */
import { assign, enqueueActions, setup } from 'xstate'
import type { Outcome } from '../shared/outcome.types.ts'
import type { CallsStatus } from './calls.types.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { sendToActor } from '../core/messaging.ts'
import { embeddedConnection } from '../connection/connections.rules.ts'
import { crashed } from '../shared/outcome.rules.ts'
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
  types: {} as SetupTypes<CallsContract>,
  actors: { bundle: withContract<BundleContract>()(bundleMachine) },
  actions: {
    startBundle: enqueueActions(({ context, enqueue }, { id, connection }: SentBundle) => {
      if (context.followed.includes(id)) return
      enqueue.spawnChild('bundle', { id: nameOf(id), systemId: nameOf(id), input: { id, connection } })
      enqueue.assign({ followed: [...context.followed, id] })
    }),
    /** The embedded wallet does not show this itself. */
    showSent: sendToActor(snackbar)(
      ({ connection }: SentBundle) =>
        embeddedConnection(connection) && {
          type: 'snackbar.show',
          message: { variant: 'success', code: 'send.started' },
        },
    ),
    setWaiting: assign({
      waiting: ({ context }, { id, requestId }: { id: string; requestId?: string }) =>
        requestId === undefined ? context.waiting : [...context.waiting, { requestId, id }],
    }),
    stopWaiting: assign({
      waiting: ({ context }, { requestId }: { requestId?: string }) =>
        context.waiting.filter((one) => one.requestId !== requestId),
    }),
    /** Emits the outcome to every caller that waits for the bundle. */
    settle: enqueueActions(({ context, enqueue }, { id, outcome }: Ended) => {
      enqueue.stopChild(nameOf(id))
      for (const { requestId } of context.waiting.filter((one) => one.id === id))
        enqueue.emit({ type: 'calls.settled', requestId, outcome })
      enqueue.assign({
        followed: context.followed.filter((one) => one !== id),
        waiting: context.waiting.filter((one) => one.id !== id),
      })
    }),
  },
}).createMachine({
  id: 'calls',
  description: 'Sent bundles of calls. Each one is followed to its end, even if the account changes.',
  meta: { kind: 'service', spec: ['4.34'] },
  context: { followed: [], waiting: [] },
  initial: 'following',
  states: {
    following: {
      description: 'Each item `calls:<id>` checks the status of its bundle.',
      on: {
        'calls.follow': {
          description: 'The wallet has just sent the bundle.',
          actions: [
            { type: 'startBundle', params: ({ event }) => event },
            { type: 'showSent', params: ({ event }) => event },
          ],
        },
        'calls.wait': {
          actions: [
            { type: 'setWaiting', params: ({ event }) => event },
            { type: 'startBundle', params: ({ event }) => event },
          ],
        },
        'calls.cancel': { actions: { type: 'stopWaiting', params: ({ event }) => event } },
        'xstate.done.actor.*': {
          actions: { type: 'settle', params: ({ event }) => ({ id: idOf(event.type), outcome: event.output }) },
        },
        'xstate.error.actor.*': {
          description: 'A crashed item does not affect the others.',
          actions: { type: 'settle', params: ({ event }) => ({ id: idOf(event.type), outcome: crashed(event.error) }) },
        },
      },
    },
  },
})

export const callsLogic = withContract<CallsContract>()(callsMachine)
