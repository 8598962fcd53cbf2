/** Service: hands questions to connected wallets, each as an item that outlives who asked. */
import { assign, enqueueActions, setup } from 'xstate'
import type { Outcome } from '../entities/attempt.ts'
import type { Namespace } from '../entities/namespace.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { feature } from '../kit/feature.ts'
import { tell } from '../kit/system.ts'
import { view } from '../shell/view.contract.ts'
import { transactions } from '../transfer/transactions.contract.ts'
import { crashed } from '../rules/outcomes.ts'
import { requests, type Asked, type AskedItem, type Asker, type RequestsContract } from './requests.contract.ts'
import { walletRequestLogic } from './walletRequest.machine.ts'

type Context = RequestsContract['context']
interface Ended {
  id: string
  outcome: Outcome<unknown>
}

const nameOf = (id: string) => `walletRequest:${id}`
const idOf = (ended: string) => ended.slice(ended.indexOf(nameOf('')) + nameOf('').length)
const among = (known: readonly AskedItem[], id: string) => known.find((item) => item.id === id)
const without = (known: readonly AskedItem[], id: string) => known.filter((item) => item.id !== id)
const isAskedBy =
  ({ attempt, asker }: Asker) =>
  (item: AskedItem) =>
    item.attempt === attempt && item.asker === asker

/** What the page itself asked; actors look after their own. */
const ofPage = ({ open }: Context) => open.filter(({ asker }) => asker === undefined)

/** Action: what became of a transfer that nobody waits for is looked after where transactions are. */
const inherit = ({ question }: Asked, outcome: Outcome<unknown>) =>
  tell(transactions)(() =>
    question.kind === 'transfer'
      ? { type: 'transactions.inherit', network: question.transfer.network, outcome: outcome as Outcome<string> }
      : undefined,
  )

export const requestsMachine = setup({
  types: {} as TypesOf<RequestsContract>,
  actors: { walletRequest: walletRequestLogic<'transfer' | 'call'>() },
  actions: {
    ask: enqueueActions(({ context, enqueue }, { attempt, question, asker }: Asked) => {
      const id = String(context.count + 1)
      enqueue.spawnChild('walletRequest', { id: nameOf(id), systemId: nameOf(id), input: { id, question } })
      enqueue.assign({ open: [...context.open, { id, attempt, question, asker }], count: context.count + 1 })
    }),
    /** Tells who asked how it ended. */
    settle: enqueueActions(({ context, enqueue }, { id, outcome }: Ended) => {
      const item = among(context.open, id)
      if (!item) return
      const { asker, attempt } = item
      const settled = { type: 'requests.settled', attempt, outcome } as const
      if (!asker) enqueue.emit(settled)
      else if (asker.getSnapshot().status === 'active') enqueue.sendTo(asker, settled)
      else enqueue(inherit(item, outcome))
      enqueue.assign({ open: without(context.open, id) })
    }),
    keepLate: assign({
      late: ({ context }, { id }: Ended) => {
        const item = among(context.open, id)
        return item ? [...context.late, item] : context.late
      },
    }),
    end: enqueueActions(({ context, enqueue }, { id, outcome }: Ended) => {
      const item = among(context.late, id)
      enqueue.stopChild(nameOf(id))
      if (item && outcome.status === 'done') enqueue(inherit(item, outcome))
      enqueue.assign({ late: without(context.late, id) })
    }),
    cancelOne: enqueueActions(({ context, enqueue }, asker: Asker) => {
      for (const { id } of context.open.filter(isAskedBy(asker)))
        enqueue.sendTo(nameOf(id), { type: 'walletRequest.cancel' })
    }),
    cancelAll: enqueueActions(({ context, enqueue }) => {
      for (const { id } of ofPage(context)) enqueue.sendTo(nameOf(id), { type: 'walletRequest.cancel' })
    }),
    leave: enqueueActions(({ context: { open, late }, enqueue }, { namespace }: { namespace: Namespace }) => {
      const left = [...open, ...late].filter(({ question }) => question.connection.namespace === namespace)
      for (const { id } of left) enqueue.sendTo(nameOf(id), { type: 'walletRequest.leave' })
    }),
    leaveApproval: tell(view)((_: undefined, context: Context) =>
      ofPage(context).length === 0 ? { type: 'view.leave', views: ['ApproveTransaction'] } : undefined,
    ),
  },
}).createMachine({
  id: 'requests',
  description: 'Hands questions to connected wallets and tells what became of each.',
  meta: { kind: 'service', spec: ['7.27', '7.28'] },
  context: { open: [], late: [], count: 0 },
  initial: 'waiting',
  states: {
    waiting: {
      description: 'For requests to begin, and for those that are open to end.',
      on: {
        'account.disconnected': { actions: { type: 'leave', params: ({ event }) => event } },
        'requests.submit': { actions: { type: 'ask', params: ({ event }) => event } },
        'requests.cancel': { actions: { type: 'cancelOne', params: ({ event }) => event } },
        'requests.cancelAll': { actions: ['cancelAll', 'leaveApproval'] },
        'requests.release': {
          actions: [
            { type: 'keepLate', params: ({ event }) => event },
            { type: 'settle', params: ({ event }) => event },
            'leaveApproval',
          ],
        },
        'xstate.done.actor.*': {
          actions: [
            { type: 'settle', params: ({ event }) => ({ id: idOf(event.type), outcome: event.output }) },
            { type: 'end', params: ({ event }) => ({ id: idOf(event.type), outcome: event.output }) },
            'leaveApproval',
          ],
        },
        'xstate.error.actor.*': {
          description: 'One that stopped by mistake takes no other with it.',
          actions: [
            { type: 'settle', params: ({ event }) => ({ id: idOf(event.type), outcome: crashed(event.error) }) },
            { type: 'end', params: ({ event }) => ({ id: idOf(event.type), outcome: crashed(event.error) }) },
            'leaveApproval',
          ],
        },
      },
    },
  },
})

export const requestsFeature = feature(requests, {
  views: { ApproveTransaction: { for: 'account', locks: true } },
  logic: seal<RequestsContract>()(requestsMachine),
})
