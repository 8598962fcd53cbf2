/** Reads the gas price without trusting a single node. */
import type { Client } from 'viem'
import { estimateFeesPerGas, getBlock } from 'viem/actions'
import { RPC } from '../../../machines/constants.ts'
import type { Network } from '../../../machines/shared/network.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { bounded } from '../../platform/abort.ts'
import { loadPart } from '../../platform/loadPart.ts'
import { nodeOf, nodeTiersOf } from '../../network/networks.ts'
import { rpcClient } from '../../rpc/client.ts'
import type { DataCall } from './dataFees.ts'

/** Copies of a network with one of its first nodes each, by tier. */
const singleNodeNetworks = new WeakMap<Network, readonly (readonly Network[])[]>()

function nodesOf(network: Network): readonly (readonly Network[])[] {
  if (nodeOf(network)) return [[network]]
  const tiers =
    singleNodeNetworks.get(network) ??
    nodeTiersOf(network).map((urls) =>
      urls
        .slice(0, RPC.feeNodes)
        // A structured clone has no gateway, which would be a second node.
        .map((url) => ({ ...structuredClone(network), rpcUrls: { default: { http: [url] } } })),
    )
  singleNodeNetworks.set(network, tiers)
  return tiers
}

/** Parses a JSON-RPC quantity; some nodes write 0 as `0x`. Throws `rpc.malformed`. */
export function readQuantity(answer: unknown): bigint {
  if (answer === '0x') return 0n
  if (typeof answer === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(answer)) return BigInt(answer)
  throw new LatchkeyError('rpc.malformed', { cause: answer })
}

/** The maximum gas price in wei from one node: based on the base fee (EIP-1559), else on `eth_gasPrice`. */
async function priceAt(client: Client): Promise<bigint> {
  const { baseFeePerGas } = await getBlock(client)
  const price =
    baseFeePerGas === null
      ? readQuantity(await client.request({ method: 'eth_gasPrice' }))
      : (await estimateFeesPerGas(client, { chain: null })).maxFeePerGas
  // On some chains gas is free.
  if (price < 0n) throw new LatchkeyError('rpc.malformed', { cause: price })
  return price
}

/** The gas price in wei. `alone`: only one node responded. */
interface GasPrice {
  price: bigint
  isSingleNode: boolean
}

/**
 * The median of up to three nodes, or the lower of two, so that no single node can raise it. The next tier is queried only if the
 * previous one failed as a whole. The time is divided equally among the tiers. Throws `send.gasEstimate`.
 */
export async function gasPriceOf(network: Network, timeoutMs: number, signal: AbortSignal): Promise<GasPrice> {
  const tiers = nodesOf(network)
  let cause: unknown
  for (const nodes of tiers) {
    const bound = bounded(signal, timeoutMs / tiers.length, () => new LatchkeyError('send.gasEstimate'))
    const results = await Promise.allSettled(nodes.map((node) => priceAt(rpcClient(node, bound.signal))))
    bound.end()
    if (signal.aborted) throw signal.reason
    const prices = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const sorted = prices.toSorted((a, b) => (a < b ? -1 : 1))
    const price = sorted[(sorted.length - 1) >> 1]
    if (price !== undefined) return { price, isSingleNode: prices.length === 1 }
    cause = results
  }
  throw new LatchkeyError('send.gasEstimate', { cause })
}

/** The data fee of calls on a rollup in wei, in addition to gas. 0 on networks without such a fee. */
export const dataFeeOf = async (network: Network, calls: readonly DataCall[], signal: AbortSignal): Promise<bigint> =>
  network.gasPriceOracle === undefined
    ? 0n
    : (await loadPart(import('./dataFees.ts'))).readDataFee(network, calls, signal)

/**
 * The gas price to request from the wallet, in wei as decimal text, on networks with `legacyFees`: not every wallet knows that
 * they have no base fee. Empty for other networks, where the wallet sets the price. The price of a single node is accepted up to
 * a limit.
 */
export function legacyGasPrice(
  { legacyFees, nativeCurrency }: Network,
  { price, isSingleNode }: GasPrice,
): { gasPrice?: string } {
  const exceedsLimit = price * RPC.transferGas > 10n ** BigInt(nativeCurrency.decimals) / RPC.singleNodeFeeDivisor
  return legacyFees !== true || (isSingleNode && exceedsLimit) ? {} : { gasPrice: String(price) }
}

/** Reads the gas price and returns the result of `legacyGasPrice`. Empty if the nodes do not respond in time. */
export async function readLegacyGasPrice(network: Network, signal: AbortSignal): Promise<{ gasPrice?: string }> {
  if (network.legacyFees !== true) return {}
  try {
    return legacyGasPrice(network, await gasPriceOf(network, RPC.feeMs, signal))
  } catch (error) {
    if (signal.aborted) throw error
    return {}
  }
}
