import type { Outcome } from '../entities/attempt.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'
import type { Sent } from './transaction.contract.ts'

/** What a wallet answered to a transfer. */
export interface LateAnswer extends Omit<Sent, 'hash'> {
  outcome: Outcome<string>
}

export interface TransactionsContract {
  context: {
    /** Those that were not taken up in time are looked for further. */
    watchPending: boolean
    /** Those that are looked at only while somebody looks, by their hashes. */
    looked: readonly string[]
  }
  event:
    /** Waits for what becomes of a transaction. */
    | ({ type: 'transactions.watch' } & Sent)
    /** A wallet answered a transfer that nobody waited for any more; done means that it has a hash. */
    | ({ type: 'transactions.inherit' } & LateAnswer)
    /** Somebody looks at these, which were sent earlier, and at no others any more. */
    | { type: 'transactions.look'; sent: readonly Sent[] }
    | FactOf<'scope.changed'>
  state: 'watching'
  input: { watchPending: boolean }
}

export const transactions = address<TransactionsContract>()('transactions')
