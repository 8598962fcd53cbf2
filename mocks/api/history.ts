/** An account's history over all chains, newest first. Later transactions do not shift its pages. */
import { type Address, getAddress, toFunctionSelector } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import type { Readers } from './chainReader.ts'
import { refused } from './refusal.ts'
import { type Found, type Place, placeOfNext, transactionsOf } from './transactions.ts'
import { type Moved, transfersOf } from './transfers.ts'

/** The number of transactions on a page. */
export const HISTORY_PAGE = 50

const approval = toFunctionSelector('function approve(address, uint256)')

/** Where the previous page ended, by chain. */
type Cursor = ReadonlyMap<number, Place>

/** Format: `chain-block-index`, joined by dots. */
const write = (cursor: Cursor): string =>
  [...cursor].map(([chainId, { block, index }]) => `${chainId}-${block}-${index}`).join('.')

const read = (text: string): Cursor =>
  new Map(
    text.split('.').map((part) => {
      const [, chainId, block, index] = /^(\d{1,15})-(\d{1,15})-(\d{1,6})$/.exec(part) ?? []
      if (chainId === undefined || block === undefined) throw refused(400, 'Invalid parameter: cursor')
      return [Number(chainId), { block: BigInt(block), index: Number(index) }]
    }),
  )

/** The type of a transaction, as the account sees it. */
function operationOf({ transaction: { to, input } }: Found, moved: readonly Moved[]): string {
  const seen = new Set(moved.map(({ transfer }) => transfer.direction))
  if (seen.has('in') && seen.has('out')) return 'trade'
  if (seen.has('out') || seen.has('self')) return 'send'
  if (seen.has('in')) return 'receive'
  if (to === null) return 'deploy'
  return input.startsWith(approval) ? 'approve' : 'execute'
}

async function wireTransaction(account: Address, found: Found) {
  const { reader, block, transaction } = found
  const { hash, from, to, nonce } = transaction
  const receipt = await getTransactionReceipt(reader.client, { hash })
  const moved = await transfersOf(account, found, receipt)
  // A single transfer shows its own sender and receiver, because the transaction's recipient is just the token's contract.
  const [only, ...more] = moved
  const between = only && more.length === 0 ? only : { from, to: to ?? receipt.contractAddress }
  const byExchange = to !== null && to.toLowerCase() === reader.chain.exchange?.router.toLowerCase()
  return {
    id: hash,
    metadata: {
      application: byExchange ? { name: 'Uniswap v2', iconUrl: null } : null,
      operationType: operationOf(found, moved),
      hash,
      minedAt: new Date(Number(block.timestamp) * 1_000).toISOString(),
      sentFrom: getAddress(between.from),
      sentTo: between.to ? getAddress(between.to) : '',
      status: receipt.status === 'success' ? 'confirmed' : 'failed',
      nonce,
      chain: reader.chain.networkId,
    },
    transfers: moved.map(({ transfer }) => transfer),
  }
}

/** A page of the account's history, and the cursor of the next page if there is one. */
export async function historyPage(readers: Readers, account: Address, after: string | undefined) {
  const cursor: Cursor = after === undefined ? new Map() : read(after)
  const parts = await Promise.all(
    readers.map(async (reader) => {
      const { chainId } = reader.chain
      const place = cursor.get(chainId) ?? (await placeOfNext(reader))
      return { chainId, place, found: await transactionsOf(reader, account, place, HISTORY_PAGE + 1) }
    }),
  )
  // The sort is stable: transactions of one block keep their order.
  const found = parts
    .flatMap((part) => part.found)
    .toSorted((one, other) => Number(other.block.timestamp - one.block.timestamp))
  const page = found.slice(0, HISTORY_PAGE)
  const ends = new Map([
    ...parts.map(({ chainId, place }) => [chainId, place] as const),
    ...page.map(({ reader, place }) => [reader.chain.chainId, place] as const),
  ])
  const data = await Promise.all(page.map((entry) => wireTransaction(account, entry)))
  return { data, next: found.length > page.length ? write(ends) : null }
}
