import type { LatchkeyError } from '../errors/error.ts'

/** How an attempt ended. Nothing else can become of one. */
export type Outcome<Value> =
  | { status: 'done'; value: Value }
  /** The visitor, or the site, called it off. */
  | { status: 'cancelled' }
  /** The visitor said no in the wallet. */
  | { status: 'declined'; error: LatchkeyError }
  /** Nobody answered in time. */
  | { status: 'expired'; error: LatchkeyError }
  | { status: 'failed'; error: LatchkeyError }
