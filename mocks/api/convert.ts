/** Swaps, calculated from the exchange's reserves and the chain. */
import { type Address, encodeFunctionData, erc20Abi, type Hex, isAddressEqual, maxUint256, parseAbi } from 'viem'
import { estimateGas, getBlock, getGasPrice, readContract } from 'viem/actions'
import * as z from 'zod/mini'
import type { SandboxExchange } from '../sandbox/eip155/chain.ts'
import { answer, type Answers } from './answer.ts'
import { caip10, caip10Of, type Caip10 } from './caip.ts'
import { type ChainReader, NATIVE, readerOf, type Readers } from './chainReader.ts'
import { readAmountOut, findPath, readTradableTokens } from './exchange.ts'
import { refuse } from './refusal.ts'

/** How long a built swap stays valid. */
const deadlineSeconds = 1_200n

const amount = z.pipe(
  z.string().check(z.regex(/^\d{1,78}$/)),
  z.transform((text: string) => BigInt(text)),
)

const routerAbi = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])

const isNative = (address: Address): boolean => isAddressEqual(address, NATIVE)

/** The chain that all sides share, and its exchange. */
function requireMarket(
  readers: Readers,
  ...sides: readonly Caip10[]
): { reader: ChainReader; exchange: SandboxExchange } {
  const [networkId = '', ...others] = new Set(sides.map((side) => side.networkId))
  if (others.length > 0) throw refuse(400, 'Invalid parameter: the chains must be the same')
  const reader = readerOf(readers, networkId)
  const exchange = reader?.chain.exchange
  if (!reader || !exchange) throw refuse(400, `There are no swaps on ${networkId}`)
  return { reader, exchange }
}

/** The calldata of a swap that reverts if it returns less than `minimumOut`. */
function swapData(
  from: Address,
  to: Address,
  amountIn: bigint,
  minimumOut: bigint,
  path: Address[],
  recipientAndDeadline: [Address, bigint],
) {
  if (isNative(from))
    return encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapExactETHForTokens',
      args: [minimumOut, path, ...recipientAndDeadline],
    })
  const functionName = isNative(to) ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
  return encodeFunctionData({
    abi: routerAbi,
    functionName,
    args: [amountIn, minimumOut, path, ...recipientAndDeadline],
  })
}

/** The cost of a transaction: the gas price, and the gas if it can be estimated. */
async function estimateCost(
  reader: ChainReader,
  transaction?: { account: Address; to: Address; data: Hex; value?: bigint },
) {
  const [gasPrice, gas] = await Promise.all([
    getGasPrice(reader.client),
    transaction && estimateGas(reader.client, transaction),
  ])
  // The pair may use more gas in a later block than in the estimated one.
  return { ...(gas !== undefined && { gas: `${(gas * 5n) / 4n}` }), gasPrice: `${gasPrice}` }
}

/** The prices of the chain's tokens. */
const readPrices = async (reader: ChainReader) =>
  (await readTradableTokens(reader)).map(({ token: { name, symbol, decimals, address }, price }) => {
    const id = caip10Of(reader.chain.networkId, address)
    return { address: id, name, symbol, decimals, iconUrl: '', price }
  })

/** The answers about swaps. */
export const convertAnswers = (
  readers: Readers,
): Answers<
  'swapQuotes' | 'swapTokens' | 'tokenPrices' | 'swapAllowance' | 'gasPrice' | 'buildSwap' | 'buildApproval'
> => ({
  swapQuotes: answer(z.object({ amount, userAddress: caip10, from: caip10, to: caip10 }), async (query) => {
    const { from, to, userAddress } = query
    const { reader, exchange } = requireMarket(readers, from, to, userAddress)
    const path = await findPath(reader, exchange, from.address, to.address)
    const amountReceived = await readAmountOut(reader, exchange, query.amount, path)
    return {
      quotes: [
        {
          id: null,
          fromAmount: `${query.amount}`,
          fromAccount: caip10Of(from.networkId, from.address),
          toAmount: `${amountReceived}`,
          toAccount: caip10Of(to.networkId, to.address),
        },
      ],
    }
  }),

  swapTokens: answer(z.object({ chainId: z.string() }), async ({ chainId }) => {
    const reader = readerOf(readers, chainId)
    const tradable = reader ? await readTradableTokens(reader) : []
    return {
      tokens: tradable.map(({ token: { name, symbol, address, decimals } }) => ({
        name,
        symbol,
        address: caip10Of(chainId, address),
        decimals,
        logoUri: null,
        eip2612: false,
      })),
    }
  }),

  tokenPrices: answer(
    z.object({ addresses: z.array(z.string()), currency: z.literal('usd') }),
    async ({ addresses }) => {
      const prices = (await Promise.all(readers.map(readPrices))).flat()
      const matches = addresses.map((id) =>
        prices
          .filter(({ address }) => address.toLowerCase() === id.toLowerCase())
          .map((price) => ({ ...price, address: id })),
      )
      return { fungibles: matches.flat() }
    },
  ),

  swapAllowance: answer(
    z.object({ tokenAddress: caip10, userAddress: caip10 }),
    async ({ tokenAddress: { address, networkId }, userAddress }) => {
      const { reader, exchange } = requireMarket(readers, { address, networkId }, userAddress)
      if (isNative(address)) return { allowance: `${maxUint256}` }
      const args = [userAddress.address, exchange.router] as const
      const allowance = await readContract(reader.client, { address, abi: erc20Abi, functionName: 'allowance', args })
      return { allowance: `${allowance}` }
    },
  ),

  gasPrice: answer(z.object({ chainId: z.string() }), async ({ chainId }) => {
    const reader = readerOf(readers, chainId)
    if (!reader) throw refuse(400, `Gas on ${chainId} is not known`)
    const [price, { baseFeePerGas }] = await Promise.all([getGasPrice(reader.client), getBlock(reader.client)])
    // A full block raises the base fee by an eighth (EIP-1559). A faster transaction survives more full blocks.
    const eighth = (baseFeePerGas ?? price) / 8n
    return { standard: `${price}`, fast: `${price + eighth}`, instant: `${price + 2n * eighth}` }
  }),

  buildSwap: answer(
    z.object({
      amount,
      from: caip10,
      to: caip10,
      userAddress: caip10,
      disableEstimate: z.optional(z.boolean()),
      eip155: z.object({ slippage: z.number().check(z.gte(0), z.lte(50)) }),
    }),
    async ({ from, to, userAddress, disableEstimate = false, eip155, ...query }) => {
      const { reader, exchange } = requireMarket(readers, from, to, userAddress)
      const path = await findPath(reader, exchange, from.address, to.address)
      const amountReceived = await readAmountOut(reader, exchange, query.amount, path)
      const minimumOut = (amountReceived * BigInt(Math.round((100 - eip155.slippage) * 100))) / 10_000n
      const { timestamp } = await getBlock(reader.client)
      const recipientAndDeadline: [Address, bigint] = [userAddress.address, timestamp + deadlineSeconds]
      const data = swapData(from.address, to.address, query.amount, minimumOut, path, recipientAndDeadline)
      const value = isNative(from.address) ? query.amount : 0n
      const account = userAddress.address
      const gas = await estimateCost(
        reader,
        disableEstimate ? undefined : { account, to: exchange.router, data, value },
      )
      return {
        tx: {
          from: caip10Of(from.networkId, account),
          to: caip10Of(from.networkId, exchange.router),
          data,
          // As in the real API, this is the amount that the swap returns, not the amount that it costs.
          amount: `${amountReceived}`,
          eip155: gas,
        },
      }
    },
  ),

  buildApproval: answer(
    z.object({ userAddress: caip10, from: caip10, to: caip10 }),
    async ({ userAddress, from, to }) => {
      const { reader, exchange } = requireMarket(readers, from, to, userAddress)
      if (isNative(from.address)) throw refuse(400, 'A coin needs no approval')
      const args = [exchange.router, maxUint256] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
      const account = userAddress.address
      return {
        tx: {
          from: caip10Of(from.networkId, account),
          to: caip10Of(from.networkId, from.address),
          data,
          value: '0',
          eip155: await estimateCost(reader, { account, to: from.address, data }),
        },
      }
    },
  ),
})
