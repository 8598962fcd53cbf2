import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Network } from '../entities/network.ts'
import type { Payment, PaymentEnd, PaymentOrder, PaymentResult } from '../entities/payment.ts'
import type { RequestSettled } from '../requests/requests.contract.ts'
import type { Receipt } from '../transfer/transaction.contract.ts'
import type { PaymentOver } from './exchangePayment.contract.ts'

/** What a look at a payment that was not confirmed in time says. `others`: another tab looks after it. */
export type LateLook =
  | { kind: 'taken'; receipt: Receipt }
  | { kind: 'known'; end: PaymentEnd }
  | { kind: 'others' }
  | { kind: 'nothing' }

export interface WalletPaymentContract {
  context: {
    /** The name of this payment among others. */
    id: string
    network: Network
    /** Who is asked, and for what; nothing for a payment of an earlier visit. */
    connection: Connection | undefined
    order: PaymentOrder | undefined
    payment: Payment | undefined
    /** It was not confirmed in time, and is followed for whoever paid it. */
    isLate: boolean
    /** The page can be seen. */
    isVisible: boolean
    end: PaymentEnd | undefined
    /** Nobody told of it before. */
    isFirst: boolean
    outcome: Outcome<PaymentResult>
  }
  event:
    /** Nobody waits for it any more. */
    | { type: 'walletPayment.cancel' }
    /** The network took a transaction up. */
    | {
        type: 'walletPayment.settle'
        hash: string
        finalHash: string
        status: 'success' | 'reverted' | 'replaced'
      }
    /** The page can be seen. */
    | { type: 'page.shown' }
    /** It cannot be seen any more. */
    | { type: 'page.hidden' }
    /** The wallet has answered. */
    | RequestSettled
  state:
    | 'deciding'
    | 'asking'
    | 'keeping'
    | 'claiming'
    | 'waiting'
    | 'confirming'
    | { late: 'pausing' | 'resting' | 'looking' }
    | 'finishing'
    | 'ended'
  tag: 'busy'
  input: { id: string; network: Network } & (
    | { order: PaymentOrder; connection: Connection }
    | { payment: Payment; isLate?: boolean }
  )
  output: PaymentOver
}
