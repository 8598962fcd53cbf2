import * as z from 'zod/mini'
import type { NetworkId } from './namespace.ts'

/** A token that a site lists for a network. Decimals as the contract has them. */
export const tokenSchema = z.object({
  address: z.string(),
  symbol: z.string().check(z.minLength(1)),
  name: z.string(),
  decimals: z.int().check(z.gte(0), z.lte(255)),
  iconUrl: z.optional(z.string()),
})
export type Token = z.infer<typeof tokenSchema>

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
