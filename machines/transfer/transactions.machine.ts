/** Service: what was sent, each transaction as an item that is waited for whatever becomes of the account. */
import { enqueueActions, setup } from 'xstate'
import { seal, type TypesOf } from '../kit/contract.ts'
import { tell } from '../kit/system.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import { notSentCommand } from './sendFacts.ts'
import type { Sent, TransactionContract } from './transaction.contract.ts'
import { transactionMachine } from './transaction.machine.ts'
import type { LateAnswer, TransactionsContract } from './transactions.contract.ts'

// oxlint-disable-next-line no-explicit-any
const watch = enqueueActions<any, any, Sent, any, any, never, never, never, any>(
  ({ context, enqueue }, { hash, network, from }) => {
    const { watchPending } = context as TransactionsContract['context']
    const name = `transaction:${hash}`
    enqueue.stopChild(name)
    enqueue.spawnChild('transaction', { id: name, systemId: name, input: { hash, network, from, watchPending } })
  },
)

export const transactionsMachine = setup({
  types: {} as TypesOf<TransactionsContract>,
  actors: { transaction: seal<TransactionContract>()(transactionMachine) },
  actions: {
    watch,
    sayLate: tell(snackbar)({ type: 'snackbar.show', message: { variant: 'success', code: 'send.sentLate' } }),
    sayNotSent: tell(snackbar)(({ outcome }: Pick<LateAnswer, 'outcome'>) => notSentCommand(outcome)),
  },
  guards: { sent: (_, { outcome }: Pick<LateAnswer, 'outcome'>) => outcome.status === 'done' },
}).createMachine({
  id: 'transactions',
  description: 'What was sent: each transaction is waited for, whatever becomes of the account.',
  meta: { kind: 'service', spec: ['4.34', '9.8', '9.9'] },
  context: ({ input }) => input,
  initial: 'watching',
  states: {
    watching: {
      description: 'The item transaction:<hash> waits for the network.',
      on: {
        'transactions.watch': { actions: { type: 'watch', params: ({ event }) => event } },
        'transactions.inherit': [
          {
            guard: { type: 'sent', params: ({ event }) => event },
            actions: [{ type: 'watch', params: ({ event }) => sentOf(event) }, 'sayLate'],
          },
          { actions: { type: 'sayNotSent', params: ({ event }) => event } },
        ],
      },
    },
  },
})

/** What the guard has seen to being sent. */
const sentOf = ({ network, from, outcome }: LateAnswer): Sent => ({
  network,
  from,
  hash: outcome.status === 'done' ? outcome.value : '',
})

export const transactionsLogic = seal<TransactionsContract>()(transactionsMachine)
