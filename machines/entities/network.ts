import type { Namespace, NetworkId } from './namespace.ts'

interface Urls {
  http: readonly string[]
}

/** A network that a site offers: spec 3.8 to 3.13. */
export interface Network {
  id: number | string
  caipNetworkId: NetworkId
  chainNamespace: Namespace
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** `default`: what we read from. `chainDefault`: what a wallet may be given when it adds the chain. */
  rpcUrls: { default: Urls; chainDefault?: Urls | undefined }
  assets?: { imageId?: string | undefined; imageUrl?: string | undefined } | undefined
  blockExplorers?: { default: { name: string; url: string } } | undefined
  testnet?: boolean | undefined
  /** The contract that resolves the names of ENS that are kept on it. */
  ensUniversalResolver?: string | undefined
  /** The contract that tells what a transaction pays for its data on the chain below (OP Stack). */
  gasPriceOracle?: string | undefined
  /** Its blocks have no base fee (EIP-1559): wallets are told what to pay for gas. */
  legacyFees?: boolean | undefined
}

/** The part of a viem chain that a network needs. */
export interface ViemChain {
  id: number
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: { default: { http: readonly string[] } }
  blockExplorers?: { default: { name: string; url: string } } | undefined
  testnet?: boolean | undefined
  contracts?:
    | {
        readonly ensUniversalResolver?: { readonly address: string } | undefined
        readonly gasPriceOracle?: { readonly address?: string } | undefined
        readonly [name: string]: unknown
      }
    | undefined
}
