/** What real nodes do differently, each with a public report. */
import { numberToHex } from 'viem'
import { answering, fail, github, never } from './helpers.ts'
import type { Quirk, RpcCall } from './quirk.ts'
import { rpcError } from './rpcError.ts'

/** Fails every request for a while. */
const failing = (ms: number, failure: () => unknown) => () => {
  let isDown = true
  setTimeout(() => (isDown = false), ms)
  return { request: (_call: RpcCall, next: () => Promise<unknown>) => (isDown ? failure() : next()) }
}

export const nodeQuirks: readonly Quirk[] = [
  {
    id: 'silent',
    title: 'does not respond for a minute',
    source: github('web3/web3.js', 2_904),
    start: failing(60_000, never),
  },
  {
    id: 'rate-limited',
    title: 'rejects requests for half a minute with code -32005',
    source: github('xclud/web3dart', 24),
    start: failing(30_000, () => fail(rpcError(-32_005, 'Limit exceeded'))),
  },
  {
    id: 'down',
    title: 'is down for half a minute',
    source: github('hop-protocol/hop', 56),
    start: failing(30_000, () => fail(new TypeError('Failed to fetch'))),
  },
  {
    id: 'no-fee-methods',
    title: 'does not know eth_maxPriorityFeePerGas',
    source: github('sei-protocol/sei-chain', 1_611),
    start: () => ({
      request: (call, next) =>
        call.method === 'eth_maxPriorityFeePerGas'
          ? Promise.reject(rpcError(-32_601, 'The method eth_maxPriorityFeePerGas does not exist/is not available'))
          : next(),
    }),
  },
  {
    id: 'receipt-late',
    title: 'returns a receipt only 20 seconds after the block was mined',
    source: github('ethereum/go-ethereum', 19_813),
    start() {
      const seen = new Map<string, number>()
      return {
        async request(call, next) {
          const answer = await next()
          if (call.method !== 'eth_getTransactionReceipt' || answer === null) return answer
          const [hash] = call.params as [string]
          const since = seen.get(hash) ?? Date.now()
          seen.set(hash, since)
          return Date.now() - since >= 20_000 ? answer : null
        },
      }
    },
  },
  {
    id: 'receipt-flickers',
    title: 'is behind a load balancer: every second request for a receipt returns null',
    source: github('openethereum/parity-ethereum', 7_689),
    start() {
      let count = 0
      return {
        request: async (call, next) => {
          const answer = await next()
          return call.method === 'eth_getTransactionReceipt' && (count += 1) % 2 === 1 ? null : answer
        },
      }
    },
  },
  {
    id: 'block-goes-back',
    title: 'is behind a load balancer: the latest block goes back and forth',
    source: github('ethereum/go-ethereum', 27_353),
    start(context) {
      let count = 0
      return answering('eth_blockNumber', (block) =>
        (count += 1) % 2 === 0 ? numberToHex(Math.max(1, Number(block) - 1)) : block,
      )(context)
    },
  },
  {
    id: 'balance-goes-back',
    title: 'is behind a load balancer: every second balance is the first one that was read',
    source: github('MetaMask/metamask-extension', 5_883),
    start() {
      const first = new Map<string, unknown>()
      let count = 0
      return {
        async request(call, next) {
          const answer = await next()
          if (call.method !== 'eth_getBalance') return answer
          const [address] = call.params as [string]
          if (!first.has(address)) first.set(address, answer)
          return (count += 1) % 2 === 0 ? first.get(address) : answer
        },
      }
    },
  },
  {
    id: 'zero-as-0x',
    title: 'writes zero as 0x',
    source: github('ethereum/node-ethereum', 61),
    start: () => ({
      async request(call, next) {
        const answer = await next()
        return answer === '0x0' ? '0x' : answer
      },
    }),
  },
  {
    id: 'gas-free',
    title: 'has a gas price of zero',
    source: github('MetaMask/metamask-extension', 19_863),
    start: () => ({
      async request(call, next) {
        const answer = await next()
        if (call.method === 'eth_gasPrice' || call.method === 'eth_maxPriorityFeePerGas') return '0x0'
        return call.method === 'eth_getBlockByNumber' ? { ...(answer as object), baseFeePerGas: '0x0' } : answer
      },
    }),
  },
  {
    id: 'wrong-chain',
    title: 'serves another chain than its URL says',
    source: github('DefiLlama/chainlist', 3_168),
    start: answering('eth_chainId', () => '0x7a69'),
  },
]
