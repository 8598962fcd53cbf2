import type { NetworkId } from '../shared/namespace.types.ts'

/** A token that can be swapped. */
export interface SwapToken {
  chainId: NetworkId
  /** In the format of the API: `chain id:address`, also for the native token. */
  address: string
  name: string
  symbol: string
  decimals: number
  iconUrl?: string | undefined
  /** In USD, as decimal text; absent if no price is known. */
  price?: string | undefined
  /** Set if the API does not list the token: it was read from the chain, where a token can have any name. */
  isUnlisted?: true
}

/** What the API offers for an amount. Amounts are base units. */
export interface Quote {
  from: SwapToken
  to: SwapToken
  fromUnits: bigint
  toUnits: bigint
}

/** How much worse a price is than the market price. `high` shows a warning; `extreme` requires another confirmation. */
export type PriceImpactLevel = 'none' | 'high' | 'extreme'

/** The loss of a swap compared with the prices of its tokens. `percent` is decimal text, negative if the swap gains. */
export interface PriceImpact {
  percent: string
  level: PriceImpactLevel
}

/** One call of a swap. */
export interface SwapCall {
  to: string
  data: string
  /** In wei. */
  value: bigint
}

/** A swap that is a whole Solana transaction, in base64. Only the account's signature is missing. */
export interface SwapTransaction {
  transaction: string
}

/** The transactions that the wallet has to confirm: the approval, if one is missing, and the swap. */
export interface BuiltSwap {
  approval: SwapCall | undefined
  swap: SwapCall | SwapTransaction
}

/** The initial draft of a swap: tokens by symbol, name or address, and the amount as decimal text. */
export interface SwapRequest {
  fromToken?: string | undefined
  toToken?: string | undefined
  amount?: string | undefined
}
