import type { LatchkeyError } from './errors/error.ts'

/** How an attempt ended. Every attempt ends with one of these outcomes. */
export type Outcome<Value> =
  /** It succeeded. `value` is the result. */
  | { status: 'done'; value: Value }
  /** The user or the app cancelled it. */
  | { status: 'cancelled' }
  /** The user declined in the wallet. */
  | { status: 'declined'; error: LatchkeyError }
  /** There was no answer in time. */
  | { status: 'expired'; error: LatchkeyError }
  /** The wallet, the network or the app caused an error. */
  | { status: 'failed'; error: LatchkeyError }
