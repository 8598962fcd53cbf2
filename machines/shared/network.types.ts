import type { Namespace, NetworkId } from './namespace.types.ts'

interface Urls {
  http: readonly string[]
}

/** A network that the app offers: spec 3.8 to 3.13. */
export interface Network {
  id: number | string
  caipNetworkId: NetworkId
  chainNamespace: Namespace
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** `default`: used to read from the network. `chainDefault`: passed to a wallet that adds the network. */
  rpcUrls: { default: Urls; chainDefault?: Urls | undefined }
  assets?: { imageId?: string | undefined; imageUrl?: string | undefined } | undefined
  blockExplorers?: { default: { name: string; url: string } } | undefined
  testnet?: boolean | undefined
  /** The address of the contract that resolves the ENS names of this network. */
  ensUniversalResolver?: string | undefined
  /** The address of the contract that returns what a transaction pays for its data on the layer below (OP Stack). */
  gasPriceOracle?: string | undefined
  /** Whether its blocks have no base fee (EIP-1559), so that wallets are given a gas price. */
  legacyFees?: boolean | undefined
}

/** The fields of a viem chain that a network needs. */
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
