/** Where the page speaks to a wallet on another device, and what a provider tells the page of it. */
import type { Outcome } from '../../entities/attempt.ts'
import type { PairingSession, SessionEvent } from '../../entities/pairing.ts'
import { LatchkeyError } from '../../errors/error.ts'
import { failed } from '../outcomes.ts'
import { approvedChains } from './namespaces.ts'
import { addressesOn, withAccountFirst } from './sessions.ts'
import { json } from './shapes.ts'

/** A session and the chain (CAIP-2) that the page is on in it. */
export interface Spoken {
  session: PairingSession
  chainId: string
}

/** An event as EIP-1193 has it. */
export interface Told {
  event: string
  payload: unknown
}

/** The only namespace whose wallets are spoken to so. */
export const SPOKEN_NAMESPACE = 'eip155'

/** The number of an eip155 chain as Ethereum's calls write it; nothing where it is none. */
export const hexOf = (chainId: string): string | undefined => {
  const digits = /^eip155:(\d{1,32})$/.exec(chainId)?.[1]
  return digits === undefined ? undefined : `0x${BigInt(digits).toString(16)}`
}

const addresses = ({ session, chainId }: Spoken): string[] => addressesOn(session.namespaces, chainId)

/** Where a session is spoken to: on the first of the site's chains that has an account; nowhere where none has. */
export function spokenIn(session: PairingSession, chains: readonly string[]): Spoken | undefined {
  const usable = approvedChains(session.namespaces).filter(
    (id) => hexOf(id) !== undefined && addressesOn(session.namespaces, id).length > 0,
  )
  const chainId = chains.find((id) => usable.includes(id)) ?? usable[0]
  return chainId === undefined ? undefined : { session, chainId }
}

/** The newest session that can be spoken to. */
export const lastSpoken = (sessions: Readonly<Record<string, PairingSession>>, chains: readonly string[]) =>
  Object.values(sessions)
    .toReversed()
    .map((session) => spokenIn(session, chains))
    .find((spoken) => spoken !== undefined)

/**
 * A session changed from what it was before. A chain that has no account any more is left for one that has. Where the
 * accounts are the same, the one that the wallet put first since then stays first.
 */
export function afterChange(
  spoken: Spoken,
  { before, session }: { before: PairingSession | undefined; session: PairingSession },
  chains: readonly string[],
): Spoken | undefined {
  const same = json(before?.namespaces) === json(session.namespaces)
  const { namespaces } = same ? spoken.session : session
  const stayed = { ...spoken, session: { ...session, namespaces } }
  return addresses(stayed).length > 0 ? stayed : spokenIn(session, chains)
}

/** A chain as wallets tell it: a number, hex, or a CAIP-2 id. */
function chainTold(data: unknown): string | undefined {
  const text = String(data)
  if (/^eip155:\d{1,32}$/.test(text)) return text
  return /^(0x[0-9a-f]{1,16}|\d{1,32})$/i.test(text) ? `${SPOKEN_NAMESPACE}:${BigInt(text)}` : undefined
}

/** The first of the addresses that a wallet tells, plain or as CAIP-10 ids. */
function addressTold(data: unknown): string | undefined {
  const first: unknown = Array.isArray(data) ? data[0] : undefined
  return typeof first === 'string' ? first.slice(first.lastIndexOf(':') + 1) : undefined
}

/**
 * A wallet moved to another chain or account. It is followed only to what it approved: its word on accounts only says
 * which one comes first.
 */
export function afterEvent(spoken: Spoken, { event }: SessionEvent): Spoken {
  const { session } = spoken
  if (event.name === 'chainChanged') {
    const moved = { session, chainId: chainTold(event.data) ?? '' }
    return addresses(moved).length > 0 ? moved : spoken
  }
  const first = event.name === 'accountsChanged' ? addressTold(event.data) : undefined
  if (first === undefined) return spoken
  return { ...spoken, session: { ...session, namespaces: withAccountFirst(session.namespaces, first) } }
}

/** What the page is told when it is spoken to elsewhere than before. */
export function toldOf(before: Spoken | undefined, after: Spoken | undefined): Told[] {
  if (!before) return []
  if (!after)
    return [{ event: 'disconnect', payload: { code: 4900, message: new LatchkeyError('wallet.left').message } }]
  const moved = before.chainId !== after.chainId
  return [
    ...(moved ? [{ event: 'chainChanged', payload: hexOf(after.chainId) }] : []),
    // Accounts on a chain that the wallet moved to may follow. None at all would mean that it left.
    ...(addresses(after).length > 0 && (moved || addresses(before).join() !== addresses(after).join())
      ? [{ event: 'accountsChanged', payload: addresses(after) }]
      : []),
  ]
}

/** What a wallet says besides, where it says it of the chain that the page is on. */
export const toldBy = ({ chainId }: Spoken, { event, chainId: on }: SessionEvent): Told[] =>
  on === chainId && event.name !== 'chainChanged' && event.name !== 'accountsChanged'
    ? [{ event: event.name, payload: event.data }]
    : []

/** What became of an attempt to connect: a wallet that shares no account that can be spoken to is not connected. */
export function sharedOutcome(outcome: Outcome<PairingSession>, chains: readonly string[]): Outcome<PairingSession> {
  if (outcome.status !== 'done' || spokenIn(outcome.value, chains)) return outcome
  const wallet = outcome.value.peer.metadata.name || 'The wallet'
  return failed(new LatchkeyError('connect.noAccount', { params: { wallet } }))
}
