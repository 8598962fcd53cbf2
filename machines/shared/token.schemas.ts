import * as z from 'zod/mini'
import { namespaceOf } from './namespace.types.ts'
import type { TokenBalance } from './token.types.ts'
import { validateAddress } from './addresses.rules.ts'
import { networkIdSchema } from './namespace.schemas.ts'

/** Whether a CAIP-10 id belongs to a chain and has a valid address of the chain's namespace. */
const isOn = (chainId: string, id: string): boolean =>
  id.startsWith(`${chainId}:`) && validateAddress(namespaceOf(chainId), id.slice(chainId.length + 1)) === undefined

export const tokenBalanceSchema: z.ZodMiniType<TokenBalance> = z
  .object({
    name: z.string(),
    symbol: z.string(),
    chainId: networkIdSchema,
    address: z.exactOptional(z.string()),
    value: z.exactOptional(z.number().check(z.gte(0))),
    price: z.exactOptional(z.number().check(z.gte(0))),
    quantity: z.object({
      decimals: z.string().check(z.regex(/^(\d|\d\d|1\d\d|2[0-4]\d|25[0-5])$/)),
      numeric: z.string().check(z.regex(/^\d{1,78}(\.\d{1,255})?$/)),
    }),
    iconUrl: z.exactOptional(z.string()),
  })
  .check(z.refine(({ chainId, address }) => address === undefined || isOn(chainId, address)))
