/** Finds an account's transactions in the blocks of a chain. */
import { type Address, type Block, type Hash, isAddressEqual, parseAbiItem, type Transaction } from 'viem'
import { getBlock, getBlockNumber, getLogs } from 'viem/actions'
import type { ChainReader } from './chainReader.ts'

export const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

/** The transfer event of ERC-1155. */
export const manyEvent = parseAbiItem(
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
)

/** The number of blocks that are fetched at a time. */
const blocksPerBatch = 100n

/** A transaction's position in its chain. */
export interface Position {
  block: bigint
  index: number
}

/** The position after the newest block. */
export const nextPosition = async ({ client }: ChainReader): Promise<Position> => ({
  block: (await getBlockNumber(client)) + 1n,
  index: 0,
})

/** A transaction with its chain, block and position. */
export interface ChainTransaction {
  reader: ChainReader
  block: Block<bigint, true, 'latest'>
  transaction: Transaction<bigint, number, false>
  position: Position
}

const isBefore = (position: Position, limit: Position): boolean =>
  position.block < limit.block || (position.block === limit.block && position.index < limit.index)

/** The hashes of the transactions that moved tokens from or to the account. */
async function findTokenTransfers(
  { client }: ChainReader,
  account: Address,
  toBlock: bigint,
): Promise<ReadonlySet<Hash>> {
  const logs = await Promise.all(
    [{ from: account }, { to: account }].flatMap((args) => [
      // ERC-721 transfers match too: the event has the same signature, but its id is a topic.
      getLogs(client, { event: transferEvent, args, fromBlock: 0n, toBlock }),
      getLogs(client, { event: manyEvent, args, fromBlock: 0n, toBlock }),
    ]),
  )
  return new Set(logs.flat().map(({ transactionHash }) => transactionHash))
}

/** The newest transactions before a position that are from or to the account, or moved its tokens; at most `limit`. */
export async function findTransactions(
  reader: ChainReader,
  account: Address,
  before: Position,
  limit: number,
): Promise<ChainTransaction[]> {
  const head = before.index === 0 ? before.block - 1n : before.block
  if (head < 0n) return []
  const tokenTransfers = await findTokenTransfers(reader, account, head)
  const involvesAccount = ({ from, to, hash }: Transaction) =>
    isAddressEqual(from, account) || (to !== null && isAddressEqual(to, account)) || tokenTransfers.has(hash)

  const transactions: ChainTransaction[] = []
  for (let top = head; top >= 0n && transactions.length < limit; top -= blocksPerBatch) {
    const numbers = Array.from({ length: Number(blocksPerBatch) }, (_, index) => top - BigInt(index))
    const blocks = await Promise.all(
      numbers
        .filter((blockNumber) => blockNumber >= 0n)
        .map((blockNumber) => getBlock(reader.client, { blockNumber, includeTransactions: true })),
    )
    for (const block of blocks)
      for (const transaction of block.transactions.toReversed()) {
        const position = { block: transaction.blockNumber, index: transaction.transactionIndex }
        if (involvesAccount(transaction) && isBefore(position, before))
          transactions.push({ reader, block, transaction, position })
      }
  }
  return transactions.slice(0, limit)
}
