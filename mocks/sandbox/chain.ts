/** What a running sandbox chain is, as plain JSON: it can be handed to a browser. */
import type { Address } from 'viem'

/** An ERC-20 token that exists on a sandbox chain. */
export interface SandboxToken {
  address: Address
  symbol: string
  name: string
  decimals: number
}

/** Collections of NFTs, of which the first account holds some: one of an ERC-721, five of an ERC-1155. */
export interface SandboxNfts {
  unique: Address
  many: Address
}

/** The contracts of a Uniswap v2 exchange, and the token that it tells prices in. */
export interface SandboxExchange {
  factory: Address
  router: Address
  /** What the chain's own coin is wrapped in. */
  weth: Address
  dollar: Address
}

/** A running sandbox chain. One without an exchange has no prices and no swaps. */
export interface SandboxChain {
  chainId: number
  networkId: `eip155:${number}`
  name: string
  symbol: string
  rpcUrl: string
  tokens: SandboxToken[]
  /** Which of the sandbox's accounts exchanges pay from. */
  tillIndex?: number
  exchange?: SandboxExchange
  /** The code by which an account does several calls at once. */
  batch?: Address
  /** What user operations go through (ERC-4337). */
  entryPoint?: Address
  /** Who keeps the names of ENS, and resolves them. */
  names?: Address
  /** Where the NFTs are. */
  nfts?: SandboxNfts
  /** Who makes accounts that are contracts, takes their operations (ERC-4337), and pays for them (ERC-7677). */
  smartAccount?: { factory: Address; bundlerUrl: string; paymasterUrl: string }
}
