import type { BalanceTarget } from '../../machines/account/balance.contract.ts'
import type { LocalTransaction } from '../../machines/transactions/sent.types.ts'
import { sanitizeTransactions } from '../../machines/account/activity.rules.ts'
import type { Transaction } from '../../machines/transactions/transaction.schemas.ts'

/** The history's status for each status of a sent transaction. The history has no status for replaced transactions. */
const STATUSES = { pending: 'pending', success: 'confirmed', reverted: 'failed', replaced: 'replaced' } as const

const toTransaction = (
  { hash, finalHash = hash, at, status, kind, to, moved }: LocalTransaction,
  { networkId, address }: BalanceTarget,
): Transaction => ({
  id: `sent:${hash}`,
  metadata: {
    operationType: kind,
    hash: finalHash,
    minedAt: new Date(at).toISOString(),
    sentFrom: address,
    sentTo: to,
    status: STATUSES[status],
    chain: networkId,
  },
  transfers: moved.map(({ direction, amount, symbol, isNft }) => ({
    direction,
    quantity: { numeric: amount },
    ...(isNft ? { nft_info: { name: symbol } } : { fungible_info: { symbol } }),
  })),
})

/**
 * Merges transactions that were sent from this app into the history. Adds an entry on top while it is pending, or newer than the
 * newest in the history, until the history includes it.
 * @param history The transactions of the history.
 * @param entries The transactions sent from this app.
 * @param target The account and network of the history.
 * @returns The merged transactions, own entries first.
 */
export function withRecent(
  history: readonly Transaction[],
  entries: readonly LocalTransaction[],
  target: BalanceTarget,
): readonly Transaction[] {
  const listedHashes = new Set(history.map(({ metadata }) => metadata.hash.toLowerCase()))
  const [newest] = history
    .map(({ metadata }) => Date.parse(metadata.minedAt))
    .toSorted((first, second) => second - first)
  const unlisted = entries.filter(
    ({ hash, finalHash = hash, at, status }) =>
      !listedHashes.has(hash.toLowerCase()) &&
      !listedHashes.has(finalHash.toLowerCase()) &&
      (newest === undefined || Number.isNaN(newest) || status === 'pending' || at >= newest),
  )
  return unlisted.length === 0
    ? history
    : [...sanitizeTransactions(unlisted.map((entry) => toTransaction(entry, target))), ...history]
}
