import type { Wallet } from '../../sdk/index.ts'

/** Merges lists of wallets. A wallet in several lists keeps its first position. */
export function knownWallets(...lists: readonly (readonly Wallet[])[]): readonly Wallet[] {
  const ids = new Set<string>()
  return lists.flatMap((list) => list.filter(({ id }) => !ids.has(id) && ids.add(id)))
}

/** The wallets whose name matches a search. */
export function matching(
  wallets: readonly Wallet[],
  { search, certified }: { search: string; certified: boolean },
): readonly Wallet[] {
  const wanted = search.toLowerCase()
  return wallets.filter(
    (wallet) => (!certified || wallet.certified === true) && wallet.name.toLowerCase().includes(wanted),
  )
}
