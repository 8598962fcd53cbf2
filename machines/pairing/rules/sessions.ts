import type { ApprovedNetworks } from '../../shared/account.types.ts'
import { isNetworkId, type Namespace } from '../../shared/namespace.types.ts'
import type { PairingSession, SessionNamespaces } from '../pairing.schemas.ts'
import { currentChain } from './handlers.ts'
import { addressOf, chainOf, namespaceKeyOf } from './namespaces.ts'

/** Returns the CAIP-10 accounts of a namespace, in the wallet's order. */
const accountsOf = (namespaces: SessionNamespaces, namespace: string): string[] =>
  Object.entries(namespaces)
    .filter(([key]) => namespaceKeyOf(key) === namespace)
    .flatMap(([, { accounts }]) => accounts)

// The case of an eip155 address is only a checksum.
const addressKey = (namespace: string, address: string): string =>
  namespace === 'eip155' ? address.toLowerCase() : address

const uniqueAddresses = (namespace: string, addresses: readonly string[]): string[] => {
  const addressesByKey = new Map<string, string>()
  for (const address of addresses)
    if (!addressesByKey.has(addressKey(namespace, address))) addressesByKey.set(addressKey(namespace, address), address)
  return [...addressesByKey.values()]
}

/** Returns all addresses that a wallet shared in a namespace, without duplicates. */
export const addressesOf = (namespaces: SessionNamespaces, namespace: Namespace): string[] =>
  uniqueAddresses(namespace, accountsOf(namespaces, namespace).map(addressOf))

/** Moves an address to the front of the accounts of a namespace. An address that is not among them changes nothing. */
export const withAccountFirst = (namespaces: SessionNamespaces, name: string, address: string): SessionNamespaces =>
  Object.fromEntries(
    Object.entries(namespaces).map(([key, namespace]) => {
      if (namespaceKeyOf(key) !== name) return [key, namespace]
      const targetKey = addressKey(name, address)
      const isFirst = (account: string) => addressKey(name, addressOf(account)) === targetKey
      const { accounts } = namespace
      return [
        key,
        { ...namespace, accounts: [...accounts.filter(isFirst), ...accounts.filter((account) => !isFirst(account))] },
      ]
    }),
  )

/** Returns all addresses that a wallet shared on one chain, without duplicates. */
export const addressesOn = (namespaces: SessionNamespaces, chainId: string): string[] => {
  const accounts = accountsOf(namespaces, namespaceKeyOf(chainId))
  return uniqueAddresses(
    namespaceKeyOf(chainId),
    accounts.filter((account) => chainOf(account) === chainId).map(addressOf),
  )
}

/**
 * Returns the networks that a session serves, by their current ids [3.5]. One wallet serves every network, whatever its session
 * lists.
 */
export function approvedNetworks({ namespaces, peer }: Pick<PairingSession, 'namespaces' | 'peer'>): ApprovedNetworks {
  const listed = Object.values(namespaces).flatMap(({ chains = [], accounts }) => [...chains, ...accounts.map(chainOf)])
  const ids = [...new Set(listed.map(currentChain))].filter(isNetworkId)
  return { approvedCaipNetworkIds: ids, supportsAllNetworks: peer.metadata.name === 'MetaMask Wallet' }
}

/**
 * Whether the app offers a network that was not requested from the wallet, so that a new session is necessary [9.38]. A session
 * that has none of the app's networks is not stale: it is on other networks.
 */
export function areChainsStale(chains: {
  configured: readonly string[]
  /** The chains that were requested when the session was created, as they were stored. */
  requested: readonly string[]
  approved: readonly string[]
}): boolean {
  const { configured, requested, approved } = chains
  if (approved.length > 0 && !approved.some((id) => configured.includes(id))) return false
  return configured.some((id) => !requested.includes(id))
}
