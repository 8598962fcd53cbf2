import type { Outcome } from '../entities/attempt.ts'
import type { Exchange, Payment, PaymentEnd, PaymentOrder, PaymentResult } from '../entities/payment.ts'
import type { LatchkeyError } from '../errors/error.ts'

/** What a payment ended with, for those who look at it. */
export interface PaymentOver {
  outcome: Outcome<PaymentResult>
  payment: Payment | undefined
  /** What became of it is known, or it was sent and is waited for no longer. */
  isOver: boolean
  /** It is told here: what becomes of a payment is told once, over all tabs. */
  isFirst: boolean
}

/** What was agreed with an exchange: the payment, and where its page is. */
export interface Agreed {
  payment: Payment
  host: string
}

/** Who looks after a payment: another tab, nobody since it is over and told, or this one. */
export type Claim = { kind: 'others' } | { kind: 'known'; end: PaymentEnd } | { kind: 'ours' }
/** What one look says: the same, or, where it is this tab, what the exchange says. */
export type Look =
  | Exclude<Claim, { kind: 'ours' }>
  | { kind: 'told'; status: 'UNKNOWN' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED'; hash: string | undefined }

export interface ExchangePaymentContract {
  context: {
    /** What was asked for; nothing for a payment of an earlier visit. */
    order: PaymentOrder | undefined
    exchange: Exchange | undefined
    /** The name of this payment among others; its own once there is one. */
    id: string
    payment: Payment | undefined
    host: string | undefined
    isWindowClosed: boolean
    end: PaymentEnd | undefined
    /** Nobody told of it before. */
    isFirst: boolean
    /** Why the last look said nothing. */
    error: LatchkeyError | undefined
    outcome: Outcome<PaymentResult>
  }
  event:
    /** Nobody waits for it any more. */
    | { type: 'exchangePayment.cancel' }
    /** The visitor closed the window. Many exchanges cut it off from this page, which looks the same. */
    | { type: 'exchangePayment.windowClosed' }
    /** The browser opens no window. */
    | { type: 'exchangePayment.windowFailed' }
  state: { open: 'beginning' | 'asking' | 'resting' | 'looking' } | 'verifying' | 'finishing' | 'ended' | 'failed'
  tag: 'busy'
  input: { id: string } & ({ order: PaymentOrder; exchange: Exchange } | { payment: Payment })
  output: PaymentOver
}
