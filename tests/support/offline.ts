import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import type { ChainAdapter } from '../../sdk/chains/adapter.ts'
import type { Network } from '../../sdk/index.ts'

/** A network without nodes, including the API's gateway, which a clone does not keep. */
const withoutNodes = (network: Network): Network => ({
  ...structuredClone(network),
  rpcUrls: { default: { http: [] } },
})

/** The EVM adapter, with requests to the wallet only: no node returns fees or decimals. */
export const offlineAdapter: ChainAdapter = {
  ...eip155Adapter,
  checkToken: async () => {},
  estimateFee: async ({ network: { nativeCurrency } }) => ({ amount: '0.001', symbol: nativeCurrency.symbol }),
  prepare: (provider, order, signal) =>
    eip155Adapter.prepare(provider, { ...order, network: withoutNodes(order.network) }, signal),
}
