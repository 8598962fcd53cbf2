/** What the sandbox's exchange says: pairs, prices from reserves, amounts from the pairs' own math. */
import { type Address, formatUnits, isAddressEqual, parseAbi, zeroAddress } from 'viem'
import { readContract } from 'viem/actions'
import type { SandboxExchange, SandboxToken } from '../sandbox/chain.ts'
import { type ChainReader, NATIVE } from './chainReader.ts'
import { refused } from './refusal.ts'

const abi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
])

const wrapped = ({ weth }: SandboxExchange, token: Address): Address => (isAddressEqual(token, NATIVE) ? weth : token)

const pairOf = ({ client }: ChainReader, { factory }: SandboxExchange, one: Address, other: Address) =>
  readContract(client, { address: factory, abi, functionName: 'getPair', args: [one, other] })

/** A token's price in dollars, from the reserves of its pair; nothing where it has none. */
export async function priceOf(reader: ChainReader, token: SandboxToken): Promise<number | undefined> {
  const { exchange } = reader.chain
  if (!exchange) return undefined
  const address = wrapped(exchange, token.address)
  if (isAddressEqual(address, exchange.dollar)) return 1
  const pair = await pairOf(reader, exchange, address, exchange.dollar)
  if (pair === zeroAddress) return undefined
  const [dollar, [first, second]] = await Promise.all([
    reader.token(exchange.dollar),
    readContract(reader.client, { address: pair, abi, functionName: 'getReserves' }),
  ])
  // A pair keeps its tokens in the order of their addresses.
  const isFirst = BigInt(address) < BigInt(exchange.dollar)
  const [tokens, dollars] = isFirst ? [first, second] : [second, first]
  const scaled = (dollars * 10n ** BigInt(18 + token.decimals)) / (tokens * 10n ** BigInt(dollar.decimals))
  return Number(formatUnits(scaled, 18))
}

/** What can be swapped: the coin and the tokens that have a price. */
export async function tradables(reader: ChainReader): Promise<{ token: SandboxToken; price: number }[]> {
  const tokens = [reader.native, ...reader.chain.tokens]
  const prices = await Promise.all(tokens.map((token) => priceOf(reader, token)))
  return tokens.flatMap((token, index) => {
    const price = prices[index]
    return price === undefined ? [] : [{ token, price }]
  })
}

/** The way from one token to another: their own pair, else by the dollar. The coin goes as its wrapped form. */
export async function pathOf(
  reader: ChainReader,
  exchange: SandboxExchange,
  from: Address,
  to: Address,
): Promise<Address[]> {
  const [first, last] = [wrapped(exchange, from), wrapped(exchange, to)]
  if (isAddressEqual(first, last)) throw refused(400, 'A token cannot be swapped for itself')
  const direct = await pairOf(reader, exchange, first, last)
  return direct === zeroAddress ? [first, exchange.dollar, last] : [first, last]
}

/** What comes out where this much goes in, in base units. The exchange says no where it has no such pair. */
export async function amountOut(
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
