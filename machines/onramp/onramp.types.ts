import type { Namespace } from '../shared/namespace.types.ts'

/** The data of a purchase that an app's own link can contain. */
export const onrampParameters = ['address', 'currency', 'network', 'fiat', 'amount'] as const
export type OnrampParameter = (typeof onrampParameters)[number]

/** A seller of crypto that the app offers. Keys and app ids are those of the app. */
export interface OnrampProvider {
  /** Letters, digits, `-` and `_`. */
  id: string
  /** The name shown to the user. */
  name: string
  /** `api`: the API creates a link for each purchase. `link`: the app sets the page of the seller in `url`. */
  kind: 'api' | 'link'
  /** The origins of the seller's page, such as `https://pay.example`. A page of any other origin is not opened. */
  origins: readonly string[]
  /** For `link`: the URL of the page, with any keys that it needs. */
  url?: string
  /** For `link`: the names of the URL parameters that describe the purchase. */
  parameters?: Readonly<Partial<Record<OnrampParameter, string>>>
  /** The namespaces of the accounts that it pays out to: eip155 with the API, and also solana with a link. */
  namespaces?: readonly Namespace[]
  imageUrl?: string
  /** The fee, as shown to the user. */
  fee?: string
}

/** A currency that can be bought on one network [3.22]. */
export interface PurchaseCurrency {
  id: string
  name: string
  symbol: string
  /** The API's name of the network; undefined if the API does not sell there. */
  networkName: string | undefined
}

/** A payment method and its limits [3.23]. Amounts are decimal text. */
export interface PaymentMethod {
  /** In lower case, such as `card`. */
  id: string
  min: string
  max: string
}

/** A currency that can be paid with [3.23]. */
export interface PaymentCurrency {
  /** ISO 4217, such as `EUR`. */
  id: string
  methods: readonly PaymentMethod[]
}

/**
 * What can be bought on a network, and with what. `isFallback`: the API did not return the limits, so these are the usual ones
 * [9.28].
 */
export interface OnrampOptions {
  purchaseCurrencies: readonly PurchaseCurrency[]
  paymentCurrencies: readonly PaymentCurrency[]
  isFallback: boolean
}

export interface Money {
  /** Decimal text. */
  amount: string
  currency: string
}

/** What the API's seller offers for an amount, and the fees that it includes [3.24]. */
export interface OnrampQuote {
  purchase: Money
  total: Money
  subtotal: Money
  providerFee: Money
  networkFee: Money
  id: string
}
