/** Tracks transactions that another one replaced, after the user sped them up or cancelled them in the wallet. */
import { getBlock, getBlockNumber, getTransaction, getTransactionCount, getTransactionReceipt } from 'viem/actions'
import type { Client } from 'viem'
import { RPC } from '../../../machines/constants.ts'
import type { TransactionPosition, Receipt, Sent } from '../../../machines/transactions/transaction.contract.ts'
import { pause } from '../../platform/abort.ts'
import { rpcClient } from '../../rpc/client.ts'
import { readReceipt } from './receipts.ts'

type Hex = `0x${string}`

/** The effect of a transaction: its receiver, value and data. */
const effectOf = ({ to, value, input }: { to: string | null; value: bigint; input: string }): string =>
  [to?.toLowerCase(), value, input].join(' ')

const hasName = (error: unknown, name: string): boolean => error instanceof Error && error.name === name

/**
 * The nonce of a transaction, as soon as a node knows it. `undefined` if another account sent it, such as the bundler of a smart
 * account.
 */
export async function readPosition(
  { network, hash, from }: Sent,
  signal: AbortSignal,
): Promise<TransactionPosition | undefined> {
  const client = rpcClient(network, signal)
  for (;;) {
    try {
      const transaction = await getTransaction(client, { hash: hash as Hex })
      const isOwn = transaction.from.toLowerCase() === from.toLowerCase()
      return isOwn ? { nonce: transaction.nonce, doing: effectOf(transaction) } : undefined
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (!hasName(error, 'TransactionNotFoundError')) throw error
      await pause(RPC.receiptPollMs, signal)
    }
  }
}

/** The block in which an account's nonce was used; 'old' if nodes no longer have the state of that time. */
async function blockOf(client: Client, address: Hex, nonce: number): Promise<bigint | 'old'> {
  const isUsed = async (blockNumber: bigint) => (await getTransactionCount(client, { address, blockNumber })) > nonce
  let high = await getBlockNumber(client, { cacheTime: 0 })
  let low = high > RPC.stateBlocks ? high - RPC.stateBlocks : -1n
  if (low >= 0n && (await isUsed(low))) return 'old'
  while (high - low > 1n) {
    const middle = (high + low) / 2n
    if (await isUsed(middle)) high = middle
    else low = middle
  }
  return high
}

/** The transaction that used a nonce; 'old' if it cannot be found any more, `undefined` if it was not found now. */
async function replacementAt(client: Client, address: Hex, nonce: number) {
  try {
    const blockNumber = await blockOf(client, address, nonce)
    if (blockNumber === 'old') return 'old'
    const { transactions } = await getBlock(client, { blockNumber, includeTransactions: true })
    return transactions.find(
      (transaction) => transaction.nonce === nonce && transaction.from.toLowerCase() === address.toLowerCase(),
    )
  } catch {
    // Behind a load balancer, another node may not have this block yet.
    return undefined
  }
}

/**
 * The receipt of the transaction that used the nonce, or `undefined` while it is unused or unknown. The same transfer at another
 * price counts as the transfer, under its new hash. `replaced` with the original hash: the nonce was used long ago, and nodes no
 * longer tell by what. It may have been the same transfer.
 */
export async function readReplacement(
  { network, hash, from, position }: Sent & { position: TransactionPosition },
  signal: AbortSignal,
): Promise<Receipt | undefined> {
  const client = rpcClient(network, signal)
  const address = from as Hex
  const { nonce } = position
  if (nonce === undefined) return undefined
  if ((await getTransactionCount(client, { address, blockTag: 'latest' })) <= nonce) return undefined
  const replacement = await replacementAt(client, address, nonce)
  if (replacement === 'old') return { status: 'replaced', hash }
  // It was mined between two polls, or the node does not have the block yet.
  if (!replacement || replacement.hash === hash) return undefined
  if (effectOf(replacement) !== position.doing) return { status: 'replaced', hash: replacement.hash }
  return readReceipt(await getTransactionReceipt(client, { hash: replacement.hash }), replacement.hash, from)
}
