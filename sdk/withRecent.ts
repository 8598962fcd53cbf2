import type { BalanceTarget } from '../machines/account/balance.contract.ts'
import type { SentEntry } from '../machines/entities/sent.ts'
import { legible } from '../machines/rules/activity.ts'
import type { Transaction } from '../machines/schemas/transaction.ts'

/** How the history calls what became of a transaction; it knows none that another has replaced. */
const STATUSES = { pending: 'pending', success: 'confirmed', reverted: 'failed', replaced: 'replaced' } as const

const toldAs = (
  { hash, finalHash = hash, at, status, kind, to, moved }: SentEntry,
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
 * What the history tells, with what was sent from this page on top of it: what is pending, or newer than all that is told, until the
 * history tells it too.
 */
export function withRecent(
  told: readonly Transaction[],
  entries: readonly SentEntry[],
  target: BalanceTarget,
): readonly Transaction[] {
  const known = new Set(told.map(({ metadata }) => metadata.hash.toLowerCase()))
  const [newest] = told.map(({ metadata }) => Date.parse(metadata.minedAt)).toSorted((one, other) => other - one)
  const untold = entries.filter(
    ({ hash, finalHash = hash, at, status }) =>
      !known.has(hash.toLowerCase()) &&
      !known.has(finalHash.toLowerCase()) &&
      (newest === undefined || Number.isNaN(newest) || status === 'pending' || at >= newest),
  )
  return untold.length === 0 ? told : [...legible(untold.map((entry) => toldAs(entry, target))), ...told]
}
