import type { Outcome } from '../shared/outcome.types.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'
import type { Receipt, Sent } from './transaction.contract.ts'

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
    /** The callers that wait for the receipt of a transaction. */
    waiting: readonly { requestId: string; hash: string }[]
  }
  event:
    /** Waits until a transaction is confirmed, reverted or replaced. */
    | ({ type: 'transactions.watch' } & Sent)
    /** Waits for the receipt of a transaction, without a message. `requestId` is the caller's id, which is returned with the outcome. */
    | ({ type: 'transactions.wait'; requestId?: string } & Sent)
    /** Stops waiting on behalf of the caller. The transaction is still followed. */
    | { type: 'transactions.cancel'; requestId?: string }
    /** Takes over a wallet's late response to a request whose caller no longer waits. `outcome`: `done` with the hash. */
    | ({ type: 'transactions.inherit' } & LateAnswer)
    /** Polls these earlier transactions, because they are shown, and stops polling all other earlier ones. */
    | { type: 'transactions.check'; sent: readonly Sent[] }
    | BroadcastEventOf<'activeAccount.changed'>
    /** A transaction was settled, or is no longer waited for. */
    | { type: `xstate.done.actor.${string}`; output: Outcome<Receipt> }
    /** The actor that waits for a transaction crashed. */
    | { type: `xstate.error.actor.${string}`; error: unknown }
  state: 'watching'
  input: {
    /** Whether transactions that were not confirmed in time are polled further. */
    watchPending: boolean
  }
  emitted: /** Waiting for a transaction ended. Emitted once per caller. `outcome`: `done` with the receipt, `expired` or `failed`. */
  { type: 'transactions.settled'; requestId: string; outcome: Outcome<Receipt> }
}

export const transactions = actorKey<TransactionsContract>()('transactions')
