import * as z from 'zod/mini'
import { referenceOf, type NetworkId } from '../../machines/shared/namespace.types.ts'
import type { Network } from '../../machines/shared/network.types.ts'

const MAX_DECIMALS = 36
const text = z.string().check(z.trim(), z.minLength(1))
const webUrl = z.url({ protocol: /^https?$/ })

/** The parameters of `wallet_addEthereumChain` (EIP-3085), with everything that the app needs to offer the chain as well. */
const addedChainSchema = z.object({
  chainName: text,
  nativeCurrency: z.object({ name: text, symbol: text, decimals: z.int().check(z.gte(0), z.lte(MAX_DECIMALS)) }),
  rpcUrls: z.array(webUrl).check(z.minLength(1)),
  blockExplorerUrls: z.nullish(z.array(webUrl)),
})

/** Returns the network that a wallet added for the app, or `undefined` if the request lacks required fields. */
export function addedNetwork(networkId: NetworkId, params: unknown): Network | undefined {
  const { data } = addedChainSchema.safeParse(params)
  if (!data) return undefined
  const [explorer] = data.blockExplorerUrls ?? []
  const rpcUrls = { http: data.rpcUrls }
  return {
    id: Number(referenceOf(networkId)),
    caipNetworkId: networkId,
    chainNamespace: 'eip155',
    name: data.chainName,
    nativeCurrency: data.nativeCurrency,
    rpcUrls: { default: rpcUrls, chainDefault: rpcUrls },
    ...(explorer !== undefined && { blockExplorers: { default: { name: new URL(explorer).host, url: explorer } } }),
  }
}
