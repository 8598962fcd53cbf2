/** The sandbox's exchange: pairs, prices from reserves, and amounts from the router. */
import { type Address, formatUnits, isAddressEqual, parseAbi, zeroAddress } from 'viem'
import { readContract } from 'viem/actions'
import type { SandboxExchange, SandboxToken } from '../sandbox/eip155/chain.ts'
import { type ChainReader, NATIVE } from './chainReader.ts'
import { refuse } from './refusal.ts'

const abi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
])

const toWrapped = ({ weth }: SandboxExchange, token: Address): Address => (isAddressEqual(token, NATIVE) ? weth : token)

const readPair = ({ client }: ChainReader, { factory }: SandboxExchange, tokenA: Address, tokenB: Address) =>
  readContract(client, { address: factory, abi, functionName: 'getPair', args: [tokenA, tokenB] })

/** A token's price in dollars, from the reserves of its pair; `undefined` without a pair. */
export async function readPrice(reader: ChainReader, token: SandboxToken): Promise<number | undefined> {
  const { exchange } = reader.chain
  if (!exchange) return undefined
  const address = toWrapped(exchange, token.address)
  if (isAddressEqual(address, exchange.dollar)) return 1
  const pair = await readPair(reader, exchange, address, exchange.dollar)
  if (pair === zeroAddress) return undefined
  const [dollar, [first, second]] = await Promise.all([
    reader.token(exchange.dollar),
    readContract(reader.client, { address: pair, abi, functionName: 'getReserves' }),
  ])
  // A pair sorts its tokens by address.
  const isFirst = BigInt(address) < BigInt(exchange.dollar)
  const [tokens, dollars] = isFirst ? [first, second] : [second, first]
  const scaled = (dollars * 10n ** BigInt(18 + token.decimals)) / (tokens * 10n ** BigInt(dollar.decimals))
  return Number(formatUnits(scaled, 18))
}

/** Everything that can be swapped: the native coin and the tokens that have a price. */
export async function readTradableTokens(reader: ChainReader): Promise<{ token: SandboxToken; price: number }[]> {
  const tokens = [reader.native, ...reader.chain.tokens]
  const prices = await Promise.all(tokens.map((token) => readPrice(reader, token)))
  return tokens.flatMap((token, index) => {
    const price = prices[index]
    return price === undefined ? [] : [{ token, price }]
  })
}

/** The path from one token to another: their own pair, or through the dollar. The native coin is traded in its wrapped form. */
export async function findPath(
  reader: ChainReader,
  exchange: SandboxExchange,
  from: Address,
  to: Address,
): Promise<Address[]> {
  const [first, last] = [toWrapped(exchange, from), toWrapped(exchange, to)]
  if (isAddressEqual(first, last)) throw refuse(400, 'A token cannot be swapped for itself')
  const direct = await readPair(reader, exchange, first, last)
  return direct === zeroAddress ? [first, exchange.dollar, last] : [first, last]
}

/** The output amount for this input, in base units. Rejects if the exchange has no such pair. */
export async function readAmountOut(
  { client }: ChainReader,
  { router }: SandboxExchange,
  amount: bigint,
  path: readonly Address[],
): Promise<bigint> {
  const amounts = await readContract(client, {
    address: router,
    abi,
    functionName: 'getAmountsOut',
    args: [amount, path],
  })
  return amounts.at(-1) ?? 0n
}
