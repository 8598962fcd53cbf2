import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import type { ChainAdapter } from '../../sdk/chains/adapter.ts'
import type { Network } from '../../sdk/index.ts'

/** A network that has no node, not even the API's gateway, which no clone keeps. */
const withoutNodes = (network: Network): Network => ({
  ...structuredClone(network),
  rpcUrls: { default: { http: [] } },
})

/** The EVM adapter, whose wallet alone is asked to send: no node says how its chain charges, or how a token counts. */
export const offlineAdapter: ChainAdapter = {
  ...eip155Adapter,
  checkToken: async () => {},
  estimateFee: async ({ network: { nativeCurrency } }) => ({ amount: '0.001', symbol: nativeCurrency.symbol }),
  prepare: (provider, order, signal) =>
    eip155Adapter.prepare(provider, { ...order, network: withoutNodes(order.network) }, signal),
}
