/** An account's history over all chains, newest first. Later transactions do not shift its pages. */
import { type Address, getAddress, toFunctionSelector } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import type { Readers } from './chainReader.ts'
import { refuse } from './refusal.ts'
import { type ChainTransaction, type Position, nextPosition, findTransactions } from './transactions.ts'
import { type AccountTransfer, readTransfers } from './transfers.ts'

/** The number of transactions on a page. */
export const HISTORY_PAGE = 50

const approval = toFunctionSelector('function approve(address, uint256)')

/** Where the previous page ended, by chain. */
type Cursor = ReadonlyMap<number, Position>

/** Format: `chain-block-index`, joined by dots. */
const encodeCursor = (cursor: Cursor): string =>
  [...cursor].map(([chainId, { block, index }]) => `${chainId}-${block}-${index}`).join('.')

const parseCursor = (text: string): Cursor =>
  new Map(
    text.split('.').map((part) => {
      const [, chainId, block, index] = /^(\d{1,15})-(\d{1,15})-(\d{1,6})$/.exec(part) ?? []
      if (chainId === undefined || block === undefined) throw refuse(400, 'Invalid parameter: cursor')
      return [Number(chainId), { block: BigInt(block), index: Number(index) }]
    }),
  )

/** The type of a transaction, as the account sees it. */
function operationTypeOf(
  { transaction: { to, input } }: ChainTransaction,
  transfers: readonly AccountTransfer[],
): string {
  const directions = new Set(transfers.map(({ transfer }) => transfer.direction))
  if (directions.has('in') && directions.has('out')) return 'trade'
  if (directions.has('out') || directions.has('self')) return 'send'
  if (directions.has('in')) return 'receive'
  if (to === null) return 'deploy'
  return input.startsWith(approval) ? 'approve' : 'execute'
}

async function toWireTransaction(account: Address, transactionEntry: ChainTransaction) {
  const { reader, block, transaction } = transactionEntry
  const { hash, from, to, nonce } = transaction
  const receipt = await getTransactionReceipt(reader.client, { hash })
  const transfers = await readTransfers(account, transactionEntry, receipt)
  // A single transfer shows its own sender and receiver, because the transaction's recipient is just the token's contract.
  const [only, ...others] = transfers
  const parties = only && others.length === 0 ? only : { from, to: to ?? receipt.contractAddress }
  const isExchange = to !== null && to.toLowerCase() === reader.chain.exchange?.router.toLowerCase()
  return {
    id: hash,
    metadata: {
      application: isExchange ? { name: 'Uniswap v2', iconUrl: null } : null,
      operationType: operationTypeOf(transactionEntry, transfers),
      hash,
      minedAt: new Date(Number(block.timestamp) * 1_000).toISOString(),
      sentFrom: getAddress(parties.from),
      sentTo: parties.to ? getAddress(parties.to) : '',
      status: receipt.status === 'success' ? 'confirmed' : 'failed',
      nonce,
      chain: reader.chain.networkId,
    },
    transfers: transfers.map(({ transfer }) => transfer),
  }
}

/** A page of the account's history, and the cursor of the next page if there is one. */
export async function historyPage(readers: Readers, account: Address, after: string | undefined) {
  const cursor: Cursor = after === undefined ? new Map() : parseCursor(after)
  const chainResults = await Promise.all(
    readers.map(async (reader) => {
      const { chainId } = reader.chain
      const position = cursor.get(chainId) ?? (await nextPosition(reader))
      return { chainId, position, transactions: await findTransactions(reader, account, position, HISTORY_PAGE + 1) }
    }),
  )
  // The sort is stable: transactions of one block keep their order.
  const transactions = chainResults
    .flatMap((part) => part.transactions)
    .toSorted((a, b) => Number(b.block.timestamp - a.block.timestamp))
  const page = transactions.slice(0, HISTORY_PAGE)
  const positions = new Map([
    ...chainResults.map(({ chainId, position }) => [chainId, position] as const),
    ...page.map(({ reader, position }) => [reader.chain.chainId, position] as const),
  ])
  const data = await Promise.all(page.map((entry) => toWireTransaction(account, entry)))
  return { data, next: transactions.length > page.length ? encodeCursor(positions) : null }
}
