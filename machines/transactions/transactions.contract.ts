import type { Outcome } from '../shared/outcome.types.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'
import type { Sent } from './transaction.contract.ts'

/** A wallet's late response to a transaction request whose caller no longer waits. */
export interface LateAnswer extends Omit<Sent, 'hash'> {
  /** `done` with the hash, or why the transaction was not sent. */
  outcome: Outcome<string>
}

export interface TransactionsContract {
  context: {
    /** Whether transactions that were not confirmed in time are polled further. */
    watchPending: boolean
    /** The hashes of earlier transactions, which are polled only while they are shown. */
    polled: readonly string[]
  }
  event:
    /** Waits until a transaction is confirmed, reverted or replaced. */
    | ({ type: 'transactions.watch' } & Sent)
    /** Takes over a wallet's late response to a request whose caller no longer waits. `outcome`: `done` with the hash. */
    | ({ type: 'transactions.inherit' } & LateAnswer)
    /** Polls these earlier transactions, because they are shown, and stops polling all other earlier ones. */
    | { type: 'transactions.check'; sent: readonly Sent[] }
    | BroadcastEventOf<'activeAccount.changed'>
  state: 'watching'
  input: {
    /** Whether transactions that were not confirmed in time are polled further. */
    watchPending: boolean
  }
}

export const transactions = actorKey<TransactionsContract>()('transactions')
