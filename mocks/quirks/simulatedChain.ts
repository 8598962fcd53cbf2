import { keccak256, numberToHex } from 'viem'
import type { RpcCall } from './quirk.ts'
import { rpcError } from './rpcError.ts'

/** A transaction that a wallet has broadcast. */
export interface SimulatedTransaction {
  hash: `0x${string}`
  from: string
  to: string | null
  value: bigint
  data: string
  nonce: number
  /** The signed transaction, if the wallet signed one. */
  serialized?: `0x${string}`
  /** When it was broadcast, in ms since the epoch. */
  sentAt: number
}

export interface SimulatedChainOptions {
  chainId: number
  /** The balance of each account at the start, in wei. Default: 10 ether. */
  balance?: bigint
  /** How long a transaction waits for its block, in ms. */
  blockMs?: number
}

export interface SimulatedChain {
  readonly chainId: number
  /** Answers JSON-RPC, as a node of the chain. */
  request(call: RpcCall): Promise<unknown>
  /** Every transaction that was broadcast, oldest first. */
  readonly transactions: readonly SimulatedTransaction[]
  /** The number of transactions that the account has broadcast. */
  nonceOf(account: string): number
  /** Accepts a transaction. Returns its hash: that of the signed transaction, or else one that the chain makes up. */
  broadcast(transaction: Broadcast): `0x${string}`
}

export interface Broadcast {
  from: string
  to?: string | null
  value?: bigint
  data?: string
  serialized?: `0x${string}`
}

const GAS = 21_000n
const GAS_PRICE = 1_000_000_000n
const ZERO_HASH = numberToHex(0, { size: 32 })

/**
 * An EVM chain in memory, for tests with a simulated clock. It mines each transaction in a separate block, `blockMs` after it was
 * broadcast. Contracts do not exist: calls return nothing. It reads the time from `Date`.
 */
export function simulatedChain({
  chainId,
  balance = 10n ** 19n,
  blockMs = 2_000,
}: SimulatedChainOptions): SimulatedChain {
  const transactions: SimulatedTransaction[] = []
  const isMined = ({ sentAt }: SimulatedTransaction) => Date.now() >= sentAt + blockMs
  const mined = () => transactions.filter(isMined)
  const find = (hash: unknown) => transactions.find((transaction) => transaction.hash === hash)
  const blockOf = (transaction: SimulatedTransaction) => ({
    blockNumber: numberToHex(transactions.indexOf(transaction) + 2),
    blockHash: `0xb${transaction.hash.slice(3)}`,
    transactionIndex: '0x0',
  })
  const sameAccount = (one: string | null, other: unknown) => one?.toLowerCase() === String(other).toLowerCase()

  const nonceOf = (account: string) => transactions.filter(({ from }) => sameAccount(from, account)).length

  const balanceOf = (address: unknown) =>
    mined().reduce((left, { from, to, value }) => {
      const spent = sameAccount(from, address) ? value + GAS * GAS_PRICE : 0n
      return left - spent + (sameAccount(to, address) ? value : 0n)
    }, balance)

  const transactionOf = (transaction: SimulatedTransaction) => ({
    hash: transaction.hash,
    from: transaction.from,
    to: transaction.to,
    value: numberToHex(transaction.value),
    input: transaction.data,
    nonce: numberToHex(transaction.nonce),
    gas: numberToHex(GAS),
    gasPrice: numberToHex(GAS_PRICE),
    type: '0x0',
    ...(isMined(transaction) ? blockOf(transaction) : { blockNumber: null, blockHash: null, transactionIndex: null }),
  })
  const receiptOf = (transaction: SimulatedTransaction) => ({
    transactionHash: transaction.hash,
    from: transaction.from,
    to: transaction.to,
    contractAddress: null,
    status: '0x1',
    gasUsed: numberToHex(GAS),
    cumulativeGasUsed: numberToHex(GAS),
    effectiveGasPrice: numberToHex(GAS_PRICE),
    logs: [],
    logsBloom: `0x${'0'.repeat(512)}`,
    type: '0x0',
    ...blockOf(transaction),
  })
  const latestBlock = () => ({
    number: numberToHex(mined().length + 1),
    hash: ZERO_HASH,
    parentHash: ZERO_HASH,
    timestamp: numberToHex(Math.floor(Date.now() / 1_000)),
    baseFeePerGas: numberToHex(GAS_PRICE / 2n),
    gasLimit: '0x1c9c380',
    gasUsed: '0x0',
    transactions: [],
  })

  const methods: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_chainId: () => numberToHex(chainId),
    net_version: () => String(chainId),
    eth_blockNumber: () => numberToHex(mined().length + 1),
    eth_getBlockByNumber: latestBlock,
    eth_getBalance: ([address]) => numberToHex(balanceOf(address)),
    eth_getTransactionCount: ([address, block]) =>
      numberToHex(
        (block === 'pending' ? transactions : mined()).filter(({ from }) => sameAccount(from, address)).length,
      ),
    eth_getTransactionByHash: ([hash]) => {
      const transaction = find(hash)
      return transaction ? transactionOf(transaction) : null
    },
    eth_getRawTransactionByHash: ([hash]) => find(hash)?.serialized ?? null,
    eth_getTransactionReceipt: ([hash]) => {
      const transaction = find(hash)
      return transaction && isMined(transaction) ? receiptOf(transaction) : null
    },
    eth_getCode: () => '0x',
    eth_call: () => '0x',
    eth_estimateGas: () => numberToHex(GAS),
    eth_gasPrice: () => numberToHex(GAS_PRICE),
    eth_maxPriorityFeePerGas: () => numberToHex(GAS_PRICE / 2n),
  }

  return {
    chainId,
    transactions,
    nonceOf,
    broadcast({ from, to = null, value = 0n, data = '0x', serialized }) {
      const madeUp = numberToHex(BigInt(chainId) * 2n ** 200n + BigInt(transactions.length + 1), { size: 32 })
      const hash = serialized ? keccak256(serialized) : madeUp
      const nonce = nonceOf(from)
      transactions.push({ hash, from, to, value, data, nonce, sentAt: Date.now(), ...(serialized && { serialized }) })
      return hash
    },
    async request({ method, params = [] }) {
      const answer = methods[method]
      if (!answer) throw rpcError(-32_601, `The method ${method} does not exist.`)
      return answer(params as readonly unknown[])
    },
  }
}
