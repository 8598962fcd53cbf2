/** What several tabs of a page remember in one storage: each changes its own part, and takes over the others'. */
import { EMBEDDED_CONNECTOR_ID, LIMITS, WALLETS } from '../constants.ts'
import { caipAddressOf, type Connection } from '../entities/account.ts'
import type { Namespace, NetworkId } from '../entities/namespace.ts'
import type { Remembered } from '../entities/remembered.ts'
import type { TokenBalance } from '../entities/token.ts'
import { mergedSent, withoutSentIn } from './sent.ts'

type Wallets = NonNullable<Remembered['recentWallets']>
type Balances = NonNullable<Remembered['nativeBalances']>
type Stored = NonNullable<Remembered['connections']>

export const isAlike = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** An entry that is one value: the latest change counts. */
const latest = <Value>(stored: Value, from: Value, to: Value): Value => (isAlike(from, to) ? stored : to)

/** A connection that another tab took away, or replaced, is its own no more: what becomes of it here changes nothing. */
function mergedConnections(stored: Stored = {}, from: Stored = {}, to: Stored = {}): Stored | undefined {
  const merged: Stored = { ...stored }
  for (const namespace of Object.keys({ ...from, ...to }) as Namespace[]) {
    const [before, after] = [from[namespace], to[namespace]]
    const isNew = after !== undefined && after.connectorId !== before?.connectorId
    const isOurs = before !== undefined && before.connectorId === stored[namespace]?.connectorId
    if (isAlike(before, after) || !(isNew || isOurs)) continue
    if (after) merged[namespace] = after
    else delete merged[namespace]
  }
  return Object.keys(merged).length === 0 ? undefined : merged
}

/** The wallets that were used since come first. */
function mergedWallets(stored: Wallets = [], from: Wallets = [], to: Wallets = []): Wallets | undefined {
  const [known] = from
  const end = to.findIndex((wallet) => isAlike(wallet, known))
  const used = end < 0 ? to : to.slice(0, end)
  const others = stored.filter(({ id }) => used.every((wallet) => wallet.id !== id))
  const merged = [...used, ...others].slice(0, WALLETS.recent)
  return merged.length === 0 ? undefined : merged
}

/** The latest readings, as many as are kept. */
function mergedBalances(stored: Balances = {}, from: Balances = {}, to: Balances = {}): Balances | undefined {
  const read = Object.entries(to).filter(([id, balance]) => !isAlike(from[id], balance))
  const merged = Object.entries({ ...stored, ...Object.fromEntries(read) })
    .toSorted(([, one], [, other]) => one.timestamp - other.timestamp)
    .slice(-LIMITS.nativeBalances)
  return merged.length === 0 ? undefined : Object.fromEntries(merged)
}

/** What is stored once a tab has brought in what it changed: it knew of `from`, and what it remembers is `to`. */
export function merged(stored: Remembered, from: Remembered, to: Remembered): Remembered {
  const connections = mergedConnections(stored.connections, from.connections, to.connections)
  const isOver = !connections && from.connections && !to.connections
  const networkId = latest(stored.networkId, from.networkId, to.networkId) ?? (connections && stored.networkId)
  const nativeBalances = mergedBalances(stored.nativeBalances, from.nativeBalances, to.nativeBalances)
  const transactions = mergedSent(stored.transactions, from.transactions, to.transactions)
  const recentWallets = mergedWallets(stored.recentWallets, from.recentWallets, to.recentWallets)
  const login = latest(stored.embedded, from.embedded, to.embedded)
  const embedded = JSON.stringify(login ?? {}) === '{}' ? undefined : login
  const theme = latest(stored.theme, from.theme, to.theme)
  return {
    ...(connections && { connections }),
    ...(networkId && { networkId }),
    ...(recentWallets && { recentWallets }),
    ...(nativeBalances && !isOver && { nativeBalances }),
    ...(transactions && !isOver && { transactions }),
    ...(embedded && { embedded }),
    ...(theme && { theme }),
  }
}

/** The namespaces whose stored connection another tab took away. */
export const takenAway = (remembered: Remembered, stored: Remembered): Namespace[] =>
  (Object.keys(remembered.connections ?? {}) as Namespace[]).filter((namespace) => !stored.connections?.[namespace])

/** A connection as it is now. The account that the visitor chose stays chosen as long as the wallet acts for it. */
export function withConnection(remembered: Remembered, connection: Connection): Remembered {
  const { namespace, connector, networkId, address } = connection
  const known = remembered.connections?.[namespace]
  const isChosen = known?.connectorId === connector.id && known.address === address && known.isChosen
  const kept = { connectorId: connector.id, networkId, address, ...(isChosen && { isChosen }) }
  return { ...remembered, connections: { ...remembered.connections, [namespace]: kept } }
}

/** Nothing of the connection stays, nor of what was sent by its accounts; with the last one the network and the balances go too. */
export function withoutConnection(remembered: Remembered, namespace: Namespace): Remembered {
  const { connections, networkId, nativeBalances, transactions = {}, ...others } = remembered
  const { [namespace]: _, ...left } = connections ?? {}
  if (Object.keys(left).length === 0) return others
  return {
    ...others,
    connections: left,
    ...(networkId !== undefined && { networkId }),
    ...(nativeBalances && { nativeBalances }),
    ...(Object.keys(transactions).length > 0 && { transactions: withoutSentIn(transactions, namespace) }),
  }
}

/** Once the embedded wallet is left in each of its namespaces, nothing of who signed in stays [4.18] [4.31]. */
export function withoutLogin(remembered: Remembered): Remembered {
  const { embedded: _, ...others } = remembered
  const connected = Object.values(remembered.connections ?? {})
  return connected.some(({ connectorId }) => connectorId === EMBEDDED_CONNECTOR_ID) ? remembered : others
}

/** The remembered native balances with one more; the oldest go when there are too many. */
export function withNativeBalance(
  remembered: Balances,
  target: { networkId: NetworkId; address: string },
  tokens: readonly TokenBalance[],
  now: number,
): Balances {
  const native = tokens.find(({ address }) => address === undefined)
  if (!native) return remembered
  const { [caipAddressOf(target)]: _, ...others } = remembered
  const kept = Object.entries(others).slice(1 - LIMITS.nativeBalances)
  return {
    ...Object.fromEntries(kept),
    [caipAddressOf(target)]: { balance: native.quantity.numeric, symbol: native.symbol, timestamp: now },
  }
}
