import { createClient, type Client, type Transport } from 'viem'
import { RPC } from '../../machines/constants.ts'
import type { Network } from '../../machines/shared/network.types.ts'
import { networkTransport } from './transport.ts'

const clients = new WeakMap<Network, Client>()
const transports = new WeakMap<Network, Transport>()

function transportOf(network: Network): Transport {
  const transport = transports.get(network) ?? networkTransport(network)
  transports.set(network, transport)
  return transport
}

/** A transport whose calls end when the signal aborts. viem's actions take no signal. */
const withSignal =
  (signal: AbortSignal, transport: Transport): Transport =>
  (options) => {
    const instance = transport(options)
    return { ...instance, request: (call, requestOptions) => instance.request(call, { signal, ...requestOptions }) }
  }

const createRpcClient = (transport: Transport): Client =>
  createClient({ transport, pollingInterval: RPC.receiptPollMs })

/**
 * A JSON-RPC client for a network of any namespace, for use with viem's actions. It makes no request before the first call, and
 * none after the signal aborts.
 * @throws LatchkeyError `rpc.urlMissing` for a network without a URL.
 * @example await rpcClient(network).request({ method: 'eth_blockNumber' }, { signal })
 */
export function rpcClient(network: Network, signal?: AbortSignal): Client {
  const transport = transportOf(network)
  if (signal) return createRpcClient(withSignal(signal, transport))
  const client = clients.get(network) ?? createRpcClient(transport)
  clients.set(network, client)
  return client
}
