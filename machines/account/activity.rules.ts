import { namespaceOf, type Namespace } from '../shared/namespace.types.ts'
import type { Transaction, TransactionMonth, Transfer } from '../transactions/transaction.schemas.ts'
import { toPlainText } from '../shared/texts.rules.ts'

/** Namespaces whose transaction history the API serves. */
const WITH_HISTORY: readonly Namespace[] = ['eip155']

export const supportsHistory = (networkId: string): boolean => WITH_HISTORY.includes(namespaceOf(networkId))

/** Namespaces whose chain lists the NFTs of an account. */
const WITH_NFT_LIST: readonly Namespace[] = ['solana']

/** Whether a network itself lists the NFTs of an account. On others, they are derived from the history. */
export const supportsNfts = (networkId: string): boolean => WITH_NFT_LIST.includes(namespaceOf(networkId))

const isSpam = ({ nft_info }: Transfer): boolean => nft_info?.flags?.is_spam === true

/** Returns the transactions to show: those of the connected network, unless they move only spam collectibles [5.10]. */
export const withoutSpam = (transactions: readonly Transaction[], networkId: string): readonly Transaction[] =>
  transactions.filter(
    ({ metadata, transfers }) => metadata.chain === networkId && (transfers.length === 0 || !transfers.every(isSpam)),
  )

const withPlainName = <Named extends { name?: string | null | undefined }>(named: Named): Named =>
  named.name ? { ...named, name: toPlainText(named.name) } : named

const withPlainTexts = ({ fungible_info: money, nft_info: thing, ...transfer }: Transfer): Transfer => ({
  ...transfer,
  ...(money && {
    fungible_info: { ...withPlainName(money), ...(money.symbol && { symbol: toPlainText(money.symbol) }) },
  }),
  ...(thing && { nft_info: withPlainName(thing) }),
})

/** Limits the names and symbols of transactions, which are untrusted, to one line. */
export const sanitizeTransactions = (transactions: readonly Transaction[]): readonly Transaction[] =>
  transactions.map(({ metadata, transfers, ...transaction }) => ({
    ...transaction,
    metadata: { ...metadata, ...(metadata.application && { application: withPlainName(metadata.application) }) },
    transfers: transfers.map(withPlainTexts),
  }))

/** Adds the transactions of another page, without duplicates. */
export function withTransactions(
  transactions: readonly Transaction[],
  more: readonly Transaction[],
): readonly Transaction[] {
  const ids = new Set(transactions.map(({ id }) => id))
  return [...transactions, ...more.filter(({ id }) => !ids.has(id) && ids.add(id))]
}

/** Returns the transactions by year and month, newest first. Months are in UTC, as are the times of the history [3.26]. */
export function groupByMonth(transactions: readonly Transaction[]): readonly TransactionMonth[] {
  const months = new Map<string, Transaction[]>()
  for (const transaction of transactions) {
    const key = transaction.metadata.minedAt.slice(0, 7)
    const month = months.get(key)
    if (month) month.push(transaction)
    else months.set(key, [transaction])
  }
  return [...months]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([key, entries]) => ({
      year: Number(key.slice(0, 4)),
      month: Number(key.slice(5, 7)),
      transactions: entries,
    }))
}

/** How many of the transactions that received a collectible are kept. */
const KEPT_TRANSFERS = 5

/** A collectible, as the transfers of the history show it. */
export interface Nft {
  /** Identifies it by its name and picture. */
  key: string
  name: string
  imageUrl: string | undefined
  /** The transactions that received it, newest first. The chain identifies it by them. */
  hashes: readonly string[]
}

const pictureOf = ({ content }: NonNullable<Transfer['nft_info']>): string | undefined =>
  content?.preview?.url ?? content?.detail?.url ?? undefined

/** Returns the collectibles that were received and not sent again, as far as the history was read. Spam is left out. */
export function nftsOf(transactions: readonly Transaction[]): readonly Nft[] {
  const byKey = new Map<string, { nft: Nft; count: number }>()
  // Oldest first: a collectible has to be received before it is sent.
  for (const { metadata, transfers } of transactions.toReversed())
    for (const transfer of metadata.status === 'failed' ? [] : transfers) {
      const { nft_info: info, direction } = transfer
      if (!info || isSpam(transfer)) continue
      const name = info.name ?? ''
      const imageUrl = pictureOf(info)
      const key = `${name} ${imageUrl ?? ''}`
      const entry = byKey.get(key) ?? { nft: { key, name, imageUrl, hashes: [] }, count: 0 }
      if (direction === 'in') {
        entry.count += 1
        entry.nft = { ...entry.nft, hashes: [metadata.hash, ...entry.nft.hashes].slice(0, KEPT_TRANSFERS) }
      }
      if (direction === 'out') entry.count = Math.max(0, entry.count - 1)
      byKey.delete(key)
      byKey.set(key, entry)
    }
  return [...byKey.values()].flatMap(({ nft, count }) => (count > 0 ? [nft] : [])).toReversed()
}
