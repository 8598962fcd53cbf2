import { balance } from '../account/balance.contract.ts'
import { featureOfAccount } from '../kit/feature.ts'
import { peek } from '../kit/system.ts'
import { swap } from './swap.contract.ts'

export const swapFeature = featureOfAccount(swap, {
  isOffered: ({ features }) => features.swaps,
  input: (scope, _, system) => ({ ...scope, balances: peek(system, balance)?.context.tokens ?? [] }),
  // What waits for a transaction has to be there once one was sent.
  load: async () =>
    (await Promise.all([import('./swap.machine.ts'), import('../transfer/transactions.machine.ts')]))[0].swapLogic,
})
