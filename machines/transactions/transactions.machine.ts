/** Service: the sent transactions, each as an item that waits for it and outlives the account. */
import { setup } from 'xstate'
import { createAction } from '../core/createAction.ts'
import type { BroadcastEvent } from '../events.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { broadcast, sendToActor } from '../core/messaging.ts'
import { now } from '../core/time.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import { crashed } from '../shared/outcome.rules.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import { notSentCommand } from '../send/send.actions.ts'
import type { Receipt, Sent, TransactionContract } from './transaction.contract.ts'
import { transactionMachine } from './transaction.machine.ts'
import type { LateAnswer, TransactionsContract } from './transactions.contract.ts'

type Context = TransactionsContract['context']
const nameOf = (hash: string) => `transaction:${hash}`
const hashOf = (ended: string) => ended.slice(ended.indexOf(nameOf('')) + nameOf('').length)

interface Ended {
  hash: string
  outcome: Outcome<Receipt>
}

const watch = createAction<Context, Sent>(({ context, enqueue }, { hash, network, from }) => {
  const { watchPending, polled } = context
  const name = nameOf(hash)
  enqueue.stopChild(name)
  enqueue.spawnChild('transaction', { id: name, systemId: name, input: { hash, network, from, watchPending } })
  enqueue.assign({ polled: polled.filter((other) => other !== hash) })
})

/** Stops polling the transactions that are no longer shown. The other items continue. */
const checkPending = createAction<Context, { sent: readonly Sent[] }>(({ context, system, enqueue }, { sent }) => {
  const { polled } = context
  const hashes = new Set(sent.map(({ hash }) => hash))
  for (const hash of polled) if (!hashes.has(hash)) enqueue.stopChild(nameOf(hash))
  const fresh = sent.filter(({ hash }) => !system.get(nameOf(hash)))
  for (const each of fresh) {
    const name = nameOf(each.hash)
    enqueue.spawnChild('transaction', { id: name, systemId: name, input: { ...each, watchPending: true } })
  }
  enqueue.assign({ polled: [...polled.filter((hash) => hashes.has(hash)), ...fresh.map(({ hash }) => hash)] })
})

const setWaiting = createAction<Context, { hash: string; requestId?: string }>(
  ({ context, enqueue }, { hash, requestId }) => {
    if (requestId !== undefined) enqueue.assign({ waiting: [...context.waiting, { requestId, hash }] })
  },
)

/** Waits for a transaction that nobody waits for yet. One that is polled for the history is then polled until it ends. */
const startSilently = createAction<Context, Sent>(({ context, system, enqueue }, { hash, network, from }) => {
  const name = nameOf(hash)
  if (system.get(name)) return enqueue.assign({ polled: context.polled.filter((other) => other !== hash) })
  const { watchPending } = context
  const input = { hash, network, from, watchPending, isSilent: true }
  enqueue.spawnChild('transaction', { id: name, systemId: name, input })
})

const stopWaiting = createAction<Context, { requestId?: string }>(({ context, enqueue }, { requestId }) => {
  enqueue.assign({ waiting: context.waiting.filter((one) => one.requestId !== requestId) })
})

/** Emits the outcome to every caller that waits for the transaction. */
const settle = createAction<Context, Ended>(({ context, enqueue }, { hash, outcome }) => {
  enqueue.stopChild(nameOf(hash))
  for (const { requestId } of context.waiting.filter((one) => one.hash === hash))
    enqueue.emit({ type: 'transactions.settled', requestId, outcome })
  enqueue.assign({ waiting: context.waiting.filter((one) => one.hash !== hash) })
})

/** Action: announce a sent transaction, so that it is remembered. */
const broadcastSent = broadcast(
  ({ hash, network, from, sentFor }: Sent, _: Context, system): BroadcastEvent | undefined =>
    sentFor && {
      type: 'transaction.sent',
      hash,
      networkId: network.caipNetworkId,
      address: from,
      at: now(system),
      status: 'pending',
      sentFor,
    },
)

export const transactionsMachine = setup({
  types: {} as SetupTypes<TransactionsContract>,
  actors: {
    /** Waits until one transaction is confirmed. */
    transaction: withContract<TransactionContract>()(transactionMachine),
  },
  actions: {
    startTransaction: watch,
    checkPending,
    broadcastSent,
    setWaiting,
    startSilently,
    stopWaiting,
    settle,
    showLate: sendToActor(snackbar)({ type: 'snackbar.show', message: { variant: 'success', code: 'send.sentLate' } }),
    showNotSent: sendToActor(snackbar)(({ outcome }: Pick<LateAnswer, 'outcome'>) => notSentCommand(outcome)),
  },
  guards: {
    /** The wallet sent the transaction after its caller stopped waiting, so it is followed from now on. */
    isSent: (_, { outcome }: Pick<LateAnswer, 'outcome'>) => outcome.status === 'done',
  },
}).createMachine({
  id: 'transactions',
  description: 'The sent transactions. Each is waited for, even after the account changed.',
  meta: { kind: 'service', spec: ['4.34', '9.8', '9.9'] },
  context: ({ input }) => ({ ...input, polled: [], waiting: [] }),
  initial: 'watching',
  states: {
    watching: {
      description: 'Each `transaction:<hash>` actor waits for the confirmation of its transaction.',
      on: {
        'transactions.watch': {
          actions: [
            { type: 'broadcastSent', params: ({ event }) => event },
            { type: 'startTransaction', params: ({ event }) => event },
          ],
        },
        'transactions.check': { actions: { type: 'checkPending', params: ({ event }) => event } },
        'activeAccount.changed': {
          description: 'The transactions that were shown belong to another account.',
          actions: { type: 'checkPending', params: { sent: [] } },
        },
        'transactions.wait': {
          actions: [
            { type: 'setWaiting', params: ({ event }) => event },
            { type: 'startSilently', params: ({ event }) => event },
          ],
        },
        'transactions.cancel': { actions: { type: 'stopWaiting', params: ({ event }) => event } },
        'xstate.done.actor.*': {
          actions: { type: 'settle', params: ({ event }) => ({ hash: hashOf(event.type), outcome: event.output }) },
        },
        'xstate.error.actor.*': {
          description: 'A crashed item does not affect the others.',
          actions: {
            type: 'settle',
            params: ({ event }) => ({ hash: hashOf(event.type), outcome: crashed(event.error) }),
          },
        },
        'transactions.inherit': [
          {
            guard: { type: 'isSent', params: ({ event }) => event },
            actions: [
              { type: 'broadcastSent', params: ({ event }) => sentOf(event) },
              { type: 'startTransaction', params: ({ event }) => sentOf(event) },
              'showLate',
            ],
          },
          { actions: { type: 'showNotSent', params: ({ event }) => event } },
        ],
      },
    },
  },
})

/** The sent transaction; a guard ensures that it was sent. */
const sentOf = ({ network, from, sentFor, outcome }: LateAnswer): Sent => ({
  network,
  from,
  sentFor,
  hash: outcome.status === 'done' ? outcome.value : '',
})

export const transactionsLogic = withContract<TransactionsContract>()(transactionsMachine)
