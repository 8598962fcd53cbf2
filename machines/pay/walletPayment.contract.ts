import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Network } from '../entities/network.ts'
import type { Payment, PaymentEnd, PaymentOrder, PaymentResult } from '../entities/payment.ts'
import type { RequestSettled } from '../requests/requests.contract.ts'
import type { PaymentOver } from './exchangePayment.contract.ts'

export interface WalletPaymentContract {
  context: {
    /** The name of this payment among others. */
    id: string
    network: Network
    /** Who is asked, and for what; nothing for a payment of an earlier visit. */
    connection: Connection | undefined
    order: PaymentOrder | undefined
    payment: Payment | undefined
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
    /** The wallet has answered. */
    | RequestSettled
  state: 'deciding' | 'asking' | 'keeping' | 'claiming' | 'waiting' | 'confirming' | 'finishing' | 'ended'
  tag: 'busy'
  input: { id: string; network: Network } & ({ order: PaymentOrder; connection: Connection } | { payment: Payment })
  output: PaymentOver
}
