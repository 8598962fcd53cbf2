import type { ProposalNamespaces, SessionNamespace, SessionNamespaces } from '../../schemas/pairing.ts'

/** The chain of a CAIP-10 account: `eip155:1:0xab` → `eip155:1`. */
export const chainOf = (account: string): string => account.split(':', 2).join(':')

/** The address of a CAIP-10 account. */
export const addressOf = (account: string): string => account.slice(chainOf(account).length + 1)

/** The namespace that a key or a chain is of: `eip155:1` → `eip155`. */
export const namespaceKeyOf = (key: string): string => key.split(':', 1).join('')

export const isInline = (key: string): boolean => key.includes(':')

const union = (...lists: readonly (readonly string[] | undefined)[]): string[] => [
  ...new Set(lists.flatMap((list) => list ?? [])),
]

/** Keys such as `eip155:1` gathered under their namespaces, whose chains are then all listed. */
export function normalized(namespaces: ProposalNamespaces): ProposalNamespaces {
  const found = new Map<string, { chains: string[]; methods: string[]; events: string[] }>()
  for (const [key, { chains, methods, events }] of Object.entries(namespaces)) {
    const before = found.get(namespaceKeyOf(key))
    found.set(namespaceKeyOf(key), {
      chains: union(isInline(key) ? [key] : chains, before?.chains),
      methods: union(methods, before?.methods),
      events: union(events, before?.events),
    })
  }
  return Object.fromEntries(found)
}

/** One proposal of what is required and what is optional: wallets are asked for all of it as optional. */
export function mergedNamespaces(required: ProposalNamespaces, optional: ProposalNamespaces): ProposalNamespaces {
  const [first, second] = [normalized(required), normalized(optional)]
  return Object.fromEntries(
    union(Object.keys(first), Object.keys(second)).map((key) => [
      key,
      {
        chains: union(first[key]?.chains, second[key]?.chains),
        methods: union(first[key]?.methods, second[key]?.methods),
        events: union(first[key]?.events, second[key]?.events),
      },
    ]),
  )
}

/** Chains for which a wallet shared an account. Only these can be asked for anything. */
export const approvedChains = (namespaces: SessionNamespaces): string[] =>
  union(...Object.values(namespaces).map(({ accounts }) => accounts.map(chainOf)))

const servingChain = (namespaces: SessionNamespaces, chainId: string): SessionNamespace[] =>
  Object.values(namespaces).filter(({ accounts }) => accounts.some((account) => chainOf(account) === chainId))

/** Methods that a wallet approved for a chain [5.44]. */
export const methodsFor = (namespaces: SessionNamespaces, chainId: string): string[] =>
  union(...servingChain(namespaces, chainId).map(({ methods }) => methods))

/** Events that a wallet approved for a chain [5.46]. */
export const eventsFor = (namespaces: SessionNamespaces, chainId: string): string[] =>
  union(...servingChain(namespaces, chainId).map(({ events }) => events))
