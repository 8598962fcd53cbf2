import type { Outcome } from '../entities/attempt.ts'
import type { Place, SentFor } from '../entities/sent.ts'
import type { Network } from '../entities/network.ts'
import type { LatchkeyError } from '../errors/error.ts'

export type { Place } from '../entities/sent.ts'

/** `replaced`: the visitor put another transaction in its place. `hash` is the one that was taken up. */
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
  /** What it was sent for; it is remembered where that is told. */
  sentFor?: SentFor | undefined
  /** Where it was sent earlier, its place, as it is remembered. */
  place?: Place | undefined
}

export interface TransactionContract {
  context: Sent & {
    watchPending: boolean
    /** Nothing until a node has heard of it, and where there are no places. */
    place: Place | undefined
    looks: number
    receipt: Receipt | undefined
    error: LatchkeyError | undefined
  }
  event: /** Looks no longer. */
  { type: 'transaction.stop' }
  state: 'confirming' | 'watching' | 'looking' | 'settled' | 'timedOut' | 'gaveUp' | 'stopped'
  tag: 'busy'
  input: Sent & { watchPending: boolean }
  output: Outcome<Receipt>
}
