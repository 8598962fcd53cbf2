import type { Outcome } from '../shared/outcome.types.ts'
import type { TransactionPosition, TransactionPurpose } from './sent.types.ts'
import type { Network } from '../shared/network.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'

export type { TransactionPosition } from './sent.types.ts'

/**
 * `replaced`: the user replaced the transaction. `hash` is the hash of the transaction that was confirmed. If it is the original hash,
 * the replacement is unknown, and may have done the same.
 */
export interface Receipt {
  status: 'success' | 'reverted' | 'replaced'
  hash: string
}

/** A transaction that an account sent. */
export interface Sent {
  /** The hash of the transaction. */
  hash: string
  /** The network that the transaction was sent on. */
  network: Network
  /** The account's address; empty if the caller does not know it. */
  from: string
  /** What the transaction was sent for. It is remembered only if this is set. */
  sentFor?: TransactionPurpose | undefined
  /** The remembered position of a transaction that was sent earlier. */
  position?: TransactionPosition | undefined
}

export interface TransactionContract {
  context: Sent & {
    /** Whether the transaction is polled further if it is not confirmed in time. */
    watchPending: boolean
    /** Whether the modal shows no message about the transaction, because only the app waits for it. */
    isSilent: boolean
    /** The position among the transactions of its account; undefined until a node knows it, and on chains without positions. */
    position: TransactionPosition | undefined
    /** How many times the transaction was polled. */
    pollCount: number
    /** The receipt; undefined until the transaction is settled. */
    receipt: Receipt | undefined
    /** Why the last wait or poll ended without a receipt; undefined otherwise. */
    error: LatchkeyError | undefined
  }
  event: /** Stops waiting for the transaction. */
  { type: 'transaction.stop' }
  state: 'confirming' | 'watching' | 'polling' | 'settled' | 'timedOut' | 'unconfirmed' | 'stopped'
  tag: 'busy'
  input: Sent & {
    /** Whether the transaction is polled further if it is not confirmed in time. */
    watchPending: boolean
    /** Whether the modal shows no message about the transaction, because only the app waits for it. */
    isSilent?: boolean
  }
  output: Outcome<Receipt>
}
