import type { Outcome } from '../shared/outcome.types.ts'
import type { TransactionPosition, TransactionPurpose } from './sent.types.ts'
import type { Network } from '../shared/network.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'

export type { TransactionPosition } from './sent.types.ts'

/** `replaced`: the user replaced the transaction. `hash` is the hash of the transaction that was confirmed. */
export interface Receipt {
  status: 'success' | 'reverted' | 'replaced'
  hash: string
}

/** A transaction that an account sent. */
export interface Sent {
  hash: string
  network: Network
  /** The account's address. */
  from: string
  /** What the transaction was sent for. It is remembered only if this is set. */
  sentFor?: TransactionPurpose | undefined
  /** The remembered position of a transaction that was sent earlier. */
  position?: TransactionPosition | undefined
}

export interface TransactionContract {
  context: Sent & {
    watchPending: boolean
    /** Undefined until a node knows the transaction, and on chains without places. */
    position: TransactionPosition | undefined
    pollCount: number
    receipt: Receipt | undefined
    error: LatchkeyError | undefined
  }
  event: /** Stops waiting for the transaction. */
  { type: 'transaction.stop' }
  state: 'confirming' | 'watching' | 'polling' | 'settled' | 'timedOut' | 'unconfirmed' | 'stopped'
  tag: 'busy'
  input: Sent & { watchPending: boolean }
  output: Outcome<Receipt>
}
