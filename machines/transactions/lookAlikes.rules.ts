/** Addresses that resemble one that the account knows. They may have been created to be mistaken for it. */
import type { Explanation } from '../wallet-requests/explanation.types.ts'
import type { Transaction } from './transaction.schemas.ts'

/** The number of characters at either end that users compare. */
const COMPARED = 4

export interface KnownAddresses {
  /** The account's own addresses, and those that it sent to. */
  trusted: ReadonlySet<string>
  /** All addresses in its history, and the trusted ones, by their ends. Anyone can add a transaction to an account's history. */
  byEnds: ReadonlyMap<string, ReadonlySet<string>>
}

/** Returns an address in the form in which it is compared: hex and bech32 addresses ignore case. */
const normal = (address: string): string => (/^(0x|bc1|tb1)/i.test(address) ? address.toLowerCase() : address)

/** Returns the part of an address that users compare, after the prefix that all addresses of its kind share. */
function endsOf(address: string): string {
  const letters = normal(address).replace(/^(0x|(bc|tb)1.)/, '')
  return `${letters.slice(0, COMPARED)}…${letters.slice(-COMPARED)}`
}

/** Returns the addresses that an account knows, from the part of its history that was read. */
export function knownAddresses(own: readonly string[], history: readonly Transaction[]): KnownAddresses {
  const owned = new Set(own.map(normal))
  const sent = history.filter(
    ({ metadata: { sentFrom, status } }) => owned.has(normal(sentFrom)) && status === 'confirmed',
  )
  const trusted = new Set([...owned, ...sent.map(({ metadata }) => normal(metadata.sentTo))])
  const inHistory = history.flatMap(({ metadata: { sentFrom, sentTo } }) => [normal(sentFrom), normal(sentTo)])
  const byEnds = new Map<string, Set<string>>()
  for (const address of [...trusted, ...inHistory])
    byEnds.set(endsOf(address), (byEnds.get(endsOf(address)) ?? new Set()).add(address))
  return { trusted, byEnds }
}

/** Whether an address is not trusted and is easily mistaken for another one that the account knows. */
export function isLookAlike(address: string, { trusted, byEnds }: KnownAddresses): boolean {
  const alike = byEnds.get(endsOf(address))
  if (!alike || trusted.has(normal(address))) return false
  return alike.size > 1 || !alike.has(normal(address))
}

/** Adds a warning to an explanation if an address in it is easily mistaken for another one. */
export function warnOfLookAlikes(explanation: Explanation, known: KnownAddresses): Explanation {
  const { parts, steps } = explanation
  const warned = steps?.map((step) => warnOfLookAlikes(step, known))
  const isFound =
    parts.some(({ as, value }) => as === 'address' && isLookAlike(value, known)) ||
    warned?.some(({ warnings }) => warnings.includes('looksAlike')) === true
  return {
    ...explanation,
    ...(warned && { steps: warned }),
    ...(isFound && { warnings: ['looksAlike', ...explanation.warnings] }),
  }
}
