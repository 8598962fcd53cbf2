/** A network that the wallet supports. */
import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1), z.maxLength(64))
const address = z.templateLiteral(['0x', z.string().check(z.regex(/^[\da-fA-F]{40}$/))])
const httpUrl = z.url({ protocol: /^https?$/ })
const token = z.object({
  address,
  symbol: text,
  decimals: z.int().check(z.gte(0), z.lte(36)),
})

/** Smart accounts (ERC-4337, EntryPoint 0.7). */
const smartAccount = z.object({
  /** The factory of contracts/SmartAccount.sol on this network. */
  factory: address,
  /** The bundler that the frame uses. The frame is a public page, so a key in this URL is public too. */
  bundlerUrl: httpUrl,
  /** The paymaster that sponsors fees (ERC-7677). Without it, accounts pay their own fees. */
  paymasterUrl: z.optional(httpUrl),
})

export const secureSiteNetwork = z
  .object({
    /** CAIP-2. */
    networkId: z.union([z.templateLiteral(['eip155:', z.int()]), z.templateLiteral(['solana:', z.string()])]),
    name: text,
    /** The symbol of the native coin. */
    symbol: text,
    /** The decimals of the native coin: by default 18, or 9 on Solana. */
    decimals: z.optional(z.int().check(z.gte(0), z.lte(36))),
    /** The node that the frame uses. The frame is a public page, so a key in this URL is public too. */
    rpcUrl: httpUrl,
    /** Tokens whose amounts are shown in whole units. */
    tokens: z.optional(z.array(token)),
    /** Only on EVM networks. */
    smartAccount: z.optional(smartAccount),
  })
  .check(
    z.refine(
      ({ networkId, smartAccount }) => !smartAccount || networkId.startsWith('eip155:'),
      'Smart accounts are there on networks of Ethereum alone',
    ),
  )
export type SecureSiteNetwork = z.infer<typeof secureSiteNetwork>
