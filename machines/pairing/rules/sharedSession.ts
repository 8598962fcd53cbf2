/**
 * The active session with a wallet on another device: its chain in each namespace, and the events that a provider emits when it
 * changes.
 */
import type { Outcome } from '../../shared/outcome.types.ts'
import { namespaceOf, type Namespace } from '../../shared/namespace.types.ts'
import type { PairingSession, SessionEvent, SessionNamespaces } from '../pairing.schemas.ts'
import { DISCONNECTED_CODE } from '../../constants.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import { done, failed } from '../../shared/outcome.rules.ts'
import { sessionChainId, currentChain } from './handlers.ts'
import { approvedChains, mergeNamespaces, namespaceKeyOf } from './namespaces.ts'
import { addressesOn, approvedNetworks, areChainsStale, withAccountFirst } from './sessions.ts'
import { toJson } from '../../shared/typeGuards.rules.ts'

/** A session, and the active chain (CAIP-2) in each namespace that it serves. */
export interface ActiveSession {
  session: PairingSession
  chainIds: Readonly<Partial<Record<Namespace, string>>>
}

/** The part of a session in one namespace, with the active chain there. */
export interface NamespaceSession {
  session: PairingSession
  chainId: string
}

/** An EIP-1193 event for the users of a namespace's provider. */
export interface ProviderEvent {
  namespace: Namespace
  event: string
  payload: unknown
}

/** The result of a connection attempt: a session, and the namespaces to connect now. */
export interface ConnectResult {
  session: PairingSession
  namespaces: readonly Namespace[]
}

/** Calls that are answered locally: they read or change the active chain. */
export const LINE_CALLS = { read: 'line_read', move: 'line_move' } as const

/** The call that disconnects the wallet, in every namespace. */
export const PARTING_CALL = 'wallet_revokePermissions'

/** Returns the hex number of an eip155 chain, as in Ethereum's RPC calls; undefined for other chains. */
export const hexOf = (chainId: string): string | undefined => {
  const digits = /^eip155:(\d{1,32})$/.exec(chainId)?.[1]
  return digits === undefined ? undefined : `0x${BigInt(digits).toString(16)}`
}

/** Returns the namespaces of chains, without duplicates, in order. */
export const namespacesOf = (chains: readonly string[]): Namespace[] => [...new Set(chains.map(namespaceOf))]

/** Returns the chains with the default chain of each namespace before all others. */
export const defaultsFirst = <Id extends string>(
  chains: readonly Id[],
  defaults: Readonly<Partial<Record<Namespace, string>>>,
): Id[] => {
  const isDefault = (id: Id) => defaults[namespaceOf(id)] === id
  return [...chains.filter(isDefault), ...chains.filter((id) => !isDefault(id))]
}

/** Returns the addresses that a wallet shared on a chain, also under the chain's older id. */
export const sharedAddresses = (namespaces: SessionNamespaces, chainId: string): string[] =>
  addressesOn(namespaces, sessionChainId(namespaces, chainId))

const addressesIn = ({ session, chainId }: NamespaceSession): string[] => sharedAddresses(session.namespaces, chainId)

/** Returns the part of the active session in a namespace; undefined if the session does not serve it. */
export const namespaceSessionOf = (
  active: ActiveSession | undefined,
  namespace: Namespace,
): NamespaceSession | undefined => {
  const chainId = active?.chainIds[namespace]
  return active && chainId !== undefined ? { session: active.session, chainId } : undefined
}

const namespacesIn = (active: ActiveSession | undefined): Namespace[] =>
  Object.keys(active?.chainIds ?? {}).map((namespace) => namespaceOf(`${namespace}:`))

/** Returns the chains of a namespace on which a wallet shared an account, by their current ids. */
const usableChains = (session: PairingSession, namespace: Namespace): string[] =>
  approvedNetworks(session).approvedCaipNetworkIds.filter(
    (id) =>
      namespaceOf(id) === namespace &&
      sharedAddresses(session.namespaces, id).length > 0 &&
      (namespace !== 'eip155' || hexOf(id) !== undefined),
  )

/**
 * Returns the active chains of a session: in each of the app's namespaces the first of the app's chains that has an account, or
 * else another one that has. Undefined if no namespace has any.
 */
export function toActiveSession(session: PairingSession, chains: readonly string[]): ActiveSession | undefined {
  const chainEntries = namespacesOf(chains).flatMap((namespace) => {
    const usable = usableChains(session, namespace)
    const chainId = chains.find((id) => usable.includes(id)) ?? usable[0]
    return chainId === undefined ? [] : [[namespace, chainId] as const]
  })
  return chainEntries.length === 0 ? undefined : { session, chainIds: Object.fromEntries(chainEntries) }
}

/** Returns the newest session that can be used, with its active chains. */
export const newestSession = (sessions: Readonly<Record<string, PairingSession>>, chains: readonly string[]) =>
  Object.values(sessions)
    .toReversed()
    .map((session) => toActiveSession(session, chains))
    .find((active) => active !== undefined)

/**
 * Returns the session that a connection attempt finds instead of proposing a new one. If the app added a network since then, a
 * new session is necessary [9.38]. If a session does not contain what was requested, it counts as current.
 */
export function findSession(active: ActiveSession | undefined, chains: readonly string[]): PairingSession | undefined {
  if (!active) return undefined
  const { session } = active
  const proposed = mergeNamespaces(session.requiredNamespaces, session.optionalNamespaces)
  const requested = Object.values(proposed).flatMap(({ chains: chainIds = [] }) => chainIds)
  const stale =
    requested.length > 0 &&
    areChainsStale({ configured: chains, requested, approved: approvedChains(session.namespaces).map(currentChain) })
  return stale ? undefined : session
}

/** Returns the used namespaces that the session still serves. */
export const servedNamespaces = (used: readonly Namespace[], active: ActiveSession | undefined): Namespace[] =>
  used.filter((namespace) => namespaceSessionOf(active, namespace) !== undefined)

/**
 * Returns the used namespaces after a call in one of them: it counts as used from then on, until the app disconnects from the
 * wallet in it.
 */
export function usedAfterCall(
  used: readonly Namespace[],
  active: ActiveSession | undefined,
  { namespace, method }: { namespace: Namespace; method: string },
): Namespace[] {
  const others = used.filter((other) => other !== namespace)
  return method === PARTING_CALL || !namespaceSessionOf(active, namespace) ? others : [...others, namespace]
}

/** Whether the active session, which is used in other namespaces, also serves this one, which is not used yet. */
export const canJoin = (active: ActiveSession | undefined, used: readonly Namespace[], namespace: Namespace): boolean =>
  namespaceSessionOf(active, namespace) !== undefined && used.length > 0 && !used.includes(namespace)

/**
 * Returns the active session after a change. A chain without an account is replaced by one that has an account. If the accounts
 * of a namespace are unchanged, the account that the wallet moved to the front stays first.
 */
export function applyChange(
  active: ActiveSession,
  { before, session }: { before: PairingSession | undefined; session: PairingSession },
  chains: readonly string[],
): ActiveSession | undefined {
  const namespaces = Object.fromEntries(
    Object.entries(session.namespaces).map(([key, namespace]) => {
      const isUnchanged = toJson(before?.namespaces[key]) === toJson(namespace)
      return [key, (isUnchanged ? active.session.namespaces[key] : undefined) ?? namespace]
    }),
  )
  const next = toActiveSession({ ...session, namespaces }, chains)
  const hasAccount = ([, chainId]: [string, string]) => sharedAddresses(namespaces, chainId).length > 0
  return (
    next && {
      ...next,
      chainIds: { ...next.chainIds, ...Object.fromEntries(Object.entries(active.chainIds).filter(hasAccount)) },
    }
  )
}

/** Returns the namespaces that a wallet serves only since the change. */
export const addedNamespaces = (before: ActiveSession, after: ActiveSession | undefined): Namespace[] =>
  namespacesIn(after).filter((namespace) => !namespaceSessionOf(before, namespace))

/** Whether the session can no longer be used: it serves no namespace, or none of those that were used, and no new one. */
export const isUnusable = (
  before: ActiveSession,
  after: ActiveSession | undefined,
  used: readonly Namespace[],
): boolean =>
  !after ||
  (used.length > 0 && servedNamespaces(used, after).length === 0 && addedNamespaces(before, after).length === 0)

/** Parses a chain in the formats of wallets: a number or hex in eip155, a CAIP-2 id in any namespace. */
function parseChain(data: unknown, namespace: string): string | undefined {
  // An untrusted object could have its own `toString`.
  if (typeof data !== 'string' && typeof data !== 'number') return undefined
  const text = String(data)
  if (text.startsWith(`${namespace}:`)) return currentChain(text)
  const isChainNumber = namespace === 'eip155' && /^(0x[0-9a-f]{1,16}|\d{1,32})$/i.test(text)
  return isChainNumber ? `eip155:${BigInt(text)}` : undefined
}

/** Returns the first address in a wallet's list of addresses or CAIP-10 ids. */
function parseFirstAddress(data: unknown): string | undefined {
  const first: unknown = Array.isArray(data) ? data[0] : undefined
  return typeof first === 'string' ? first.slice(first.lastIndexOf(':') + 1) : undefined
}

/** Changes the active chain of a namespace. */
export const withChain = (active: ActiveSession, chainId: string): ActiveSession => ({
  ...active,
  chainIds: { ...active.chainIds, [namespaceKeyOf(chainId)]: chainId },
})

/**
 * Applies a change of chain or account that a wallet reports, in the namespace of the event's chain. Only approved chains are
 * accepted. A list of accounts only decides which approved account is first.
 */
export function applyEvent(active: ActiveSession, { event, chainId: eventChainId }: SessionEvent): ActiveSession {
  const { session } = active
  const namespace = namespaceKeyOf(eventChainId)
  if (event.name === 'chainChanged') {
    const chainId = parseChain(event.data, namespace) ?? ''
    return sharedAddresses(session.namespaces, chainId).length > 0 ? withChain(active, chainId) : active
  }
  const first = event.name === 'accountsChanged' ? parseFirstAddress(event.data) : undefined
  if (first === undefined) return active
  return { ...active, session: { ...session, namespaces: withAccountFirst(session.namespaces, namespace, first) } }
}

/** Returns the events of one namespace for a change of the active session. */
function changeEventsIn(
  namespace: Namespace,
  before: NamespaceSession,
  after: NamespaceSession | undefined,
): ProviderEvent[] {
  if (!after) {
    const payload = { code: DISCONNECTED_CODE, message: new LatchkeyError('wallet.left').message }
    return [{ namespace, event: 'disconnect', payload }]
  }
  const hasChainChanged = before.chainId !== after.chainId
  return [
    ...(hasChainChanged ? [{ namespace, event: 'chainChanged', payload: hexOf(after.chainId) ?? after.chainId }] : []),
    ...(hasChainChanged || addressesIn(before).join() !== addressesIn(after).join()
      ? [{ namespace, event: 'accountsChanged', payload: addressesIn(after) }]
      : []),
  ]
}

/** Returns the events of all namespaces for a change of the active session. */
export const changeEvents = (before: ActiveSession | undefined, after: ActiveSession | undefined): ProviderEvent[] =>
  namespacesIn(before).flatMap((namespace) => {
    const namespaceSession = namespaceSessionOf(before, namespace)
    return namespaceSession ? changeEventsIn(namespace, namespaceSession, namespaceSessionOf(after, namespace)) : []
  })

/** Returns any other event of a wallet for the app, if it is for the active chain. */
export const forwardedEvents = (
  { session, chainIds }: ActiveSession,
  { event, chainId: eventChainId }: SessionEvent,
): ProviderEvent[] => {
  const namespace = namespaceOf(eventChainId)
  const chainId = chainIds[namespace]
  return chainId !== undefined &&
    eventChainId === sessionChainId(session.namespaces, chainId) &&
    event.name !== 'chainChanged' &&
    event.name !== 'accountsChanged'
    ? [{ namespace, event: event.name, payload: event.data }]
    : []
}

/**
 * Returns the outcome of a connection attempt from a namespace. A wallet that shares no usable account does not count as
 * connected. `isReused`: the session was active already, so only this namespace is new.
 */
export function connectOutcome(
  outcome: Outcome<PairingSession>,
  { chains, namespace, isReused }: { chains: readonly string[]; namespace: Namespace; isReused: boolean },
): Outcome<ConnectResult> {
  if (outcome.status !== 'done') return outcome
  const session = outcome.value
  const active = toActiveSession(session, chains)
  if (active) return done({ session, namespaces: isReused ? [namespace] : namespacesIn(active) })
  const wallet = session.peer.metadata.name || 'The wallet'
  return failed(new LatchkeyError('connect.noAccount', { params: { wallet } }))
}
