/** Where the page speaks to a wallet on another device, in each namespace, and what a provider tells the page of it. */
import type { Outcome } from '../../entities/attempt.ts'
import { namespaceOf, type Namespace } from '../../entities/namespace.ts'
import type { PairingSession, SessionEvent, SessionNamespaces } from '../../schemas/pairing.ts'
import { DISCONNECTED_CODE } from '../../constants.ts'
import { LatchkeyError } from '../../errors/error.ts'
import { done, failed } from '../outcomes.ts'
import { chainToAsk, currentChain } from './handlers.ts'
import { approvedChains, mergedNamespaces, namespaceKeyOf } from './namespaces.ts'
import { addressesOn, approvedNetworks, areChainsStale, withAccountFirst } from './sessions.ts'
import { json } from './shapes.ts'

/** A session, and the chain (CAIP-2) that the page is on in each namespace that the session serves. */
export interface Spoken {
  session: PairingSession
  chainIds: Readonly<Partial<Record<Namespace, string>>>
}

/** One namespace's part of a session: the chain that the page is on there. */
export interface Line {
  session: PairingSession
  chainId: string
}

/** An event as EIP-1193 has it, for whoever speaks in a namespace. */
export interface Told {
  namespace: Namespace
  event: string
  payload: unknown
}

/** What an attempt to connect ends with: a session, and the namespaces of it that are to be connected now. */
export interface Joined {
  session: PairingSession
  namespaces: readonly Namespace[]
}

/** Calls that never leave the page: they ask where it is on a session, and move it. */
export const LINE_CALLS = { read: 'line_read', move: 'line_move' } as const

/** The call with which the page parts from a wallet, in every namespace. */
export const PARTING_CALL = 'wallet_revokePermissions'

/** The number of an eip155 chain as Ethereum's calls write it; nothing where it is none. */
export const hexOf = (chainId: string): string | undefined => {
  const digits = /^eip155:(\d{1,32})$/.exec(chainId)?.[1]
  return digits === undefined ? undefined : `0x${BigInt(digits).toString(16)}`
}

/** The namespaces of some chains, each once, in their order. */
export const namespacesOf = (chains: readonly string[]): Namespace[] => [...new Set(chains.map(namespaceOf))]

/** Chains, each namespace's default one before the others of all namespaces. */
export const defaultsFirst = <Id extends string>(
  chains: readonly Id[],
  defaults: Readonly<Partial<Record<Namespace, string>>>,
): Id[] => {
  const isDefault = (id: Id) => defaults[namespaceOf(id)] === id
  return [...chains.filter(isDefault), ...chains.filter((id) => !isDefault(id))]
}

/** The addresses that a wallet shared on a chain, be it under the chain's older id. */
export const addressesAt = (namespaces: SessionNamespaces, chainId: string): string[] =>
  addressesOn(namespaces, chainToAsk(namespaces, chainId))

const addresses = ({ session, chainId }: Line): string[] => addressesAt(session.namespaces, chainId)

/** A namespace's part of what is spoken to; nothing where the session does not serve it. */
export const lineOf = (spoken: Spoken | undefined, namespace: Namespace): Line | undefined => {
  const chainId = spoken?.chainIds[namespace]
  return spoken && chainId !== undefined ? { session: spoken.session, chainId } : undefined
}

const namespacesIn = (spoken: Spoken | undefined): Namespace[] =>
  Object.keys(spoken?.chainIds ?? {}).map((namespace) => namespaceOf(`${namespace}:`))

/** Chains of a namespace on which a wallet shared an account, by the ids that they have now. */
const usableIn = (session: PairingSession, namespace: Namespace): string[] =>
  approvedNetworks(session).approvedCaipNetworkIds.filter(
    (id) =>
      namespaceOf(id) === namespace &&
      addressesAt(session.namespaces, id).length > 0 &&
      (namespace !== 'eip155' || hexOf(id) !== undefined),
  )

/**
 * Where a session is spoken to: in each of the site's namespaces on the first of its chains that has an account, else on
 * another one that has; nowhere where no namespace has any.
 */
export function spokenIn(session: PairingSession, chains: readonly string[]): Spoken | undefined {
  const lines = namespacesOf(chains).flatMap((namespace) => {
    const usable = usableIn(session, namespace)
    const chainId = chains.find((id) => usable.includes(id)) ?? usable[0]
    return chainId === undefined ? [] : [[namespace, chainId] as const]
  })
  return lines.length === 0 ? undefined : { session, chainIds: Object.fromEntries(lines) }
}

/** The newest session that can be spoken to. */
export const lastSpoken = (sessions: Readonly<Record<string, PairingSession>>, chains: readonly string[]) =>
  Object.values(sessions)
    .toReversed()
    .map((session) => spokenIn(session, chains))
    .find((spoken) => spoken !== undefined)

/**
 * The session that an attempt to connect finds instead of offering anything. One that was made before the site had a network
 * is made anew [9.38]; of one that does not tell what was asked for, nothing is known.
 */
export function foundIn(spoken: Spoken | undefined, chains: readonly string[]): PairingSession | undefined {
  if (!spoken) return undefined
  const { session } = spoken
  const asked = mergedNamespaces(session.requiredNamespaces, session.optionalNamespaces)
  const requested = Object.values(asked).flatMap(({ chains: some = [] }) => some)
  const stale =
    requested.length > 0 &&
    areChainsStale({ configured: chains, requested, approved: approvedChains(session.namespaces).map(currentChain) })
  return stale ? undefined : session
}

/** The namespaces that are left of those in use. */
export const stillUsed = (used: readonly Namespace[], spoken: Spoken | undefined): Namespace[] =>
  used.filter((namespace) => lineOf(spoken, namespace) !== undefined)

/** The namespaces in use once a call is made in one: it is among them from then on, until the page parts from it. */
export function usedAfter(
  used: readonly Namespace[],
  spoken: Spoken | undefined,
  { namespace, method }: { namespace: Namespace; method: string },
): Namespace[] {
  const others = used.filter((known) => known !== namespace)
  return method === PARTING_CALL || !lineOf(spoken, namespace) ? others : [...others, namespace]
}

/** The session that is spoken in, in other namespaces, serves this one as well, and it is not in use. */
export const joinable = (spoken: Spoken | undefined, used: readonly Namespace[], namespace: Namespace): boolean =>
  lineOf(spoken, namespace) !== undefined && used.length > 0 && !used.includes(namespace)

/**
 * A session changed from what it was before. A chain that has no account any more is left for one that has. Where the
 * accounts of a namespace are the same, the one that the wallet put first since then stays first.
 */
export function afterChange(
  spoken: Spoken,
  { before, session }: { before: PairingSession | undefined; session: PairingSession },
  chains: readonly string[],
): Spoken | undefined {
  const namespaces = Object.fromEntries(
    Object.entries(session.namespaces).map(([key, namespace]) => {
      const same = json(before?.namespaces[key]) === json(namespace)
      return [key, (same ? spoken.session.namespaces[key] : undefined) ?? namespace]
    }),
  )
  const now = spokenIn({ ...session, namespaces }, chains)
  const stays = ([, chainId]: [string, string]) => addressesAt(namespaces, chainId).length > 0
  return (
    now && {
      ...now,
      chainIds: { ...now.chainIds, ...Object.fromEntries(Object.entries(spoken.chainIds).filter(stays)) },
    }
  )
}

/** Namespaces that a wallet serves since a session changed. */
export const namespacesAdded = (before: Spoken, after: Spoken | undefined): Namespace[] =>
  namespacesIn(after).filter((namespace) => !lineOf(before, namespace))

/** Nobody is spoken to in what is left of a session: no namespace, or none that was in use, and none that came. */
export const isOver = (before: Spoken, after: Spoken | undefined, used: readonly Namespace[]): boolean =>
  !after || (used.length > 0 && stillUsed(used, after).length === 0 && namespacesAdded(before, after).length === 0)

/** A chain of a namespace as wallets tell it: a number or hex, in eip155; a CAIP-2 id anywhere. */
function chainTold(data: unknown, namespace: string): string | undefined {
  // What has a text of its own may be a stranger's object.
  if (typeof data !== 'string' && typeof data !== 'number') return undefined
  const text = String(data)
  if (text.startsWith(`${namespace}:`)) return currentChain(text)
  const number = namespace === 'eip155' && /^(0x[0-9a-f]{1,16}|\d{1,32})$/i.test(text)
  return number ? `eip155:${BigInt(text)}` : undefined
}

/** The first of the addresses that a wallet tells, plain or as CAIP-10 ids. */
function addressTold(data: unknown): string | undefined {
  const first: unknown = Array.isArray(data) ? data[0] : undefined
  return typeof first === 'string' ? first.slice(first.lastIndexOf(':') + 1) : undefined
}

/** The page on another chain of a namespace. */
export const movedTo = (spoken: Spoken, chainId: string): Spoken => ({
  ...spoken,
  chainIds: { ...spoken.chainIds, [namespaceKeyOf(chainId)]: chainId },
})

/**
 * A wallet moved to another chain or account, in the namespace of the chain that it says so of. It is followed only to what
 * it approved: its word on accounts only says which one comes first.
 */
export function afterEvent(spoken: Spoken, { event, chainId: on }: SessionEvent): Spoken {
  const { session } = spoken
  const namespace = namespaceKeyOf(on)
  if (event.name === 'chainChanged') {
    const chainId = chainTold(event.data, namespace) ?? ''
    return addressesAt(session.namespaces, chainId).length > 0 ? movedTo(spoken, chainId) : spoken
  }
  const first = event.name === 'accountsChanged' ? addressTold(event.data) : undefined
  if (first === undefined) return spoken
  return { ...spoken, session: { ...session, namespaces: withAccountFirst(session.namespaces, namespace, first) } }
}

/** What one namespace is told when it is spoken to elsewhere than before. */
function toldIn(namespace: Namespace, before: Line, after: Line | undefined): Told[] {
  if (!after) {
    const payload = { code: DISCONNECTED_CODE, message: new LatchkeyError('wallet.left').message }
    return [{ namespace, event: 'disconnect', payload }]
  }
  const moved = before.chainId !== after.chainId
  return [
    ...(moved ? [{ namespace, event: 'chainChanged', payload: hexOf(after.chainId) ?? after.chainId }] : []),
    ...(moved || addresses(before).join() !== addresses(after).join()
      ? [{ namespace, event: 'accountsChanged', payload: addresses(after) }]
      : []),
  ]
}

/** What the page is told when it is spoken to elsewhere than before: each namespace for itself. */
export const toldOf = (before: Spoken | undefined, after: Spoken | undefined): Told[] =>
  namespacesIn(before).flatMap((namespace) => {
    const line = lineOf(before, namespace)
    return line ? toldIn(namespace, line, lineOf(after, namespace)) : []
  })

/** What a wallet says besides, where it says it of the chain that the page is on. */
export const toldBy = ({ session, chainIds }: Spoken, { event, chainId: on }: SessionEvent): Told[] => {
  const namespace = namespaceOf(on)
  const chainId = chainIds[namespace]
  return chainId !== undefined &&
    on === chainToAsk(session.namespaces, chainId) &&
    event.name !== 'chainChanged' &&
    event.name !== 'accountsChanged'
    ? [{ namespace, event: event.name, payload: event.data }]
    : []
}

/**
 * What became of an attempt to connect, made from a namespace: a wallet that shares no account that can be spoken to is not
 * connected. `joining`: the session was spoken in already, so that only the one namespace is new.
 */
export function sharedOutcome(
  outcome: Outcome<PairingSession>,
  { chains, namespace, joining }: { chains: readonly string[]; namespace: Namespace; joining: boolean },
): Outcome<Joined> {
  if (outcome.status !== 'done') return outcome
  const session = outcome.value
  const spoken = spokenIn(session, chains)
  if (spoken) return done({ session, namespaces: joining ? [namespace] : namespacesIn(spoken) })
  const wallet = session.peer.metadata.name || 'The wallet'
  return failed(new LatchkeyError('connect.noAccount', { params: { wallet } }))
}
