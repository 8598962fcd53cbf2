import type { ApprovedNetworks } from '../../entities/account.ts'
import { isNetworkId, type Namespace } from '../../entities/namespace.ts'
import type { PairingSession, SessionNamespaces } from '../../schemas/pairing.ts'
import { currentChain } from './handlers.ts'
import { addressOf, chainOf, namespaceKeyOf } from './namespaces.ts'

/** The CAIP-10 accounts of a namespace, as the wallet ordered them. */
const accountsOf = (namespaces: SessionNamespaces, namespace: string): string[] =>
  Object.entries(namespaces)
    .filter(([key]) => namespaceKeyOf(key) === namespace)
    .flatMap(([, { accounts }]) => accounts)

// The case of an eip155 address is only a checksum.
const sameAddress = (namespace: string, address: string): string =>
  namespace === 'eip155' ? address.toLowerCase() : address

const unique = (namespace: string, addresses: readonly string[]): string[] => {
  const found = new Map<string, string>()
  for (const address of addresses)
    if (!found.has(sameAddress(namespace, address))) found.set(sameAddress(namespace, address), address)
  return [...found.values()]
}

/** Every address that a wallet shared in a namespace, once. */
export const addressesOf = (namespaces: SessionNamespaces, namespace: Namespace): string[] =>
  unique(namespace, accountsOf(namespaces, namespace).map(addressOf))

/** The same namespaces, an address first among the accounts of one; an address that is not among them changes nothing. */
export const withAccountFirst = (namespaces: SessionNamespaces, name: string, address: string): SessionNamespaces =>
  Object.fromEntries(
    Object.entries(namespaces).map(([key, namespace]) => {
      if (namespaceKeyOf(key) !== name) return [key, namespace]
      const wanted = sameAddress(name, address)
      const isFirst = (account: string) => sameAddress(name, addressOf(account)) === wanted
      const { accounts } = namespace
      return [
        key,
        { ...namespace, accounts: [...accounts.filter(isFirst), ...accounts.filter((one) => !isFirst(one))] },
      ]
    }),
  )

/** Every address that a wallet shared on one chain, once. */
export const addressesOn = (namespaces: SessionNamespaces, chainId: string): string[] => {
  const accounts = accountsOf(namespaces, namespaceKeyOf(chainId))
  return unique(namespaceKeyOf(chainId), accounts.filter((account) => chainOf(account) === chainId).map(addressOf))
}

/** The networks a session serves, by the ids that they have now [3.5]. One wallet serves every network, whatever its session lists. */
export function approvedNetworks({ namespaces, peer }: Pick<PairingSession, 'namespaces' | 'peer'>): ApprovedNetworks {
  const listed = Object.values(namespaces).flatMap(({ chains = [], accounts }) => [...chains, ...accounts.map(chainOf)])
  const ids = [...new Set(listed.map(currentChain))].filter(isNetworkId)
  return { approvedCaipNetworkIds: ids, supportsAllNetworks: peer.metadata.name === 'MetaMask Wallet' }
}

/**
 * The site offers a network that the wallet was never asked for, so that the session has to be made anew [9.38]. A
 * session that has none of the site's networks is not stale: it is on other networks altogether.
 */
export function areChainsStale(chains: {
  configured: readonly string[]
  /** What was asked for when the session was made, as it was stored. */
  requested: readonly string[]
  approved: readonly string[]
}): boolean {
  const { configured, requested, approved } = chains
  if (approved.length > 0 && !approved.some((id) => configured.includes(id))) return false
  return configured.some((id) => !requested.includes(id))
}
