import type { NetworkId } from './namespace.ts'

/** A token that a site lists for a network: its contract, on Solana its mint. Decimals as the chain has them. */
export interface Token {
  address: string
  symbol: string
  name: string
  decimals: number
  iconUrl?: string | undefined
}

/** What an account holds of one token: spec 3.1. */
export interface TokenBalance {
  name: string
  symbol: string
  chainId: NetworkId
  /** Absent for the native token, else `chain id:address`. */
  address?: string
  /** In USD, where a price is known. */
  value?: number
  price?: number
  /** `decimals` and `numeric` are decimal text; `numeric` is in whole tokens, never rounded. */
  quantity: { decimals: string; numeric: string }
  iconUrl?: string
}

/** Tells one balance from another: the native token has no address. */
export const balanceKey = ({ chainId, address }: Pick<TokenBalance, 'chainId' | 'address'>): string =>
  address ?? chainId

/** The address within a balance's CAIP-10 id; nothing for the native token. */
export const addressOf = ({ chainId, address }: Pick<TokenBalance, 'chainId' | 'address'>): string | undefined =>
  address?.slice(chainId.length + 1)
