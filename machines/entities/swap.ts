import type { NetworkId } from './namespace.ts'

/** A token that can be swapped. */
export interface SwapToken {
  chainId: NetworkId
  /** As the API writes it: `chain id:address`, also for the native token. */
  address: string
  name: string
  symbol: string
  decimals: number
  iconUrl?: string | undefined
  /** In USD, as decimal text; nothing where no price is known. */
  price?: string | undefined
  /** Nobody suggests it: it was read from the chain, where a token may call itself anything. */
  isUnlisted?: true
}

/** What the API would give for an amount. Amounts are base units. */
export interface Quote {
  from: SwapToken
  to: SwapToken
  fromUnits: bigint
  toUnits: bigint
}

/** How much worse a price is than the market's: `high` is warned of, `extreme` has to be confirmed once more. */
export type ImpactLevel = 'none' | 'high' | 'extreme'

/** What a swap loses against the prices of its tokens. `percent` is decimal text, below 0 where it gains. */
export interface Impact {
  percent: string
  level: ImpactLevel
}

/** One call of a swap. */
export interface SwapCall {
  to: string
  data: string
  /** In wei. */
  value: bigint
}

/** A swap that is a whole transaction, in base64: Solana's, which lacks the account's signature alone. */
export interface SwapTransaction {
  transaction: string
}

/** What a wallet is asked for: the approval where one is missing, and the swap. */
export interface BuiltSwap {
  approval: SwapCall | undefined
  swap: SwapCall | SwapTransaction
}

/** How much a visitor who begins a swap has in mind: tokens by symbol, name or address, the amount as decimal text. */
export interface SwapWish {
  fromToken?: string | undefined
  toToken?: string | undefined
  amount?: string | undefined
}
