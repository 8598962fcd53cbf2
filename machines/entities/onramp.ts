import type { Namespace } from './namespace.ts'

/** What a site's own link can be told of a purchase. */
export const onrampParameters = ['address', 'currency', 'network', 'fiat', 'amount'] as const
export type OnrampParameter = (typeof onrampParameters)[number]

/** A seller of crypto that a site offers. Keys and app ids are the site's own. */
export interface OnrampProvider {
  /** Letters, digits, - and _. */
  id: string
  /** As the visitor reads it. */
  name: string
  /** Who says where its page is: the API, by a link that it makes for each purchase, or the site, by `url`. */
  kind: 'api' | 'link'
  /** Where its page may be, such as `https://pay.example`; any other page is not opened. */
  origins: readonly string[]
  /** Of a link: its page, with whatever keys it takes. */
  url?: string
  /** Of a link: the names of the parameters by which its page is told what is bought. */
  parameters?: Readonly<Partial<Record<OnrampParameter, string>>>
  /** Whose accounts it pays out to: those of Ethereum's networks by the API, and by a link those of Solana as well. */
  namespaces?: readonly Namespace[]
  imageUrl?: string
  /** What it charges, as the visitor reads it. */
  fee?: string
}

/** What can be bought on one network [3.22]. */
export interface PurchaseCurrency {
  id: string
  name: string
  symbol: string
  /** What the API calls the network; nothing where it does not sell there. */
  networkName: string | undefined
}

/** How much may be paid in one way [3.23]. Amounts are decimal text. */
export interface PaymentMethod {
  /** In small letters, such as `card`. */
  id: string
  min: string
  max: string
}

/** What can be paid with [3.23]. */
export interface PaymentCurrency {
  /** ISO 4217, such as `EUR`. */
  id: string
  methods: readonly PaymentMethod[]
}

/** What is sold on a network, and for what. `isFallback`: the API did not tell the limits, and these are the usual ones [9.28]. */
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

/** What the API's seller gives for an amount, and what of that is fees [3.24]. */
export interface OnrampQuote {
  purchase: Money
  total: Money
  subtotal: Money
  providerFee: Money
  networkFee: Money
  id: string
}
