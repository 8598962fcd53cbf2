import type { Outcome } from '../entities/attempt.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { PurchaseOrder, Since } from '../rules/onramp.ts'
import type { Transaction } from '../schemas/transaction.ts'

/** What became of a purchase; nothing is known of one whose seller tells nobody. */
export interface Bought {
  transaction: Transaction | undefined
}

export interface PurchaseContract {
  context: {
    readonly order: PurchaseOrder
    /** What was known before; nothing while that is read, and where the seller tells nobody. */
    since: Since | undefined
    /** It was begun before: it is looked for once more, and no window is opened. */
    readonly isResumed: boolean
    /** The page can be seen. */
    isVisible: boolean
    /** The window is closed, or cannot be seen from here any more. */
    isClosed: boolean
    /** Why the last look told nothing. */
    lookError: LatchkeyError | undefined
    outcome: Outcome<Bought>
  }
  event:
    /** Calls it off, and closes the window, as far as it can be closed from here. What was paid there is paid. */
    | { type: 'purchase.cancel' }
    /** Looks no more, and leaves the window open. */
    | { type: 'purchase.leave' }
    /** The window is closed, or cannot be seen from here any more. */
    | { type: 'purchase.windowClosed' }
    /** The browser did not let the window be opened. */
    | { type: 'purchase.windowBlocked' }
    /** The page can be seen. */
    | { type: 'page.shown' }
    /** It cannot be seen any more. */
    | { type: 'page.hidden' }
  state:
    | {
        open:
          | 'deciding'
          | 'leading'
          | 'untold'
          | 'leaving'
          | { watching: 'deciding' | 'resting' | { watched: 'looking' | 'pausing' } }
      }
    | 'ended'
  tag: 'leading' | 'watching' | 'untold'
  input: { order: PurchaseOrder; since: Since | undefined }
  output: { outcome: Outcome<Bought>; since: Since | undefined }
}
