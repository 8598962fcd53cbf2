import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Network } from '../shared/network.types.ts'
import type { Payment, PaymentEnd, PaymentOrder, PaymentResult } from './payment.types.ts'
import type { RequestSettled } from '../wallet-requests/requests.contract.ts'
import type { Receipt } from '../transactions/transaction.contract.ts'
import type { PaymentOver } from './exchangePayment.contract.ts'

/** The result of checking a payment that was not confirmed in time. `otherTab`: another tab follows it. */
export type LateCheck =
  | { kind: 'receipt'; receipt: Receipt }
  | { kind: 'ended'; end: PaymentEnd }
  | { kind: 'otherTab' }
  | { kind: 'none' }

export interface WalletPaymentContract {
  context: {
    /** The id of this payment among those that are followed. */
    id: string
    /** The network of the payment. */
    network: Network
    /** The wallet that pays; undefined for a payment of an earlier visit. */
    connection: Connection | undefined
    /** What to pay; undefined for a payment of an earlier visit. */
    order: PaymentOrder | undefined
    /** The payment; undefined until the wallet has sent its transaction. */
    payment: Payment | undefined
    /** Whether the payment was not confirmed in time and is still followed. */
    isLate: boolean
    /** Whether the page is visible. */
    isVisible: boolean
    /** How the payment ended; undefined until that is known. */
    end: PaymentEnd | undefined
    /** Whether this tab stored the result first, and therefore reports it. */
    isFirst: boolean
    /** The result for the caller: `done`, `cancelled`, `declined`, `expired` (it may have been made) or `failed`. */
    outcome: Outcome<PaymentResult>
  }
  event:
    /** Stops following the payment. */
    | { type: 'walletPayment.cancel' }
    /** A transaction was confirmed, reverted or replaced. `finalHash`: the hash of the transaction that was confirmed. */
    | {
        type: 'walletPayment.settle'
        hash: string
        finalHash: string
        status: 'success' | 'reverted' | 'replaced'
      }
    /** The page became visible. */
    | { type: 'page.shown' }
    /** The page was hidden. */
    | { type: 'page.hidden' }
    /** The wallet approved or rejected the request, or it did not respond in time. */
    | RequestSettled
  state:
    | 'deciding'
    | 'requesting'
    | 'storing'
    | 'claiming'
    | 'waiting'
    | 'confirming'
    | { unconfirmed: 'pausing' | 'hidden' | 'polling' }
    | 'finishing'
    | 'ended'
  tag: 'busy'
  /** A new payment needs `order` and `connection`; one that was sent before, `payment`. `isLate`: not confirmed in time. */
  input: { id: string; network: Network } & (
    | { order: PaymentOrder; connection: Connection }
    | { payment: Payment; isLate?: boolean }
  )
  output: PaymentOver
}
