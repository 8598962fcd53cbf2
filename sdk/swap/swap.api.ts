import * as z from 'zod/mini'
import { call, digits, listOf, maybeText } from '../api/call.ts'

const account = z.string().check(z.minLength(1))
const gas = z.object({ gas: z.nullish(z.union([z.number(), z.string()])), gasPrice: z.nullish(z.string()) })

const slippage = z.number().check(z.gte(0.01), z.lte(50))

/** Swaps: tokens, prices, quotes and transactions. Tokens are CAIP-10 ids, amounts are in base units. */
export const convertCalls = {
  swapQuotes: call({
    spec: '7.7',
    host: 'blockchain',
    method: 'GET',
    path: 'v1/convert/quotes',
    query: ['amount', 'userAddress', 'from', 'to', 'gasPrice'],
    request: z.object({
      amount: digits,
      userAddress: account,
      from: account,
      to: account,
      gasPrice: z.optional(digits),
    }),
    response: z.object({
      quotes: listOf(
        z.object({
          id: z.nullish(z.string()),
          fromAmount: digits,
          fromAccount: z.string(),
          toAmount: digits,
          toAccount: z.string(),
        }),
      ),
    }),
    lists: ['quotes'],
    gated: { empty: { quotes: [] } },
  }),
  swapTokens: call({
    spec: '7.8',
    host: 'blockchain',
    method: 'GET',
    path: 'v1/convert/tokens',
    query: ['chainId'],
    request: z.object({ chainId: z.string() }),
    response: z.object({
      tokens: listOf(
        z.object({
          name: z.string(),
          symbol: z.string(),
          /** CAIP-10. */
          address: z.string(),
          decimals: z.int(),
          logoUri: maybeText,
          eip2612: z.nullish(z.boolean()),
        }),
      ),
    }),
    lists: ['tokens'],
    gated: { empty: { tokens: [] } },
  }),
  tokenPrices: call({
    spec: '7.9',
    host: 'blockchain',
    method: 'POST',
    path: 'v1/fungible/price',
    body: ['addresses'],
    fixed: { body: { currency: 'usd' } },
    projectInBody: true,
    request: z.object({ addresses: z.readonly(z.array(z.string())) }),
    response: z.object({
      fungibles: listOf(
        z.object({ name: z.string(), symbol: z.string(), iconUrl: maybeText, price: z.number(), address: maybeText }),
      ),
    }),
    lists: ['fungibles'],
    gated: { empty: { fungibles: [] } },
  }),
  swapAllowance: call({
    spec: '7.10',
    host: 'blockchain',
    method: 'GET',
    path: 'v1/convert/allowance',
    query: ['tokenAddress', 'userAddress'],
    request: z.object({ tokenAddress: account, userAddress: account }),
    response: z.object({ allowance: digits }),
    gated: { empty: { allowance: '0' } },
  }),
  gasPrice: call({
    spec: '7.11',
    host: 'blockchain',
    method: 'GET',
    path: 'v1/convert/gas-price',
    query: ['chainId'],
    request: z.object({ chainId: z.string() }),
    response: z.object({ standard: digits, fast: digits, instant: digits }),
    gated: { error: 'network.noGasPrice' },
  }),
  buildSwap: call({
    spec: '7.12',
    host: 'blockchain',
    method: 'POST',
    path: 'v1/convert/build-transaction',
    body: ['amount', 'from', 'to', 'userAddress', 'disableEstimate', 'eip155', 'solana'],
    projectInBody: true,
    request: z.object({
      amount: digits,
      from: account,
      to: account,
      userAddress: account,
      disableEstimate: z.optional(z.boolean()),
      /** The slippage tolerance in percent [9.27], under the name of the namespace. */
      eip155: z.optional(z.object({ slippage })),
      solana: z.optional(z.object({ slippage })),
    }),
    response: z.object({
      tx: z.object({ from: z.string(), to: z.string(), data: z.string(), amount: digits, eip155: z.nullish(gas) }),
    }),
    gated: { error: 'network.noSwaps' },
  }),
  buildApproval: call({
    spec: '7.13',
    host: 'blockchain',
    method: 'GET',
    path: 'v1/convert/build-approve',
    query: ['userAddress', 'from', 'to'],
    request: z.object({ userAddress: account, from: account, to: account }),
    response: z.object({
      tx: z.object({
        from: z.string(),
        to: z.string(),
        data: z.string(),
        value: z.nullish(z.string()),
        eip155: z.nullish(gas),
      }),
    }),
    gated: { error: 'network.noSwaps' },
  }),
}
