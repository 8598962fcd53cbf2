import type { Outcome } from '../entities/attempt.ts'
import type { SentFor } from '../entities/sent.ts'
import type { Network } from '../entities/network.ts'
import type { LatchkeyError } from '../errors/error.ts'

/** `replaced`: the visitor put another transaction in its place. `hash` is the one that was taken up. */
export interface Receipt {
  status: 'success' | 'reverted' | 'replaced'
  hash: string
}

/** Where a transaction stands among those of its account, and what it does: no two are taken up at one place. */
export interface Place {
  /** Where the chain counts what an account sends. */
  nonce?: number | undefined
  /** Where it has coins, those that are spent: `txid:vout`. */
  coins?: readonly string[] | undefined
  /** Tells one transfer from another, whatever they pay for it. */
  doing: string
}

/** A transaction that an account sent. */
export interface Sent {
  hash: string
  network: Network
  /** The account's address. */
  from: string
  /** What it was sent for; it is remembered where that is told. */
  sentFor?: SentFor | undefined
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
