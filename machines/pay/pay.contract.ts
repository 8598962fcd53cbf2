import type { ActiveAccount } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Configuration } from '../project/configuration.types.ts'
import type {
  Exchange,
  Payment,
  PaymentOrder,
  PaymentProgress,
  PaymentRequest,
  PaymentResult,
} from './payment.types.ts'
import type { ViewName } from '../shell/view.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'
import type { PaymentOver } from './exchangePayment.contract.ts'

export interface PayContract {
  context: {
    /** The app's networks and tokens, against which requests are validated. */
    readonly settings: Pick<Configuration, 'networks' | 'tokens'>
    /** The active account and its network; undefined if no account is active. */
    activeAccount: ActiveAccount | undefined
    /** The requested payment; undefined if there is none. */
    order: PaymentOrder | undefined
    /** The caller's id, which is returned with the outcome. */
    requestId: string | undefined
    /** The exchanges that are offered; empty until they are fetched. */
    exchanges: readonly Exchange[]
    /** Why the exchanges could not be fetched; undefined unless that failed. */
    exchangesError: LatchkeyError | undefined
    /** The id of the payment that is shown; undefined until the user chooses a payment method. */
    current: string | undefined
    /** The progress of the payment that is shown; undefined until it starts. */
    progress: PaymentProgress | undefined
    /** Why the last chosen payment method failed, or, during a payment, why its status is unknown. */
    error: LatchkeyError | undefined
    /** The completed payment; undefined until then. */
    result: PaymentResult | undefined
    /** All payments that are followed: their ids, their kinds, and the account that pays. */
    open: readonly { id: string; kind: PaymentProgress['kind']; from: string | undefined }[]
    /** How many payments were started here. */
    count: number
    /** Whether the user is connecting a wallet to pay with. */
    connecting: boolean
    /** Whether the modal was opened for the payment. */
    opened: boolean
  }
  event:
    /** Requests a payment from the user. `requestId` is returned with the outcome. */
    | { type: 'pay.submit'; request: PaymentRequest; requestId?: string }
    /** Pays at an exchange. Opens a window, which browsers allow only in a click handler. */
    | { type: 'pay.chooseExchange'; exchangeId: string }
    /** Pays with the connected wallet. */
    | { type: 'pay.chooseWallet' }
    /** Connects a wallet, and then returns to the payment. */
    | { type: 'pay.connect' }
    /** Fetches the exchanges again. After a failed payment, offers every payment method again. */
    | { type: 'pay.retry' }
    /**
     * Cancels the payment with this request id; without an id, the one that is shown. A payment that may have been made is still
     * followed.
     */
    | { type: 'pay.cancel'; requestId?: string }
    /** The user navigated back from the view, which cancels the payment. */
    | { type: 'pay.viewLeft'; view: ViewName }
    /** Shows the requested payment again. */
    | { type: 'pay.show' }
    /** Updates the progress of a payment. */
    | { type: 'pay.progressed'; id: string; progress: PaymentProgress; error: LatchkeyError | undefined }
    | BroadcastEventOf<'view.shown'>
    | BroadcastEventOf<'modal.closed'>
    | BroadcastEventOf<'activeAccount.changed'>
    | BroadcastEventOf<'transaction.settled'>
    /** A payment ended. */
    | { type: `xstate.done.actor.${string}`; output: PaymentOver }
    /** A payment crashed. It may have been made. */
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
  input: Pick<PayContract['context'], 'settings' | 'activeAccount'>
  emitted:
    | /** Emitted once per request. `outcome`: `done` with the payment, `cancelled`, `expired` (it may be paid) or `failed`. */
      { type: 'pay.settled'; requestId: string | undefined; outcome: Outcome<PaymentResult> }
    /** A payment has a result. Emitted once, across all tabs and across reloads. */
    | { type: 'pay.reported'; payment: Payment; outcome: Outcome<PaymentResult> }
}

export const pay = actorKey<PayContract>()('pay')
