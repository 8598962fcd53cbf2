import type { SnapshotOf } from '../core/contract.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { NetworkId } from '../shared/namespace.types.ts'
import type { Transaction } from '../transactions/transaction.schemas.ts'
import { hasPendingPurchase } from './onramp.rules.ts'
import type { PurchasesContract } from './purchases.contract.ts'

/** Everything that a UI shows of the machine `purchases`. */
export interface PurchasesViewModel {
  /** `loading`: the purchases are being fetched, for the first time or again. */
  status: 'loading' | 'ready' | 'failed'
  networkId: NetworkId
  /** The purchases of the account on the network, newest first. */
  purchases: readonly Transaction[]
  /** Whether a purchase is in progress. */
  hasPendingPurchase: boolean
  /** Why the purchases could not be fetched. */
  error: LatchkeyError | undefined
}

/** Returns everything that a UI shows of the machine `purchases`. */
export function purchasesViewModel(snapshot: SnapshotOf<PurchasesContract>): PurchasesViewModel {
  const { value, context } = snapshot
  const isFailed = value === 'failed'
  return {
    status: snapshot.hasTag('busy') ? 'loading' : isFailed ? 'failed' : 'ready',
    networkId: context.networkId,
    purchases: context.purchases,
    hasPendingPurchase: hasPendingPurchase(context.purchases),
    error: isFailed ? context.error : undefined,
  }
}
