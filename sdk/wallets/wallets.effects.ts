import { walletsMachine } from '../../machines/wallets/wallets.machine.ts'
import { implement } from '../../machines/core/actors.ts'
import type { WalletPage, WalletQuery } from '../../machines/wallets/wallets.rules.ts'
import type { Ports } from '../instance/ports.ts'

/** Fetches a page of the wallet catalog and converts image ids to URLs. */
export async function fetchWallets({ api }: Ports, query: WalletQuery, signal: AbortSignal): Promise<WalletPage> {
  const client = await api.client()
  const { certified, ...input } = query
  const { data, count } = await client.call(
    'wallets',
    { ...input, ...(certified && { badge_type: 'certified' as const }) },
    { signal },
  )
  const wallets = data.map((wallet) =>
    wallet.imageUrl === undefined ? wallet : { ...wallet, imageUrl: client.imageUrl('walletImage', wallet.imageUrl) },
  )
  return { wallets, count }
}

const imageUrlsOf = (pages: readonly WalletPage[]): string[] =>
  pages.flatMap(({ wallets }) => wallets).flatMap(({ imageUrl }) => imageUrl ?? [])

const valueOf = <Value>(result: PromiseSettledResult<Value>): Value | undefined =>
  result.status === 'fulfilled' ? result.value : undefined

export const walletsEffects = (ports: Ports) =>
  implement(walletsMachine, {
    fetchOffers: async ({ input, signal }) => {
      const fetchList = (query: WalletQuery | undefined) => query && fetchWallets(ports, query, signal)
      // Each list may fail on its own. It is an error only if there is none to show.
      const [recommended, featured, excluded] = await Promise.allSettled([
        fetchList(input.recommended),
        fetchList(input.featured),
        fetchList(input.excluded),
      ])
      const listedPages = [featured, recommended].flatMap((list) =>
        list.status === 'fulfilled' ? (list.value ?? []) : [],
      )
      if (recommended.status === 'rejected' && listedPages.length === 0) throw recommended.reason
      ports.images.preload(imageUrlsOf(listedPages))
      return {
        recommended: valueOf(recommended) ?? { wallets: [], count: 0 },
        featured: valueOf(featured),
        excluded: valueOf(excluded),
      }
    },
    watchPage: ({ sendBack }) => {
      const page = ports.page.read()
      if (page) sendBack({ type: 'page.seen', page })
    },
  })
