/** What a unit of gas costs, as far as nodes can be believed. */
import { numberToHex, type Client, type Hex } from 'viem'
import { estimateFeesPerGas, getBlock } from 'viem/actions'
import { RPC } from '../../../machines/constants.ts'
import type { Network } from '../../../machines/entities/network.ts'
import { LatchkeyError } from '../../../machines/errors/error.ts'
import { bounded } from '../../platform/abort.ts'
import { urlsOf } from '../../networks.ts'
import { rpcClient } from '../../rpc/client.ts'

/** A network as each of its first nodes tells of it alone. */
const aloneAt = new WeakMap<Network, readonly Network[]>()

function nodesOf(network: Network): readonly Network[] {
  const nodes =
    aloneAt.get(network) ??
    urlsOf(network)
      .slice(0, RPC.feeNodes)
      // A structured clone has no gateway, which would be a second node.
      .map((url) => ({ ...structuredClone(network), rpcUrls: { default: { http: [url] } } }))
  aloneAt.set(network, nodes)
  return nodes
}

/** A number as JSON-RPC has it. Throws `rpc.malformed`. */
export function readQuantity(answer: unknown): bigint {
  if (typeof answer === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(answer)) return BigInt(answer)
  throw new LatchkeyError('rpc.malformed', { cause: answer })
}

/** What a unit of gas costs at most, in wei, by one node: blocks have a base fee (EIP-1559), or there is a price. */
async function priceAt(client: Client): Promise<bigint> {
  const { baseFeePerGas } = await getBlock(client)
  const price =
    baseFeePerGas === null
      ? readQuantity(await client.request({ method: 'eth_gasPrice' }))
      : (await estimateFeesPerGas(client, { chain: null })).maxFeePerGas
  if (price <= 0n) throw new LatchkeyError('rpc.malformed', { cause: price })
  return price
}

/**
 * What a unit of gas costs, in wei: the median of what up to three nodes say in time, of two the lower, so that no node alone
 * can raise it. `alone`: only one has answered. Throws `send.gasEstimate`.
 */
export async function gasPriceOf(
  network: Network,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<{ price: bigint; alone: boolean }> {
  const bound = bounded(signal, timeoutMs, () => new LatchkeyError('send.gasEstimate'))
  try {
    const told = await Promise.allSettled(nodesOf(network).map((node) => priceAt(rpcClient(node, bound.signal))))
    if (signal.aborted) throw signal.reason
    const prices = told.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const sorted = prices.toSorted((one, other) => (one < other ? -1 : 1))
    const price = sorted[(sorted.length - 1) >> 1]
    if (price === undefined) throw new LatchkeyError('send.gasEstimate', { cause: told })
    return { price, alone: prices.length === 1 }
  } finally {
    bound.end()
  }
}

/**
 * The fee to ask a wallet for, on a network of which the site says that it has no base fee: not each wallet knows of those. On
 * others, and where nodes do not tell in time, the wallet alone knows. One node alone is believed up to a bound.
 */
export async function legacyFeeOf(network: Network, signal: AbortSignal): Promise<{ gasPrice?: Hex }> {
  if (network.legacyFees !== true) return {}
  try {
    const { price, alone } = await gasPriceOf(network, RPC.feeMs, signal)
    const tooMuch = price * RPC.transferGas > 10n ** BigInt(network.nativeCurrency.decimals) / RPC.loneFeeAtMostPart
    return alone && tooMuch ? {} : { gasPrice: numberToHex(price) }
  } catch (error) {
    if (signal.aborted) throw error
    return {}
  }
}
