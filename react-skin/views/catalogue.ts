import type { Wallet } from '../../sdk/index.ts'

/** Several lists of wallets as one, each wallet once, where it comes first. */
export function knownWallets(...lists: readonly (readonly Wallet[])[]): readonly Wallet[] {
  const ids = new Set<string>()
  return lists.flatMap((list) => list.filter(({ id }) => !ids.has(id) && ids.add(id)))
}

/** The wallets that a search could mean. */
export function matching(
  wallets: readonly Wallet[],
  { search, certified }: { search: string; certified: boolean },
): readonly Wallet[] {
  const wanted = search.toLowerCase()
  return wallets.filter(
    (wallet) => (!certified || wallet.certified === true) && wallet.name.toLowerCase().includes(wanted),
  )
}
