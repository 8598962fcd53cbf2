import { fromCallback, fromPromise } from 'xstate'
import type { CatalogueContract } from '../../machines/connection/catalogue.contract.ts'
import { catalogueMachine } from '../../machines/connection/catalogue.machine.ts'
import type { WalletsContract } from '../../machines/connection/wallets.contract.ts'
import { walletsMachine } from '../../machines/connection/wallets.machine.ts'
import { seal } from '../../machines/kit/contract.ts'
import type { WalletPage, WalletQuery } from '../../machines/rules/wallets.ts'
import type { Timeouts } from '../config.ts'
import type { Ports } from '../ports.ts'

/** One page of the wallet catalogue; the pictures' ids become URLs. */
async function fetchWallets({ api }: Ports, query: WalletQuery, signal: AbortSignal): Promise<WalletPage> {
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

const pictures = (pages: readonly WalletPage[]): string[] =>
  pages.flatMap(({ wallets }) => wallets).flatMap(({ imageUrl }) => imageUrl ?? [])

const valueOf = <Value>(result: PromiseSettledResult<Value>): Value | undefined =>
  result.status === 'fulfilled' ? result.value : undefined

export const walletsLogic = (ports: Ports, { apiMs }: Timeouts) =>
  seal<WalletsContract>()(
    walletsMachine.provide({
      actors: {
        fetchOffers: fromPromise(async ({ input, signal }) => {
          const ask = (query: WalletQuery | undefined) => query && fetchWallets(ports, query, signal)
          // Each list may fail for itself; without any that is shown, it is a failure.
          const [recommended, featured, excluded] = await Promise.allSettled([
            ask(input.recommended),
            ask(input.featured),
            ask(input.excluded),
          ])
          const shown = [featured, recommended].flatMap((list) =>
            list.status === 'fulfilled' ? (list.value ?? []) : [],
          )
          if (recommended.status === 'rejected' && shown.length === 0) throw recommended.reason
          ports.images.preload(pictures(shown))
          return {
            recommended: valueOf(recommended) ?? { wallets: [], count: 0 },
            featured: valueOf(featured),
            excluded: valueOf(excluded),
          }
        }),
        watchPage: fromCallback(({ sendBack }) => {
          const page = ports.page.read()
          if (page) sendBack({ type: 'page.seen', page })
        }),
      },
      delays: { api: apiMs },
    }),
  )

export const catalogueLogic = (ports: Ports, { apiMs }: Timeouts) =>
  seal<CatalogueContract>()(
    catalogueMachine.provide({
      actors: {
        fetchPage: fromPromise(({ input, signal }) => fetchWallets(ports, input, signal)),
        fetchSearch: fromPromise(({ input, signal }) => fetchWallets(ports, input, signal)),
      },
      delays: { api: apiMs },
    }),
  )
