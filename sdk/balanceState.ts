import type { BalanceContract } from '../machines/account/balance.contract.ts'
import type { SnapshotOf } from '../machines/kit/contract.ts'

/** How far the balances of an account are known. `failed`: not all of them could be read; `unsupported`: not on this network [9.37]. */
export type BalanceStatus = 'loading' | 'ready' | 'failed' | 'unsupported'

/** What an account's balances are shown as; before their code is there they are loading. */
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
