import * as z from 'zod/mini'
import { addressFault } from '../rules/addresses.ts'
import { namespaceOf, networkIdSchema } from './namespace.ts'

/** A token that a site lists for a network: its contract, on Solana its mint. Decimals as the chain has them. */
export const tokenSchema = z.object({
  address: z.string(),
  symbol: z.string().check(z.minLength(1)),
  name: z.string(),
  decimals: z.int().check(z.gte(0), z.lte(255)),
  iconUrl: z.optional(z.string()),
})
export type Token = z.infer<typeof tokenSchema>

/** Whether a CAIP-10 id is of a chain, and its address one of the chain's family. */
const isOn = (chainId: string, id: string): boolean =>
  id.startsWith(`${chainId}:`) && addressFault(namespaceOf(chainId), id.slice(chainId.length + 1)) === undefined

/** What an account holds of one token: spec 3.1. */
export const tokenBalanceSchema = z
  .object({
    name: z.string(),
    symbol: z.string(),
    chainId: networkIdSchema,
    /** Absent for the native token, else `chain id:address`. */
    address: z.exactOptional(z.string()),
    /** In USD, where a price is known. */
    value: z.exactOptional(z.number().check(z.gte(0))),
    price: z.exactOptional(z.number().check(z.gte(0))),
    /** `decimals` and `numeric` are decimal text; `numeric` is in whole tokens, never rounded. */
    quantity: z.object({
      decimals: z.string().check(z.regex(/^(\d|\d\d|1\d\d|2[0-4]\d|25[0-5])$/)),
      numeric: z.string().check(z.regex(/^\d{1,78}(\.\d{1,255})?$/)),
    }),
    iconUrl: z.exactOptional(z.string()),
  })
  .check(z.refine(({ chainId, address }) => address === undefined || isOn(chainId, address)))
export type TokenBalance = z.infer<typeof tokenBalanceSchema>

/** Tells one balance from another: the native token has no address. */
export const balanceKey = ({ chainId, address }: Pick<TokenBalance, 'chainId' | 'address'>): string =>
  address ?? chainId

/** The address within a balance's CAIP-10 id; nothing for the native token. */
export const addressOf = ({ chainId, address }: Pick<TokenBalance, 'chainId' | 'address'>): string | undefined =>
  address?.slice(chainId.length + 1)
