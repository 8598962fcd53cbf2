/** A network that the wallet signs for. */
import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1), z.maxLength(64))
const token = z.object({
  address: z.string().check(z.regex(/^0x[\da-f]{40}$/i)),
  symbol: text,
  decimals: z.int().check(z.gte(0), z.lte(36)),
})

export const secureSiteNetwork = z.object({
  /** CAIP-2. */
  networkId: z.union([z.templateLiteral(['eip155:', z.int()]), z.templateLiteral(['solana:', z.string()])]),
  name: text,
  /** Of the network's own coin. */
  symbol: text,
  /** Of the network's own coin: 18 where nothing is said, 9 on Solana. */
  decimals: z.optional(z.int().check(z.gte(0), z.lte(36))),
  /** The node that the frame asks. The frame is a public page: so is a key in this URL. */
  rpcUrl: z.url({ protocol: /^https?$/ }),
  /** Tokens whose amounts are shown in their own unit. */
  tokens: z.optional(z.array(token)),
})
export type SecureSiteNetwork = z.infer<typeof secureSiteNetwork>
