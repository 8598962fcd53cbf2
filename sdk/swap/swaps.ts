/** Reads and validates the API's data for swaps. Tokens and quotes that do not match the request are discarded. */
import { namespaceOf } from '../../machines/shared/namespace.types.ts'
import type { Network } from '../../machines/shared/network.types.ts'
import type { SwapToken } from '../../machines/swap/swap.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { validateAddress } from '../../machines/shared/addresses.rules.ts'
import { isSwappable } from '../../machines/swap/swapDraft.rules.ts'
import { decimalOf } from '../../machines/swap/swap.rules.ts'
import { toPlainText } from '../../machines/shared/texts.rules.ts'
import type { QuoteResult, QuoteOrder } from '../../machines/swap/swapQuote.contract.ts'
import type { Api } from '../api/client.ts'

/** The maximum of a contract's `decimals` (uint8). */
const MAX_DECIMALS = 255
const isSameAddress = (first: string, second: string): boolean => first.toLowerCase() === second.toLowerCase()

/** The tokens that the API suggests on a network, without duplicates. Throws `network.noSwaps`. */
export async function readTokens(api: Api, network: Network, signal: AbortSignal): Promise<readonly SwapToken[]> {
  const chainId = network.caipNetworkId
  if (!isSwappable(chainId) || !(await api.serves(chainId, signal))) throw new LatchkeyError('network.noSwaps')
  const { tokens } = await api.call('swapTokens', { chainId }, { networkId: chainId, signal })
  const tokensByAddress = new Map<string, SwapToken>()
  for (const { name, symbol, address, decimals, logoUri } of tokens) {
    const tokenAddress = address.startsWith(`${chainId}:`) ? address.slice(chainId.length + 1) : ''
    if (validateAddress(namespaceOf(chainId), tokenAddress) || decimals < 0 || decimals > MAX_DECIMALS) continue
    const token = { chainId, address, name: toPlainText(name), symbol: toPlainText(symbol), decimals, iconUrl: logoUri }
    tokensByAddress.set(address.toLowerCase(), token)
  }
  if (tokensByAddress.size === 0) throw new LatchkeyError('network.noSwaps')
  return [...tokensByAddress.values()]
}

/** The price of a token as decimal text, or `undefined` if the API does not know it or does not respond. */
async function readPrice(api: Api, { chainId, address }: SwapToken, signal: AbortSignal): Promise<string | undefined> {
  try {
    const { fungibles } = await api.call('tokenPrices', { addresses: [address] }, { networkId: chainId, signal })
    const fungible = fungibles.find((item) => item.address === undefined || isSameAddress(item.address, address))
    return fungible && decimalOf(fungible.price)
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}

/** The gas price of an EVM network in wei; `undefined` for other namespaces. */
async function readGasPrice(api: Api, network: Network, signal: AbortSignal): Promise<bigint | undefined> {
  const chainId = network.caipNetworkId
  if (namespaceOf(chainId) !== 'eip155') return undefined
  try {
    const { standard } = await api.call('gasPrice', { chainId }, { networkId: chainId, signal, fresh: true })
    return BigInt(standard)
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}

/**
 * Reads a quote and the prices of both tokens. Throws `swap.noRoute`, `swap.noLiquidity`, `swap.quoteFailed`, or the error of the
 * API.
 */
export async function readQuote(
  api: Api,
  { connection, network, from, to, fromUnits }: QuoteOrder,
  signal: AbortSignal,
): Promise<QuoteResult> {
  const networkId = network.caipNetworkId
  const query = {
    amount: String(fromUnits),
    userAddress: `${networkId}:${connection.address}`,
    from: from.address,
    to: to.address,
  }
  const [{ quotes }, fromPrice, toPrice, gasPrice] = await Promise.all([
    api.call('swapQuotes', query, { networkId, signal, fresh: true }),
    readPrice(api, from, signal),
    readPrice(api, to, signal),
    readGasPrice(api, network, signal),
  ])
  const [first] = quotes
  if (!first) throw new LatchkeyError('swap.noRoute')
  const matchesQuery =
    first.fromAmount === query.amount &&
    isSameAddress(first.fromAccount, from.address) &&
    isSameAddress(first.toAccount, to.address)
  if (!matchesQuery) throw new LatchkeyError('swap.quoteFailed', { cause: first })
  const toUnits = BigInt(first.toAmount)
  if (toUnits === 0n) throw new LatchkeyError('swap.noLiquidity')
  return {
    quote: { from: { ...from, price: fromPrice }, to: { ...to, price: toPrice }, fromUnits, toUnits },
    gasPrice,
  }
}
