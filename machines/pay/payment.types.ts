import type { NetworkId } from '../shared/namespace.types.ts'

/** The asset of a payment, as shown to the user. */
export interface PaymentAsset {
  /** The contract or mint of the token; undefined for the native token. */
  address?: string | undefined
  name: string
  symbol: string
  decimals: number
  /** Set if neither the network nor the configuration lists the token, so that only the app's request describes it. */
  isUnlisted?: true | undefined
}

/** The payment that an app requests. */
export interface PaymentRequest {
  /** CAIP-2 id of one of the app's networks. */
  network: NetworkId
  /** The address that receives the payment. */
  recipient: string
  /** `native`, or the address of a token contract. */
  asset: string
  /** The token's data. Not required for the native token, and for tokens that the app lists in `tokens`. */
  metadata?: { name?: string; symbol: string; decimals: number }
  /** Decimal text in whole tokens. */
  amount: string
  /** Which exchanges are offered, by id: only these, or all except these. */
  exchanges?: { includeOnly?: readonly string[]; exclude?: readonly string[] }
}

/** A validated payment request. */
export interface PaymentOrder {
  network: NetworkId
  /** In the spelling of its chain, after validation. */
  recipient: string
  asset: PaymentAsset
  /** Decimal text in whole tokens, without trailing zeros. */
  amount: string
  includeOnly: readonly string[] | undefined
  exclude: readonly string[] | undefined
}

/** An exchange that can make the payment, as the API describes it. */
export interface Exchange {
  id: string
  name: string
  imageUrl: string | undefined
}

/** How a payment is made. */
export type PayMethod =
  | { kind: 'wallet'; /** The address that pays. */ from: string; hash: string }
  | { kind: 'exchange'; exchangeId: string; exchangeName: string; sessionId: string }

/** The result of a payment. */
export interface PaymentEnd {
  status: 'paid' | 'failed' | 'expired'
  /** The transaction hash; undefined if the exchange reports none. */
  hash: string | undefined
  /** Whether the transaction was found on its chain and pays this amount of the asset to the recipient. */
  isVerified: boolean
}

/** A payment that is in progress or ended, as it is stored for other tabs and for the next page load. */
export interface Payment {
  id: string
  /** Milliseconds since 1970. */
  startedAt: number
  network: NetworkId
  recipient: string
  asset: PaymentAsset
  amount: string
  method: PayMethod
}

/** The result of a payment, as the app receives it. */
export interface PaymentResult extends Payment {
  hash: string | undefined
  isVerified: boolean
}

/** The progress of a payment, as the user sees it. */
export interface PaymentProgress {
  kind: PayMethod['kind']
  /**
   * `requesting`: the request is sent to the wallet or the exchange. `waiting`: the user pays there. `confirming`: the transaction is
   * being confirmed.
   */
  step: 'requesting' | 'waiting' | 'confirming'
  /** The name of the exchange. */
  name: string | undefined
  /** The host of the exchange's page. */
  host: string | undefined
  isWindowClosed: boolean
  /** The transaction hash, once a wallet sent the transaction. */
  hash?: string
}
