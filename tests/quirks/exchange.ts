/** An exchange on a simulated chain, which sells a token for ether at a fixed rate, and the API's answers about it. */
import { encodeAbiParameters, encodeEventTopics, erc20Abi, numberToHex, pad } from 'viem'
import { fakeApi, type FakeApi } from '../../mocks/fakes/fakeApi.ts'
import type { RpcCall } from '../../mocks/quirks/quirk.ts'
import type { SimulatedChain } from '../../mocks/quirks/simulatedChain.ts'

const CHAIN = 'eip155:1'
const ROUTER = '0x1111111111111111111111111111111111111111'
const TOKEN = '0x2222222222222222222222222222222222222222'
const ETHER = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** Not a call of a token. */
const SWAP_DATA = '0x12345678'
const TOKENS_PER_ETHER = 2_000n
const DECIMALS = '0x313ce567'

export const [etherId, tokenId] = [`${CHAIN}:${ETHER}`, `${CHAIN}:${TOKEN}`]

interface Call {
  from?: string
  to?: string | null
  data?: string
  value?: string
}

const transfer = (token: string, from: string, to: string, value: bigint) => ({
  address: token,
  topics: encodeEventTopics({
    abi: erc20Abi,
    eventName: 'Transfer',
    args: { from: from as `0x${string}`, to: to as `0x${string}` },
  }),
  data: encodeAbiParameters([{ type: 'uint256' }], [value]),
})
const isSwap = (to: string | null | undefined) => to?.toLowerCase() === ROUTER
const isToken = ({ to }: Call) => to?.toLowerCase() === TOKEN

/** What a swap moves: ether to the router, if the logs show it, and tokens to the account. */
const logsOf = (from: string, value: bigint, tracesEther: boolean) => [
  ...(tracesEther ? [transfer(ETHER, from, ROUTER, value)] : []),
  transfer(TOKEN, ROUTER, from, value * TOKENS_PER_ETHER),
]

/** Adds the exchange to a chain. */
export function withExchange(chain: SimulatedChain): SimulatedChain {
  const simulate = ({ from = '', to, value = '0x0' }: Call) => ({
    status: '0x1',
    gasUsed: numberToHex(21_000),
    returnData: '0x',
    logs: isSwap(to) ? logsOf(from, BigInt(value), true) : [],
  })
  async function request(call: RpcCall): Promise<unknown> {
    const params = (call.params ?? []) as readonly never[]
    if (call.method === 'eth_simulateV1') {
      const [{ blockStateCalls }] = params as unknown as [{ blockStateCalls: readonly { calls: readonly Call[] }[] }]
      return blockStateCalls.map(({ calls }) => ({ calls: calls.map(simulate) }))
    }
    if (call.method === 'eth_call' && isToken(params[0] as unknown as Call)) {
      const { data } = params[0] as unknown as Call
      return pad(data === DECIMALS ? numberToHex(18) : '0x0')
    }
    const answer = await chain.request(call)
    if (call.method !== 'eth_getTransactionReceipt' || answer === null) return answer
    const sent = chain.transactions.find(({ hash }) => hash === params[0])
    return sent && isSwap(sent.to)
      ? {
          ...(answer as object),
          logs: logsOf(sent.from, sent.value, false).map((log) => ({ ...log, logIndex: '0x0' })),
        }
      : answer
  }
  return { ...chain, request }
}

export interface ExchangeApi extends FakeApi {
  /** Serves the network from now on. Before, the app reads everything from its node. */
  serve(): void
}

/** The API that knows the exchange. */
export function exchangeApi(): ExchangeApi {
  const api = fakeApi({
    swapTokens: {
      tokens: [
        { name: 'Ether', symbol: 'ETH', address: etherId, decimals: 18, logoUri: undefined, eip2612: false },
        { name: 'Token', symbol: 'TOK', address: tokenId, decimals: 18, logoUri: undefined, eip2612: false },
      ],
    },
    swapQuotes: ({ amount, from, to }) => ({
      quotes: [
        {
          id: null,
          fromAmount: amount,
          fromAccount: from,
          toAmount: String(BigInt(amount) * TOKENS_PER_ETHER),
          toAccount: to,
        },
      ],
    }),
    tokenPrices: { fungibles: [] },
    gasPrice: { standard: '1000000000', fast: '1000000000', instant: '1000000000' },
    buildSwap: ({ userAddress, amount }) => ({
      tx: { from: userAddress, to: `${CHAIN}:${ROUTER}`, data: SWAP_DATA, amount, eip155: null },
    }),
  })
  let isServing = false
  return {
    ...api,
    client: async () => ({ ...(await api.client()), serves: async () => isServing }),
    serve: () => void (isServing = true),
  }
}
