import type { Scope } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Configuration } from '../entities/configuration.ts'
import type {
  Exchange,
  Payment,
  PaymentOrder,
  PaymentProgress,
  PaymentRequest,
  PaymentResult,
} from '../entities/payment.ts'
import type { ViewName } from '../entities/view.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'
import type { PaymentOver } from './exchangePayment.contract.ts'

export interface PayContract {
  context: {
    readonly site: Pick<Configuration, 'networks' | 'tokens'>
    /** The account that is active, and its network. */
    scope: Scope | undefined
    /** What is to be paid. */
    order: PaymentOrder | undefined
    /** The caller's own id, handed back with the outcome. */
    attempt: string | undefined
    /** The exchanges that are offered; nothing before it is known. */
    exchanges: readonly Exchange[]
    /** Why that is not known. */
    exchangesError: LatchkeyError | undefined
    /** The payment that is shown, by its name among all that are followed. */
    current: string | undefined
    /** How that goes. */
    progress: PaymentProgress | undefined
    /** Why the way that was chosen last led to nothing, or, while one is under way, why nothing is known of it. */
    error: LatchkeyError | undefined
    /** What was paid. */
    result: PaymentResult | undefined
    /** The names of all payments that are followed, and who is asked. */
    open: readonly { id: string; kind: PaymentProgress['kind']; from: string | undefined }[]
    /** How many were begun here. */
    count: number
    /** The visitor connects a wallet to pay with. */
    connecting: boolean
    /** The modal was opened for the payment. */
    opened: boolean
  }
  event:
    /** Asks the visitor for a payment. `attempt` is handed back with the outcome. */
    | { type: 'pay.submit'; request: PaymentRequest; attempt?: string }
    /** Pays at an exchange. It opens a window, which browsers allow in the press of a button only. */
    | { type: 'pay.chooseExchange'; exchangeId: string }
    /** Pays by the wallet that is connected. */
    | { type: 'pay.chooseWallet' }
    /** Connects a wallet, and comes back. */
    | { type: 'pay.connect' }
    /** Looks for exchanges again; once a payment has failed, offers every way anew. */
    | { type: 'pay.retry' }
    /** Calls it off: the payment with that attempt, else whichever is shown. What was paid already is followed all the same. */
    | { type: 'pay.cancel'; attempt?: string }
    /** The visitor went back from it. */
    | { type: 'pay.viewLeft'; view: ViewName }
    /** Shows again what is to be paid. */
    | { type: 'pay.show' }
    /** How a payment goes. */
    | { type: 'pay.progressed'; id: string; progress: PaymentProgress; error: LatchkeyError | undefined }
    | FactOf<'view.shown'>
    | FactOf<'modal.closed'>
    | FactOf<'scope.changed'>
    | FactOf<'transaction.settled'>
    | { type: `xstate.done.actor.${string}`; output: PaymentOver }
    | { type: `xstate.error.actor.${string}`; error: unknown }
  state:
    | 'reading'
    | 'idle'
    | 'checking'
    | { choosing: 'loading' | 'ready' | 'unknown' }
    | 'paying'
    | 'paid'
    | 'unconfirmed'
    | 'failed'
  tag: 'busy' | 'choosing'
  input: Pick<PayContract['context'], 'site' | 'scope'>
  emitted:
    | /** It is over for whoever asked, as the outcome says. */
      { type: 'pay.settled'; attempt: string | undefined; outcome: Outcome<PaymentResult> }
    /** What became of a payment: told once, over all tabs of the page and over reloads. */
    | { type: 'pay.reported'; payment: Payment; outcome: Outcome<PaymentResult> }
}

export const pay = address<PayContract>()('pay')
