import { networkOf } from '../network/network.rules.ts'
import type { SnapshotOf } from '../core/contract.ts'
import type { Connection } from '../shared/account.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { Network } from '../shared/network.types.ts'
import type { PayContract } from './pay.contract.ts'
import { isPayable } from './pay.rules.ts'
import type { Exchange, PaymentOrder, PaymentProgress, PaymentResult } from './payment.types.ts'

/** Everything that a UI shows of the machine `pay`. */
export interface PayViewModel {
  /**
   * `reading`: the payments of earlier visits are read. `checking`: the recipient is validated. `unconfirmed`: the payment may have
   * been made.
   */
  status: 'reading' | 'idle' | 'checking' | 'choosing' | 'paying' | 'paid' | 'unconfirmed' | 'failed'
  /** The requested payment; undefined if there is none. */
  order: PaymentOrder | undefined
  /** The network of the payment. */
  network: Network | undefined
  /** The connected wallet; undefined if no account is active. */
  connection: Connection | undefined
  /** What it takes to pay with the wallet: `pay.chooseWallet`, a switch to the network of the payment, or `pay.connect`. */
  walletStep: 'pay' | 'switchNetwork' | 'connect'
  /** The exchanges that are offered; empty until they are fetched. */
  exchanges: readonly Exchange[]
  /** Whether the exchanges are being fetched. */
  isLoadingExchanges: boolean
  /** The progress of the payment. */
  progress: PaymentProgress | undefined
  /** Whether the user can go back and choose another payment method: no longer once the payment was sent. */
  canChangeMethod: boolean
  /** The hash of the payment's transaction; undefined until it is known. */
  hash: string | undefined
  /** The completed payment. */
  result: PaymentResult | undefined
  /** Why the exchanges could not be fetched. */
  exchangesError: LatchkeyError | undefined
  /** Why the last chosen payment method failed, or, during a payment, why its status is unknown. */
  error: LatchkeyError | undefined
}

/** Returns everything that a UI shows of the machine `pay`. */
export function payViewModel({ value, context }: SnapshotOf<PayContract>): PayViewModel {
  const { activeAccount, order, progress, result } = context
  return {
    status: typeof value === 'string' ? value : 'choosing',
    order,
    network: order && networkOf(context.settings.networks, order.network),
    connection: activeAccount?.connection,
    walletStep: isPayable(activeAccount, order) ? 'pay' : activeAccount && order ? 'switchNetwork' : 'connect',
    exchanges: context.exchanges,
    isLoadingExchanges: typeof value === 'object' && value.choosing === 'loading',
    progress,
    canChangeMethod: value === 'paying' && progress?.step !== 'confirming',
    hash: result?.hash ?? progress?.hash,
    result,
    exchangesError: context.exchangesError,
    error: context.error,
  }
}
