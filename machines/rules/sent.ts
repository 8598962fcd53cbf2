/** What was sent from this page lately: how it is remembered, by account and network. */
import { LIMITS } from '../constants.ts'
import { caipAddressOf, type Connection } from '../entities/account.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../entities/namespace.ts'
import type { Remembered } from '../entities/remembered.ts'
import type { SentEntry, SentFor } from '../entities/sent.ts'
import type { Transfer } from '../entities/transfer.ts'
import type { FactOf } from '../facts.ts'

type Entries = readonly SentEntry[]
/** By CAIP-10 id; each account's, the newest first. */
export type SentByAccount = Readonly<Record<string, Entries>>
type Settled = Pick<FactOf<'transaction.settled'>, 'hash' | 'finalHash' | 'status'>
type Placed = Pick<FactOf<'transaction.placed'>, 'hash' | 'place'>
export type SentFact = FactOf<'transaction.sent'>

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const withoutPlace = (entry: SentEntry): SentEntry => {
  const rest = { ...entry }
  delete rest.place
  return rest
}

/** Of one transaction, what is settled counts, and else what was told last. */
function later(known: SentEntry, told: SentEntry): SentEntry {
  if (told.status === 'pending' && known.status !== 'pending') return known
  const finalHash = told.finalHash ?? known.finalHash
  const place = told.status === 'pending' ? (told.place ?? known.place) : undefined
  return {
    ...withoutPlace(told),
    ...(place && { place }),
    hash: known.hash,
    at: known.at,
    ...(finalHash !== undefined && { finalHash }),
  }
}

/** The entries of one account with one more, each transaction once, as many as are remembered. */
export function withEntry(entries: Entries, told: SentEntry): Entries {
  const known = entries.find(({ hash, finalHash = hash }) => isSame(hash, told.hash) || isSame(finalHash, told.hash))
  const others = entries.filter((entry) => entry !== known)
  return [known ? later(known, told) : told, ...others]
    .toSorted((one, other) => other.at - one.at)
    .slice(0, LIMITS.sent)
}

/** The same once it is known what became of one of them. */
export const withSettled = (entries: Entries, { hash, finalHash, status }: Settled): Entries =>
  entries.some((entry) => isSame(entry.hash, hash))
    ? entries.map((entry) =>
        isSame(entry.hash, hash)
          ? { ...withoutPlace(entry), status, ...(!isSame(finalHash, hash) && { finalHash }) }
          : entry,
      )
    : entries

/** The same once it is known where one of them stands that is pending. What is too long to be remembered is not. */
export const withPlace = (entries: Entries, { hash, place }: Placed): Entries =>
  place.doing.length > LIMITS.sentDoing || (place.coins?.length ?? 0) > LIMITS.sentCoins
    ? entries
    : entries.map((entry) => (isSame(entry.hash, hash) && entry.status === 'pending' ? { ...entry, place } : entry))

export const entryOf = ({ hash, at, status, sentFor }: SentFact): SentEntry => ({ ...sentFor, hash, at, status })

/** As many accounts as are remembered: those that sent something last. */
const bounded = (all: SentByAccount): SentByAccount =>
  Object.fromEntries(
    Object.entries(all)
      .filter(([, entries]) => entries.length > 0)
      .toSorted(([, [one]], [, [other]]) => (other?.at ?? 0) - (one?.at ?? 0))
      .slice(0, LIMITS.sentAccounts),
  )

/** Whether an account sent something on its network. */
export const hasSent = (remembered: Remembered | undefined, of: Pick<Connection, 'networkId' | 'address'>): boolean =>
  (remembered?.transactions?.[caipAddressOf(of)]?.length ?? 0) > 0

/** All that is remembered with what was sent just now. */
export const withSent = (all: SentByAccount, fact: SentFact): SentByAccount => {
  const id = caipAddressOf(fact)
  return bounded({ ...all, [id]: withEntry(all[id] ?? [], entryOf(fact)) })
}

/** All that is remembered once it is known where a transaction of that network stands. */
export const withAllPlaced = (all: SentByAccount, fact: Placed & { networkId: NetworkId }): SentByAccount =>
  Object.fromEntries(
    Object.entries(all).map(([id, entries]) => [
      id,
      id.startsWith(`${fact.networkId}:`) ? withPlace(entries, fact) : entries,
    ]),
  )

/** The same once it is known what became of a transaction of that network. */
export const withAllSettled = (all: SentByAccount, fact: Settled & { networkId: NetworkId }): SentByAccount =>
  Object.fromEntries(
    Object.entries(all).map(([id, entries]) => [
      id,
      id.startsWith(`${fact.networkId}:`) ? withSettled(entries, fact) : entries,
    ]),
  )

/** The same without the accounts of a namespace. */
export const withoutSentIn = (all: SentByAccount, namespace: Namespace): SentByAccount =>
  Object.fromEntries(Object.entries(all).filter(([id]) => namespaceOf(id) !== namespace))

/** What is stored once a tab has brought in what it changed: it knew of `from`, and what it remembers is `to`. */
export function mergedSent(
  stored: SentByAccount = {},
  from: SentByAccount = {},
  to: SentByAccount = {},
): SentByAccount | undefined {
  const merged: Record<string, Entries> = { ...stored }
  for (const id of Object.keys(from)) if (!to[id]) delete merged[id]
  for (const [id, entries] of Object.entries(to)) {
    const known = new Set((from[id] ?? []).map((entry) => JSON.stringify(entry)))
    const changed = entries.filter((entry) => !known.has(JSON.stringify(entry)))
    if (changed.length > 0) merged[id] = changed.reduce(withEntry, merged[id] ?? [])
  }
  const all = bounded(merged)
  return Object.keys(all).length === 0 ? undefined : all
}

/** What a transfer was sent for, as it is remembered. */
export const transferSentFor = ({ receiver, amount, token }: Transfer): SentFor => ({
  kind: 'send',
  to: receiver,
  moved: [
    {
      direction: 'out',
      amount,
      symbol: token.nft ? token.name || token.symbol : token.symbol,
      ...(token.nft && { isNft: true }),
    },
  ],
})

/** Those of which nothing became yet, and that were sent after a moment. */
export const pendingOf = (entries: Entries, since: number): Entries =>
  entries.filter(({ status, at }) => status === 'pending' && at > since)
