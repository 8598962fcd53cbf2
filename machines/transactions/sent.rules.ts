/** The transactions that were recently sent from this app, and how they are stored by account and network. */
import { LIMITS } from '../constants.ts'
import { caipAddressOf, type Connection } from '../shared/account.types.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../shared/namespace.types.ts'
import type { PersistedState } from '../storage/persisted.types.ts'
import type { LocalTransaction, TransactionPurpose } from './sent.types.ts'
import type { Transfer } from '../send/transfer.types.ts'
import type { BroadcastEventOf } from '../events.ts'

type Entries = readonly LocalTransaction[]
/** By CAIP-10 id; newest first for each account. */
export type SentByAccount = Readonly<Record<string, Entries>>
type Settled = Pick<BroadcastEventOf<'transaction.settled'>, 'hash' | 'finalHash' | 'status'>
type PositionRead = Pick<BroadcastEventOf<'transaction.positionRead'>, 'hash' | 'position'>
export type SentEvent = BroadcastEventOf<'transaction.sent'>

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const withoutPosition = (entry: LocalTransaction): LocalTransaction => {
  const rest = { ...entry }
  delete rest.position
  return rest
}

/** Merges two versions of a transaction: a settled one wins, otherwise the latest. */
function merge(previous: LocalTransaction, next: LocalTransaction): LocalTransaction {
  if (next.status === 'pending' && previous.status !== 'pending') return previous
  const finalHash = next.finalHash ?? previous.finalHash
  const position = next.status === 'pending' ? (next.position ?? previous.position) : undefined
  return {
    ...withoutPosition(next),
    ...(position && { position }),
    hash: previous.hash,
    at: previous.at,
    ...(finalHash !== undefined && { finalHash }),
  }
}

/** Adds an entry to those of an account. Each transaction is listed once, up to the maximum number. */
export function withEntry(entries: Entries, added: LocalTransaction): Entries {
  const previous = entries.find(
    ({ hash, finalHash = hash }) => isSame(hash, added.hash) || isSame(finalHash, added.hash),
  )
  const others = entries.filter((entry) => entry !== previous)
  return [previous ? merge(previous, added) : added, ...others]
    .toSorted((one, other) => other.at - one.at)
    .slice(0, LIMITS.sent)
}

/** The same after one of them settled. */
export const withSettled = (entries: Entries, { hash, finalHash, status }: Settled): Entries =>
  entries.some((entry) => isSame(entry.hash, hash))
    ? entries.map((entry) =>
        isSame(entry.hash, hash)
          ? { ...withoutPosition(entry), status, ...(!isSame(finalHash, hash) && { finalHash }) }
          : entry,
      )
    : entries

/** The same after the position of a pending one was read. A position that is too long is not stored. */
export const withPosition = (entries: Entries, { hash, position }: PositionRead): Entries =>
  position.doing.length > LIMITS.sentDoing || (position.coins?.length ?? 0) > LIMITS.sentCoins
    ? entries
    : entries.map((entry) => (isSame(entry.hash, hash) && entry.status === 'pending' ? { ...entry, position } : entry))

export const toLocalTransaction = ({ hash, at, status, sentFor }: SentEvent): LocalTransaction => ({
  ...sentFor,
  hash,
  at,
  status,
})

/** Keeps the accounts that sent a transaction last, up to the maximum number. */
const bounded = (all: SentByAccount): SentByAccount =>
  Object.fromEntries(
    Object.entries(all)
      .filter(([, entries]) => entries.length > 0)
      .toSorted(([, [one]], [, [other]]) => (other?.at ?? 0) - (one?.at ?? 0))
      .slice(0, LIMITS.sentAccounts),
  )

/** Whether an account sent a transaction on its network. */
export const hasSent = (
  persisted: PersistedState | undefined,
  of: Pick<Connection, 'networkId' | 'address'>,
): boolean => (persisted?.transactions?.[caipAddressOf(of)]?.length ?? 0) > 0

/** Adds a sent transaction to everything that is stored. */
export const withSent = (all: SentByAccount, event: SentEvent): SentByAccount => {
  const id = caipAddressOf(event)
  return bounded({ ...all, [id]: withEntry(all[id] ?? [], toLocalTransaction(event)) })
}

/** Stores the position of a transaction of this network. */
export const withAllPlaced = (all: SentByAccount, event: PositionRead & { networkId: NetworkId }): SentByAccount =>
  Object.fromEntries(
    Object.entries(all).map(([id, entries]) => [
      id,
      id.startsWith(`${event.networkId}:`) ? withPosition(entries, event) : entries,
    ]),
  )

/** The same after a transaction of this network settled. */
export const withAllSettled = (all: SentByAccount, event: Settled & { networkId: NetworkId }): SentByAccount =>
  Object.fromEntries(
    Object.entries(all).map(([id, entries]) => [
      id,
      id.startsWith(`${event.networkId}:`) ? withSettled(entries, event) : entries,
    ]),
  )

/** The same without the accounts of a namespace. */
export const withoutSentIn = (all: SentByAccount, namespace: Namespace): SentByAccount =>
  Object.fromEntries(Object.entries(all).filter(([id]) => namespaceOf(id) !== namespace))

/** Merges the changes of a tab into what is stored. The tab read `from` before, and holds `to` now. */
export function mergeSent(
  stored: SentByAccount = {},
  from: SentByAccount = {},
  to: SentByAccount = {},
): SentByAccount | undefined {
  const merged: Record<string, Entries> = { ...stored }
  for (const id of Object.keys(from)) if (!to[id]) delete merged[id]
  for (const [id, entries] of Object.entries(to)) {
    const unchanged = new Set((from[id] ?? []).map((entry) => JSON.stringify(entry)))
    const changed = entries.filter((entry) => !unchanged.has(JSON.stringify(entry)))
    if (changed.length > 0) merged[id] = changed.reduce(withEntry, merged[id] ?? [])
  }
  const all = bounded(merged)
  return Object.keys(all).length === 0 ? undefined : all
}

/** Returns what a transfer was sent for, as it is stored. */
export const transferPurpose = ({ receiver, amount, token }: Transfer): TransactionPurpose => ({
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

/** Returns the pending entries that were sent after a time. */
export const pendingOf = (entries: Entries, since: number): Entries =>
  entries.filter(({ status, at }) => status === 'pending' && at > since)
