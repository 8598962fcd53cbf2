import type { ProposalNamespaces, SessionNamespaces } from '../pairing.schemas.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import { approvedChains, chainOf, eventsFor, isInline, methodsFor, namespaceKeyOf } from './namespaces.ts'
import type { MaybeError } from '../../shared/typeGuards.rules.ts'

const includesAll = (list: readonly string[], items: readonly string[]): boolean =>
  items.every((item) => list.includes(item))

/** Returns what is required on each chain. */
function requiredByChain(required: ProposalNamespaces): Map<string, { methods: string[]; events: string[] }> {
  const byChain = new Map<string, { methods: string[]; events: string[] }>()
  for (const [key, { chains = [], methods, events }] of Object.entries(required))
    for (const chain of isInline(key) ? [key] : chains) {
      const previous = byChain.get(chain)
      byChain.set(chain, {
        methods: [...(previous?.methods ?? []), ...methods],
        events: [...(previous?.events ?? []), ...events],
      })
    }
  return byChain
}

/**
 * Returns what approved namespaces lack of the required ones: chains, whole namespaces, methods or events [5.37]. Wallets receive
 * everything as optional, so this is the only check of what the app requires.
 */
export function validateRequired(required: ProposalNamespaces, approved: SessionNamespaces, call: string): MaybeError {
  const byChain = requiredByChain(required)
  const chains = approvedChains(approved)
  if (!includesAll(chains, [...byChain.keys()]))
    return new LatchkeyError('pairing.chainsUnsatisfied', {
      params: { call, required: [...byChain.keys()].join(','), approved: chains.join(',') },
    })

  const keys = new Set(Object.keys(approved).map(namespaceKeyOf))
  const missing = [...new Set(Object.keys(required).map(namespaceKeyOf))].filter((key) => !keys.has(key))
  if (missing.length > 0)
    return new LatchkeyError('pairing.keysUnsatisfied', {
      params: { call, required: missing.join(','), received: Object.keys(approved).join(',') },
    })

  for (const [chain, { accounts }] of Object.entries(approved)) {
    const accountChains = accounts.map(chainOf)
    if (isInline(chain) && !accountChains.includes(chain))
      return new LatchkeyError('pairing.accountsUnsatisfied', {
        params: { call, chain, approved: accountChains.join(',') },
      })
  }

  for (const [chain, { methods, events }] of byChain) {
    if (!includesAll(methodsFor(approved, chain), methods))
      return new LatchkeyError('pairing.methodsUnsatisfied', { params: { call, chain } })
    if (!includesAll(eventsFor(approved, chain), events))
      return new LatchkeyError('pairing.eventsUnsatisfied', { params: { call, chain } })
  }
  return undefined
}
