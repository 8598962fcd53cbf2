/** Addresses that look like one that the account knows: somebody may have made them to be mistaken for it. */
import type { Explanation } from '../entities/explanation.ts'
import type { Transaction } from '../schemas/transaction.ts'

/** Letters at either end that visitors compare. */
const COMPARED = 4

export interface KnownAddresses {
  /** The account's own, and those that it sent to itself. */
  trusted: ReadonlySet<string>
  /** Whatever its history shows, and the trusted ones, by their ends: anybody can have a transaction stand in a history. */
  byEnds: ReadonlyMap<string, ReadonlySet<string>>
}

/** An address as it is compared: one of hex or bech32 has no case. */
const normal = (address: string): string => (/^(0x|bc1|tb1)/i.test(address) ? address.toLowerCase() : address)

/** What visitors compare of an address, behind what all of its kind begin with. */
function endsOf(address: string): string {
  const letters = normal(address).replace(/^(0x|(bc|tb)1.)/, '')
  return `${letters.slice(0, COMPARED)}…${letters.slice(-COMPARED)}`
}

/** The addresses that an account knows, by its history as far as that was read. */
export function knownAddresses(own: readonly string[], history: readonly Transaction[]): KnownAddresses {
  const owned = new Set(own.map(normal))
  const sent = history.filter(
    ({ metadata: { sentFrom, status } }) => owned.has(normal(sentFrom)) && status === 'confirmed',
  )
  const trusted = new Set([...owned, ...sent.map(({ metadata }) => normal(metadata.sentTo))])
  const seen = history.flatMap(({ metadata: { sentFrom, sentTo } }) => [normal(sentFrom), normal(sentTo)])
  const byEnds = new Map<string, Set<string>>()
  for (const address of [...trusted, ...seen])
    byEnds.set(endsOf(address), (byEnds.get(endsOf(address)) ?? new Set()).add(address))
  return { trusted, byEnds }
}

/** Whether an address is none that the account trusts, and is easily taken for another one that it knows. */
export function isLookAlike(address: string, { trusted, byEnds }: KnownAddresses): boolean {
  const alike = byEnds.get(endsOf(address))
  if (!alike || trusted.has(normal(address))) return false
  return alike.size > 1 || !alike.has(normal(address))
}

/** What is asked, with a warning where an address in it is easily taken for another one. */
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
