import { feature } from '../core/feature.ts'
import { transactions } from './transactions.contract.ts'

export const transactionsFeature = feature(transactions, {
  input: ({ watchPendingTransactions: watchPending }) => ({ watchPending }),
  load: async () => (await import('./transactions.machine.ts')).transactionsLogic,
})
