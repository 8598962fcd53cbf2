import * as z from 'zod/mini'
import { namespaceSchema, networkIdSchema } from './namespace.ts'

const urls = z.object({ http: z.readonly(z.array(z.string())) })

/** A network that a site offers: spec 3.8 to 3.13. */
export const networkSchema = z.object({
  id: z.union([z.number(), z.string()]),
  caipNetworkId: networkIdSchema,
  chainNamespace: namespaceSchema,
  name: z.string().check(z.minLength(1)),
  nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int().check(z.gte(0)) }),
  /** `default`: what we read from. `chainDefault`: what a wallet may be given when it adds the chain. */
  rpcUrls: z.object({ default: urls, chainDefault: z.optional(urls) }),
  assets: z.optional(z.object({ imageId: z.optional(z.string()), imageUrl: z.optional(z.string()) })),
  blockExplorers: z.optional(z.object({ default: z.object({ name: z.string(), url: z.string() }) })),
  testnet: z.optional(z.boolean()),
  /** Its blocks have no base fee (EIP-1559): wallets are told what to pay for gas. */
  legacyFees: z.optional(z.boolean()),
})
export type Network = z.infer<typeof networkSchema>
