import { createClient, fallback, http, type Client } from 'viem'
import type { Network } from '../../machines/entities/network.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { RPC } from '../../machines/constants.ts'

const clients = new WeakMap<Network, Client>()

/** A JSON-RPC client for a network, over its own URLs in their order, with the retries and bounds of spec §9. */
export function rpcClient(network: Network): Client {
  const known = clients.get(network)
  if (known) return known
  const transports = network.rpcUrls.default.http.map((url) =>
    http(url, {
      batch: { batchSize: RPC.batchSize, wait: 0 },
      retryCount: RPC.retryCount,
      retryDelay: RPC.retryDelayMs,
      timeout: RPC.timeoutMs,
    }),
  )
  const [first, ...others] = transports
  if (!first) throw new LatchkeyError('rpc.urlMissing')
  const client: Client = createClient({
    transport: others.length > 0 ? fallback([first, ...others]) : first,
    pollingInterval: RPC.receiptPollMs,
  })
  clients.set(network, client)
  return client
}
