/** Merges what several tabs store in one storage: each tab writes its own changes, and takes over those of the others. */
import { EMBEDDED_CONNECTOR_ID, LIMITS, WALLETS } from '../constants.ts'
import { caipAddressOf, type Connection } from '../shared/account.types.ts'
import type { Namespace, NetworkId } from '../shared/namespace.types.ts'
import type { PersistedState } from './persisted.types.ts'
import type { TokenBalance } from '../shared/token.types.ts'
import { mergeSent, withoutSentIn } from '../transactions/sent.rules.ts'

type Wallets = NonNullable<PersistedState['recentWallets']>
type Balances = NonNullable<PersistedState['nativeBalances']>
type Stored = NonNullable<PersistedState['connections']>

export const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** Merges an entry that is a single value: the latest change wins. */
const latest = <Value>(stored: Value, from: Value, to: Value): Value => (isEqual(from, to) ? stored : to)

/**
 * Merges connections. A connection that another tab removed or replaced no longer belongs to this tab, so changes to it here are
 * ignored.
 */
function mergedConnections(stored: Stored = {}, from: Stored = {}, to: Stored = {}): Stored | undefined {
  const mergePersisted: Stored = { ...stored }
  for (const namespace of Object.keys({ ...from, ...to }) as Namespace[]) {
    const [before, after] = [from[namespace], to[namespace]]
    const isNew = after !== undefined && after.connectorId !== before?.connectorId
    const isOurs = before !== undefined && before.connectorId === stored[namespace]?.connectorId
    if (isEqual(before, after) || !(isNew || isOurs)) continue
    if (after) mergePersisted[namespace] = after
    else delete mergePersisted[namespace]
  }
  return Object.keys(mergePersisted).length === 0 ? undefined : mergePersisted
}

/** Merges the used wallets: those that were used since then come first. */
function mergedWallets(stored: Wallets = [], from: Wallets = [], to: Wallets = []): Wallets | undefined {
  const [newest] = from
  const end = to.findIndex((wallet) => isEqual(wallet, newest))
  const used = end < 0 ? to : to.slice(0, end)
  const others = stored.filter(({ id }) => used.every((wallet) => wallet.id !== id))
  const merged = [...used, ...others].slice(0, WALLETS.recent)
  return merged.length === 0 ? undefined : merged
}

/** Merges the balances: the latest ones, up to the maximum number. */
function mergedBalances(stored: Balances = {}, from: Balances = {}, to: Balances = {}): Balances | undefined {
  const read = Object.entries(to).filter(([id, balance]) => !isEqual(from[id], balance))
  const merged = Object.entries({ ...stored, ...Object.fromEntries(read) })
    .toSorted(([, one], [, other]) => one.timestamp - other.timestamp)
    .slice(-LIMITS.nativeBalances)
  return merged.length === 0 ? undefined : Object.fromEntries(merged)
}

/** Merges the changes of a tab into what is stored. The tab read `from` before, and holds `to` now. */
export function merged(stored: PersistedState, from: PersistedState, to: PersistedState): PersistedState {
  const connections = mergedConnections(stored.connections, from.connections, to.connections)
  const isOver = !connections && from.connections && !to.connections
  const networkId = latest(stored.networkId, from.networkId, to.networkId) ?? (connections && stored.networkId)
  const nativeBalances = mergedBalances(stored.nativeBalances, from.nativeBalances, to.nativeBalances)
  const transactions = mergeSent(stored.transactions, from.transactions, to.transactions)
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

/** Returns the namespaces whose stored connection another tab removed. */
export const removedNamespaces = (persisted: PersistedState, stored: PersistedState): Namespace[] =>
  (Object.keys(persisted.connections ?? {}) as Namespace[]).filter((namespace) => !stored.connections?.[namespace])

/** Stores a connection. The account that the user selected stays selected while the wallet has it active. */
export function withConnection(persisted: PersistedState, connection: Connection): PersistedState {
  const { namespace, connector, networkId, address } = connection
  const stored = persisted.connections?.[namespace]
  const isChosen = stored?.connectorId === connector.id && stored.address === address && stored.isChosen
  const entry = { connectorId: connector.id, networkId, address, ...(isChosen && { isChosen }) }
  return { ...persisted, connections: { ...persisted.connections, [namespace]: entry } }
}

/**
 * Removes a connection and the transactions of its accounts. With the last connection, the network and the balances are removed
 * as well.
 */
export function withoutConnection(persisted: PersistedState, namespace: Namespace): PersistedState {
  const { connections, networkId, nativeBalances, transactions = {}, ...others } = persisted
  const { [namespace]: _, ...remaining } = connections ?? {}
  if (Object.keys(remaining).length === 0) return others
  return {
    ...others,
    connections: remaining,
    ...(networkId !== undefined && { networkId }),
    ...(nativeBalances && { nativeBalances }),
    ...(Object.keys(transactions).length > 0 && { transactions: withoutSentIn(transactions, namespace) }),
  }
}

/** Removes the sign-in once the embedded wallet is disconnected in all its namespaces [4.18] [4.31]. */
export function withoutLogin(persisted: PersistedState): PersistedState {
  const { embedded: _, ...others } = persisted
  const connected = Object.values(persisted.connections ?? {})
  return connected.some(({ connectorId }) => connectorId === EMBEDDED_CONNECTOR_ID) ? persisted : others
}

/** Adds a native balance to the stored ones. If there are too many, the oldest are dropped. */
export function withNativeBalance(
  persisted: Balances,
  target: { networkId: NetworkId; address: string },
  tokens: readonly TokenBalance[],
  now: number,
): Balances {
  const native = tokens.find(({ address }) => address === undefined)
  if (!native) return persisted
  const { [caipAddressOf(target)]: _, ...others } = persisted
  const newest = Object.entries(others).slice(1 - LIMITS.nativeBalances)
  return {
    ...Object.fromEntries(newest),
    [caipAddressOf(target)]: { balance: native.quantity.numeric, symbol: native.symbol, timestamp: now },
  }
}
