/** A network that the wallet signs for. */
import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1), z.maxLength(64))
const address = z.templateLiteral(['0x', z.string().check(z.regex(/^[\da-fA-F]{40}$/))])
const httpUrl = z.url({ protocol: /^https?$/ })
const token = z.object({
  address,
  symbol: text,
  decimals: z.int().check(z.gte(0), z.lte(36)),
})

/** Accounts that are contracts (ERC-4337, EntryPoint 0.7). */
const smartAccount = z.object({
  /** The factory of contracts/SmartAccount.sol on this network. */
  factory: address,
  /** The bundler that the frame asks. The frame is a public page: so is a key in this URL. */
  bundlerUrl: httpUrl,
  /** Who is asked to pay the fees (ERC-7677); the account pays itself where nobody is. */
  paymasterUrl: z.optional(httpUrl),
})

export const secureSiteNetwork = z
  .object({
    /** CAIP-2. */
    networkId: z.union([z.templateLiteral(['eip155:', z.int()]), z.templateLiteral(['solana:', z.string()])]),
    name: text,
    /** Of the network's own coin. */
    symbol: text,
    /** Of the network's own coin: 18 where nothing is said, 9 on Solana. */
    decimals: z.optional(z.int().check(z.gte(0), z.lte(36))),
    /** The node that the frame asks. The frame is a public page: so is a key in this URL. */
    rpcUrl: httpUrl,
    /** Tokens whose amounts are shown in their own unit. */
    tokens: z.optional(z.array(token)),
    /** On Ethereum's networks alone. */
    smartAccount: z.optional(smartAccount),
  })
  .check(
    z.refine(
      ({ networkId, smartAccount }) => !smartAccount || networkId.startsWith('eip155:'),
      'Smart accounts are there on networks of Ethereum alone',
    ),
  )
export type SecureSiteNetwork = z.infer<typeof secureSiteNetwork>
