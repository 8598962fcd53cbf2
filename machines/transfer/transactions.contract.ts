import type { Outcome } from '../entities/attempt.ts'
import type { Network } from '../entities/network.ts'
import { address } from '../kit/address.ts'

export interface TransactionsContract {
  context: {
    /** Those that were not taken up in time are looked for further. */
    watchPending: boolean
  }
  event:
    /** Waits for what becomes of a transaction. */
    | { type: 'transactions.watch'; hash: string; network: Network }
    /** A wallet answered a transfer that nobody waited for any more; done means that it has a hash. */
    | { type: 'transactions.inherit'; network: Network; outcome: Outcome<string> }
  state: 'watching'
  input: { watchPending: boolean }
}

export const transactions = address<TransactionsContract>()('transactions')
