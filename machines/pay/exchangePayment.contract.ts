import type { Outcome } from '../shared/outcome.types.ts'
import type { Exchange, Payment, PaymentEnd, PaymentOrder, PaymentResult } from './payment.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'

/** The result of following a payment. */
export interface PaymentOver {
  outcome: Outcome<PaymentResult>
  payment: Payment | undefined
  /** Whether the result is known, or the payment was sent and is no longer waited for. */
  isOver: boolean
  /** Whether this tab reports the result. A result is reported only once across all tabs. */
  isFirst: boolean
}

/** A payment that an exchange accepted, and the host of its page. */
export interface AgreedPayment {
  payment: Payment
  host: string
}

/** The tab that follows a payment: another one (`otherTab`), none because its result was reported (`ended`), or this one (`thisTab`). */
export type Claim = { kind: 'otherTab' } | { kind: 'ended'; end: PaymentEnd } | { kind: 'thisTab' }
/** The result of one check: the same, or the exchange's status if this tab follows the payment. */
export type PaymentCheck =
  | Exclude<Claim, { kind: 'thisTab' }>
  | { kind: 'status'; status: 'UNKNOWN' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED'; hash: string | undefined }

export interface ExchangePaymentContract {
  context: {
    /** What to pay; undefined for a payment of an earlier visit. */
    order: PaymentOrder | undefined
    /** The exchange that the user chose; undefined for a payment of an earlier visit. */
    exchange: Exchange | undefined
    /** The id of this flow. The payment has a separate id once it exists. */
    id: string
    /** The payment that the exchange accepted; undefined until then. */
    payment: Payment | undefined
    /** The host of the exchange's page; undefined until the page is known. */
    host: string | undefined
    /** Whether the window was closed, as far as this page can observe it. */
    isWindowClosed: boolean
    /** How the payment ended; undefined until that is known. */
    end: PaymentEnd | undefined
    /** Whether this tab stored the result first, and therefore reports it. */
    isFirst: boolean
    /** Why the last check failed; undefined unless it failed. */
    error: LatchkeyError | undefined
    /** The result for the caller: `done` with the payment, `cancelled`, `expired` (it may have been made) or `failed`. */
    outcome: Outcome<PaymentResult>
  }
  event:
    /** Stops following the payment. */
    | { type: 'exchangePayment.cancel' }
    /** The user closed the window. Many exchanges cut it off from this page, which looks the same. */
    | { type: 'exchangePayment.windowClosed' }
    /** The browser blocked the window. */
    | { type: 'exchangePayment.windowFailed' }
  state: { open: 'beginning' | 'requesting' | 'waiting' | 'polling' } | 'verifying' | 'finishing' | 'ended' | 'failed'
  tag: 'busy'
  /** `id`: the id of this flow. A new payment needs `order` and `exchange`; one of an earlier visit, `payment`. */
  input: { id: string } & ({ order: PaymentOrder; exchange: Exchange } | { payment: Payment })
  output: PaymentOver
}
