import type { ViewName } from '../shell/view.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'
import type { Transaction } from '../transactions/transaction.schemas.ts'
import type { BalanceTarget } from '../account/balance.contract.ts'

export interface PurchasesContract {
  context: BalanceTarget & {
    /** The purchases, newest first. */
    purchases: readonly Transaction[]
    /** Whether the purchases are shown. */
    isWatched: boolean
    /** Whether the page is visible. */
    isVisible: boolean
    /** Why the last fetch failed; undefined unless it failed. */
    error: LatchkeyError | undefined
  }
  event:
    /** Fetches the purchases, for the first time or again. */
    | { type: 'purchases.load' }
    /** Sets whether the purchases are shown. If they are, purchases in progress are fetched repeatedly. */
    | { type: 'purchases.watch'; isWatched: boolean }
    /** The user opened the view of the purchases. */
    | { type: 'purchases.viewEntered'; view: ViewName }
    | BroadcastEventOf<'view.shown'>
    | BroadcastEventOf<'modal.closed'>
    /** The page became visible. */
    | { type: 'page.shown' }
    /** The page was hidden. */
    | { type: 'page.hidden' }
  /** `pending`: a purchase is in progress. */
  state: 'reading' | 'deciding' | { pending: 'pausing' | 'hidden' } | 'ready' | 'failed'
  tag: 'busy'
  input: BalanceTarget
}

export const purchases = actorKey<PurchasesContract>()('purchases')
