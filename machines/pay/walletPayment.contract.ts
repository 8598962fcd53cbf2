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
    network: Network
    /** The wallet that pays; undefined for a payment of an earlier visit, as is `order`. */
    connection: Connection | undefined
    order: PaymentOrder | undefined
    payment: Payment | undefined
    /** Whether the payment was not confirmed in time and is still followed. */
    isLate: boolean
    /** Whether the page is visible. */
    isVisible: boolean
    end: PaymentEnd | undefined
    /** Whether no result was reported before. */
    isFirst: boolean
    outcome: Outcome<PaymentResult>
  }
  event:
    /** Stops following the payment. */
    | { type: 'walletPayment.cancel' }
    /** A transaction settled on the network. */
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
    /** The wallet answered the request. */
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
  input: { id: string; network: Network } & (
    | { order: PaymentOrder; connection: Connection }
    | { payment: Payment; isLate?: boolean }
  )
  output: PaymentOver
}
