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
const until =
  (signal: AbortSignal, transport: Transport): Transport =>
  (options) => {
    const made = transport(options)
    return { ...made, request: (call, asked) => made.request(call, { signal, ...asked }) }
  }

const clientOver = (transport: Transport): Client => createClient({ transport, pollingInterval: RPC.receiptPollMs })

/**
 * A JSON-RPC client for a network of any namespace, for use with viem's actions. It makes no request before the first call, and
 * none after the signal aborts.
 * @throws LatchkeyError `rpc.urlMissing` for a network without a URL.
 * @example await rpcClient(network).request({ method: 'eth_blockNumber' }, { signal })
 */
export function rpcClient(network: Network, signal?: AbortSignal): Client {
  const transport = transportOf(network)
  if (signal) return clientOver(until(signal, transport))
  const client = clients.get(network) ?? clientOver(transport)
  clients.set(network, client)
  return client
}
