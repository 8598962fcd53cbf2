import type { ProposalNamespaces, SessionNamespace, SessionNamespaces } from '../pairing.schemas.ts'

/** Returns the chain of a CAIP-10 account: `eip155:1:0xab` → `eip155:1`. */
export const chainOf = (account: string): string => account.split(':', 2).join(':')

/** Returns the address of a CAIP-10 account. */
export const addressOf = (account: string): string => account.slice(chainOf(account).length + 1)

/** Returns the namespace of a key or a chain: `eip155:1` → `eip155`. */
export const namespaceKeyOf = (key: string): string => key.split(':', 1).join('')

/** Whether a key is a chain, such as `eip155:1`, instead of a namespace. */
export const isInline = (key: string): boolean => key.includes(':')

const union = (...lists: readonly (readonly string[] | undefined)[]): string[] => [
  ...new Set(lists.flatMap((list) => list ?? [])),
]

/** Groups keys such as `eip155:1` under their namespaces, and lists their chains. */
export function normalizeNamespaces(namespaces: ProposalNamespaces): ProposalNamespaces {
  const groups = new Map<string, { chains: string[]; methods: string[]; events: string[] }>()
  for (const [key, { chains, methods, events }] of Object.entries(namespaces)) {
    const previous = groups.get(namespaceKeyOf(key))
    groups.set(namespaceKeyOf(key), {
      chains: union(isInline(key) ? [key] : chains, previous?.chains),
      methods: union(methods, previous?.methods),
      events: union(events, previous?.events),
    })
  }
  return Object.fromEntries(groups)
}

/** Merges required and optional namespaces into one proposal. Wallets receive all of it as optional. */
export function mergeNamespaces(required: ProposalNamespaces, optional: ProposalNamespaces): ProposalNamespaces {
  const [first, second] = [normalizeNamespaces(required), normalizeNamespaces(optional)]
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

/** Returns the chains for which a wallet shared an account. Requests are only possible on these. */
export const approvedChains = (namespaces: SessionNamespaces): string[] =>
  union(...Object.values(namespaces).map(({ accounts }) => accounts.map(chainOf)))

const servingChain = (namespaces: SessionNamespaces, chainId: string): SessionNamespace[] =>
  Object.values(namespaces).filter(({ accounts }) => accounts.some((account) => chainOf(account) === chainId))

/** Returns the methods that a wallet approved for a chain [5.44]. */
export const methodsFor = (namespaces: SessionNamespaces, chainId: string): string[] =>
  union(...servingChain(namespaces, chainId).map(({ methods }) => methods))

/** Returns the events that a wallet approved for a chain [5.46]. */
export const eventsFor = (namespaces: SessionNamespaces, chainId: string): string[] =>
  union(...servingChain(namespaces, chainId).map(({ events }) => events))
