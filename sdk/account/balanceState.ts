import type { BalanceContract } from '../../machines/account/balance.contract.ts'
import type { SnapshotOf } from '../../machines/core/contract.ts'

/** The status of an account's balances. `failed`: some could not be read; `unsupported`: not available on this network [9.37]. */
export type BalanceStatus = 'loading' | 'ready' | 'failed' | 'unsupported'

/**
 * Returns the status to show for an account's balances.
 * @param snapshot The snapshot of the actor `balance`, or `undefined` until it is loaded.
 * @returns The status. Without a snapshot it is `loading`.
 */
export function balanceStatusOf(snapshot: SnapshotOf<BalanceContract> | undefined): BalanceStatus {
  switch (snapshot?.value) {
    case 'ready':
    case 'unsupported':
      return snapshot.value
    case 'blocked':
    case 'failed':
      return 'failed'
    default:
      return 'loading'
  }
}
