import type { Outcome } from '../shared/outcome.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { PurchaseOrder, KnownPurchases } from './onramp.rules.ts'
import type { Transaction } from '../transactions/transaction.schemas.ts'

/** The result of a purchase, without a transaction if the seller does not report it. */
export interface PurchaseResult {
  transaction: Transaction | undefined
}

export interface PurchaseContract {
  context: {
    /** What to buy, for which account, and from which seller. */
    readonly order: PurchaseOrder
    /** The purchases known before; undefined until they are read, and if the seller does not report purchases. */
    since: KnownPurchases | undefined
    /** Whether an earlier purchase is checked again, without opening a window. */
    readonly isResumed: boolean
    /** Whether the page is visible. */
    isVisible: boolean
    /** Whether the window is closed, or can no longer be observed from here. */
    isClosed: boolean
    /** Why the last check failed; undefined unless it failed. */
    pollError: LatchkeyError | undefined
    /** The result: `done`, with a transaction if the seller reports it, or why the purchase is not confirmed. */
    outcome: Outcome<PurchaseResult>
  }
  event:
    /** Cancels the purchase, and closes the window if the browser allows it. Payments that were made are not reversed. */
    | { type: 'purchase.cancel' }
    /** Stops checking and leaves the window open. */
    | { type: 'purchase.leave' }
    /** The window was closed, or can no longer be observed from here. */
    | { type: 'purchase.windowClosed' }
    /** The browser blocked the window. */
    | { type: 'purchase.windowBlocked' }
    /** The page became visible. */
    | { type: 'page.shown' }
    /** The page was hidden. */
    | { type: 'page.hidden' }
  state:
    | {
        open:
          | 'deciding'
          | 'openingPage'
          | 'unreported'
          | 'leaving'
          | { watching: 'deciding' | 'hidden' | { watched: 'polling' | 'pausing' } }
      }
    | 'ended'
  tag: 'openingPage' | 'watching' | 'unreported'
  input: { /** What to buy. */ order: PurchaseOrder; /** Set to check again. */ since: KnownPurchases | undefined }
  output: { outcome: Outcome<PurchaseResult>; since: KnownPurchases | undefined }
}
