import type { SnapshotOf } from '../core/contract.ts'
import type { Connection } from '../shared/account.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { Network } from '../shared/network.types.ts'
import type { OnrampContract } from './onramp.contract.ts'
import { paymentMethodOf, validatePurchase, validatePurchaseAmount } from './onramp.rules.ts'
import type { OnrampProvider, OnrampQuote, PaymentCurrency, PaymentMethod, PurchaseCurrency } from './onramp.types.ts'

/** A provider, and why it cannot sell the draft; undefined if it can. */
export interface OnrampOffer {
  provider: OnrampProvider
  error: LatchkeyError | undefined
}

/** Everything that a UI shows of the machine `onramp`. */
export interface OnrampViewModel {
  /**
   * `loading`: the options are being fetched. `buying`: a window is open. `unconfirmed`: the purchase was not confirmed in time.
   * `unreported`: the seller does not report the result.
   */
  status: 'loading' | 'editing' | 'buying' | 'unconfirmed' | 'unreported' | 'failed'
  /** The account that receives the purchase. */
  connection: Connection
  network: Network
  /** The currencies that are sold on this network. */
  purchaseCurrencies: readonly PurchaseCurrency[]
  /** The currencies that can be paid with. */
  paymentCurrencies: readonly PaymentCurrency[]
  /** Whether the API did not return the limits, so that the usual ones apply. */
  hasFallbackLimits: boolean
  /** The amount to pay, as typed; empty if the provider asks for it. */
  amount: string
  /** The currency to buy. */
  currency: PurchaseCurrency | undefined
  /** The currency to pay with. */
  fiat: PaymentCurrency | undefined
  /** The payment method, with its limits. */
  method: PaymentMethod | undefined
  quote: OnrampQuote | undefined
  /** `none`: the draft has no quote. `stale`: the quote expired. `failed`: there is none, as `quoteError` says. */
  quoteStatus: 'none' | 'loading' | 'valid' | 'stale' | 'failed'
  /** The providers that sell to this account, in the order of the configuration. */
  offers: readonly OnrampOffer[]
  /** The provider that was chosen last. */
  provider: OnrampProvider | undefined
  /** Whether the draft can be changed. */
  isEditable: boolean
  /** What is wrong with the typed amount. */
  amountError: LatchkeyError | undefined
  /** Why there is no quote. */
  quoteError: LatchkeyError | undefined
  /** Why the last purchase failed. */
  error: LatchkeyError | undefined
}

function quoteStatusOf(snapshot: SnapshotOf<OnrampContract>): OnrampViewModel['quoteStatus'] {
  const { value, context } = snapshot
  if (snapshot.hasTag('checking')) return 'loading'
  if (context.quoteError) return 'failed'
  if (typeof value === 'object' && value.editing === 'unpriced') return 'stale'
  return context.quote ? 'valid' : 'none'
}

/** Returns everything that a UI shows of the machine `onramp`. */
export function onrampViewModel(snapshot: SnapshotOf<OnrampContract>): OnrampViewModel {
  const { value, context } = snapshot
  const { options, providers, providerId } = context
  return {
    status: typeof value === 'string' ? value : 'editing',
    connection: context.connection,
    network: context.network,
    purchaseCurrencies: options.purchaseCurrencies,
    paymentCurrencies: options.paymentCurrencies,
    hasFallbackLimits: options.isFallback,
    amount: context.amount,
    currency: context.currency,
    fiat: context.fiat,
    method: paymentMethodOf(context),
    quote: context.quote,
    quoteStatus: quoteStatusOf(snapshot),
    offers: providers.map((provider) => ({ provider, error: validatePurchase(context, provider.id) })),
    provider: providers.find(({ id }) => id === providerId),
    isEditable: snapshot.can({ type: 'onramp.setAmount', amount: '' }),
    amountError: validatePurchaseAmount(context),
    quoteError: context.quoteError,
    error: context.error,
  }
}
