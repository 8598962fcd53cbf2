/** The wallet catalog: pages, search and pictures. */
import * as z from 'zod/mini'
import { pictureOf } from '../fixtures/picture.ts'
import type { WireWallet } from '../fixtures/wallets.ts'
import { answer, type Answers } from './answer.ts'

const count = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,5}$/)), z.transform(Number))
const list = z.pipe(
  z.string(),
  z.transform((text: string) => new Set(text.split(',').filter(Boolean))),
)

/** The query for a page of wallets. All given conditions must match. */
export const walletQuery = z.object({
  page: count,
  entries: count.check(z.lte(100)),
  chains: z.optional(list),
  search: z.optional(z.string()),
  badge_type: z.optional(z.enum(['none', 'certified'])),
  include: z.optional(list),
  exclude: z.optional(list),
})

/** A page of the wallets that match the query, in the given order, and the number of all matches. */
export function pageOfWallets(wallets: readonly WireWallet[], query: z.output<typeof walletQuery>) {
  const { page, entries, chains, search = '', badge_type: badge, include, exclude } = query
  const words = search.trim().toLowerCase()
  const matches = wallets.filter(
    (wallet) =>
      wallet.name.toLowerCase().includes(words) &&
      (!chains || wallet.chains.some((chain) => chains.has(chain))) &&
      (!badge || wallet.badge_type === badge) &&
      (!include || include.has(wallet.id)) &&
      !exclude?.has(wallet.id),
  )
  return { data: matches.slice((page - 1) * entries, page * entries), count: matches.length }
}

const svgResponse = (id: string, name: string) =>
  new Response(pictureOf(id, name), { headers: { 'content-type': 'image/svg+xml' } })

const imageId = z.object({ imageId: z.string().check(z.regex(/^[\w-]{1,64}$/)) })

/** The answers of the catalog. Every image id has a picture; a wallet's picture shows its initials. */
export const catalogAnswers = (wallets: readonly WireWallet[]): Answers<'wallets' | 'walletImage' | 'assetImage'> => ({
  wallets: answer(walletQuery, (query) => pageOfWallets(wallets, query)),
  walletImage: answer(imageId, ({ imageId: id }) => {
    const wallet = wallets.find(({ image_id }) => image_id === id)
    return svgResponse(id, wallet?.name ?? id)
  }),
  assetImage: answer(imageId, ({ imageId: id }) => svgResponse(id, id)),
})
