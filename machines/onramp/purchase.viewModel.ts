import type { SnapshotOf } from '../core/contract.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { PurchaseContract } from './purchase.contract.ts'

/** Everything that a UI shows of the flow `purchase`, which runs while the status of `onramp` is `buying`. */
export interface PurchaseViewModel {
  /** Of the provider's window. `opening`: its link is being fetched. `closed`: it was closed, or can no longer be observed from here. */
  status: 'opening' | 'open' | 'closed'
  /** Whether an earlier purchase is checked again, without a window. */
  isResumed: boolean
  /** Whether the seller does not report the result. */
  isUnreported: boolean
  /** Why the last check for the result failed. */
  checkError: LatchkeyError | undefined
}

/** Returns everything that a UI shows of the flow `purchase`. */
export function purchaseViewModel(snapshot: SnapshotOf<PurchaseContract>): PurchaseViewModel {
  const { isClosed, isResumed, pollError } = snapshot.context
  return {
    status: snapshot.hasTag('openingPage') ? 'opening' : isClosed ? 'closed' : 'open',
    isResumed,
    isUnreported: snapshot.hasTag('unreported'),
    checkError: pollError,
  }
}
