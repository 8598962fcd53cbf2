import type { ViewName } from '../entities/view.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'
import type { Transaction } from '../schemas/transaction.ts'
import type { BalanceTarget } from '../account/balance.contract.ts'

export interface PurchasesContract {
  context: BalanceTarget & {
    /** The newest first. */
    purchases: readonly Transaction[]
    /** Somebody looks at it. */
    isWatched: boolean
    /** The page can be seen. */
    isVisible: boolean
    error: LatchkeyError | undefined
  }
  event:
    /** Reads them, or reads them anew. */
    | { type: 'purchases.load' }
    /** Whether somebody looks at them: those under way are then read again and again. */
    | { type: 'purchases.watch'; isWatched: boolean }
    /** Somebody wants to see them. */
    | { type: 'purchases.viewEntered'; view: ViewName }
    | FactOf<'view.shown'>
    | FactOf<'modal.closed'>
    /** The page can be seen. */
    | { type: 'page.shown' }
    /** It cannot be seen any more. */
    | { type: 'page.hidden' }
  /** `pending`: one is under way. */
  state: 'reading' | 'deciding' | { pending: 'pausing' | 'resting' } | 'ready' | 'failed'
  tag: 'busy'
  input: BalanceTarget
}

export const purchases = address<PurchasesContract>()('purchases')
