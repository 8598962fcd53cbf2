import { createClient, type Client } from 'viem'
import { RPC } from '../../machines/constants.ts'
import type { Network } from '../../machines/entities/network.ts'
import { networkTransport } from './transport.ts'

const clients = new WeakMap<Network, Client>()

/**
 * A JSON-RPC client for a network of any namespace, over its URLs; viem's actions take it as it is. Nothing is asked
 * before its first call.
 * @throws LatchkeyError `rpc.urlMissing` for a network without a URL.
 * @example await rpcClient(network).request({ method: 'eth_blockNumber' }, { signal })
 */
export function rpcClient(network: Network): Client {
  const known = clients.get(network)
  if (known) return known
  const client: Client = createClient({ transport: networkTransport(network), pollingInterval: RPC.receiptPollMs })
  clients.set(network, client)
  return client
}
