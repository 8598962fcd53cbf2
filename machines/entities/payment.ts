import type { NetworkId } from './namespace.ts'

/** What a payment is made in, as the visitor reads it. */
export interface PaymentAsset {
  /** The token's contract, or its mint; nothing for the network's native token. */
  address?: string | undefined
  name: string
  symbol: string
  decimals: number
  /** Neither the network nor the site lists it: the page alone says what it is. */
  isUnlisted?: true | undefined
}

/** What a page asks for. */
export interface PaymentRequest {
  /** CAIP-2, one of the site's networks. */
  network: NetworkId
  /** The address that is paid. */
  recipient: string
  /** `native`, or the address of a token's contract. */
  asset: string
  /** What the token is; not needed for the native one, and for those that the site lists in `tokens`. */
  metadata?: { name?: string; symbol: string; decimals: number }
  /** Decimal text in whole tokens. */
  amount: string
  /** Which exchanges are offered, by their ids: these only, or all but these. */
  exchanges?: { includeOnly?: readonly string[]; exclude?: readonly string[] }
}

/** The same, judged. */
export interface PaymentOrder {
  network: NetworkId
  /** As its chain writes it, once it was checked. */
  recipient: string
  asset: PaymentAsset
  /** Decimal text in whole tokens, without trailing zeros. */
  amount: string
  includeOnly: readonly string[] | undefined
  exclude: readonly string[] | undefined
}

/** An exchange from which the payment can be made, in the API's words. */
export interface Exchange {
  id: string
  name: string
  imageUrl: string | undefined
}

/** How a payment is made. */
export type PaymentWay =
  | { kind: 'wallet'; /** Who pays. */ from: string; hash: string }
  | { kind: 'exchange'; exchangeId: string; exchangeName: string; sessionId: string }

/** What became of a payment. */
export interface PaymentEnd {
  status: 'paid' | 'failed' | 'expired'
  /** The transaction; nothing where an exchange names none. */
  hash: string | undefined
  /** The transaction was looked up on its chain, and pays the recipient this amount of the asset. */
  isVerified: boolean
}

/** A payment that is under way, or was: what is kept of it, for other tabs and after a reload. */
export interface Payment {
  id: string
  /** Milliseconds since 1970. */
  startedAt: number
  network: NetworkId
  recipient: string
  asset: PaymentAsset
  amount: string
  way: PaymentWay
}

/** What became of a payment, as a page is told. */
export interface PaymentResult extends Payment {
  hash: string | undefined
  isVerified: boolean
}

/** What a visitor sees of a payment that is under way. */
export interface PaymentProgress {
  kind: PaymentWay['kind']
  /** The wallet or the exchange is asked; it is paid there; the network takes it up. */
  step: 'asking' | 'waiting' | 'confirming'
  /** The exchange. */
  name: string | undefined
  /** Where the exchange's page is. */
  host: string | undefined
  isWindowClosed: boolean
  /** The transaction, once a wallet has sent one. */
  hash?: string
}
