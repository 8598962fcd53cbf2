/** A running sandbox chain as plain JSON, which can be passed to a browser. */
import type { Address } from 'viem'

/** An ERC-20 token on a sandbox chain. */
export interface SandboxToken {
  address: Address
  symbol: string
  name: string
  decimals: number
}

/** NFT collections. The first account holds one token of the ERC-721 and five of the ERC-1155. */
export interface SandboxNfts {
  unique: Address
  many: Address
}

/** The contracts of a Uniswap v2 exchange, and the token in which it quotes prices. */
export interface SandboxExchange {
  factory: Address
  router: Address
  /** The wrapped native coin. */
  weth: Address
  dollar: Address
}

/** A running sandbox chain. Without an exchange it has no prices and no swaps. */
export interface SandboxChain {
  chainId: number
  networkId: `eip155:${number}`
  name: string
  symbol: string
  rpcUrl: string
  tokens: SandboxToken[]
  /** The index of the sandbox account from which exchanges pay. */
  tillIndex?: number
  exchange?: SandboxExchange
  /** The code with which an account executes several calls in one transaction. */
  batch?: Address
  /** The EntryPoint for user operations (ERC-4337). */
  entryPoint?: Address
  /** The ENS registry and resolver. */
  names?: Address
  /** The NFT contracts. */
  nfts?: SandboxNfts
  /** The smart account factory, the bundler (ERC-4337) and the paymaster (ERC-7677). */
  smartAccount?: { factory: Address; bundlerUrl: string; paymasterUrl: string }
}
