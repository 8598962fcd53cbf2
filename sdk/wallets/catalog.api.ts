import * as z from 'zod/mini'
import type { Wallet } from '../../machines/shared/wallet.types.ts'
import { walletSchema } from '../../machines/shared/wallet.schemas.ts'
import { call, listOf, maybeText } from '../api/call.ts'

const wireWallet = z.object({
  id: z.string(),
  name: z.string(),
  badge_type: z.nullish(z.string()),
  chains: z.nullish(z.array(z.string())),
  homepage: maybeText,
  image_id: maybeText,
  image_url: z.nullish(z.object({ md: maybeText })),
  mobile_link: maybeText,
  link_mode: maybeText,
  desktop_link: maybeText,
  webapp_link: maybeText,
  app_store: maybeText,
  play_store: maybeText,
  chrome_store: maybeText,
  rdns: maybeText,
  injected: z.nullish(z.array(z.object({ namespace: z.string(), injected_id: maybeText }))),
})

/** Converts a wallet to the format of the sdk. `imageUrl` holds the image id until the client turns it into a URL. */
export const wireToWallet = (wire: z.infer<typeof wireWallet>): Wallet | undefined => {
  const parsed = walletSchema.safeParse({
    id: wire.id,
    name: wire.name,
    imageUrl: wire.image_id,
    homepage: wire.homepage,
    rdns: wire.rdns,
    chains: wire.chains ?? [],
    certified: wire.badge_type === 'certified',
    mobileLink: wire.mobile_link,
    universalLink: wire.link_mode,
    desktopLink: wire.desktop_link,
    webappLink: wire.webapp_link,
    appStore: wire.app_store,
    playStore: wire.play_store,
    chromeStore: wire.chrome_store,
    injected: wire.injected?.map(({ namespace, injected_id }) => ({ namespace, injectedId: injected_id })),
  })
  return parsed.success ? parsed.data : undefined
}

const wallet = z.pipe(
  wireWallet,
  z.transform((wire: z.infer<typeof wireWallet>, context): Wallet => {
    const converted = wireToWallet(wire)
    if (converted) return converted
    context.issues.push({ code: 'custom', input: wire, message: 'Invalid input' })
    return z.NEVER
  }),
)

/** Several ids, in the catalog's format. */
const ids = z.pipe(
  z.readonly(z.array(z.string())),
  z.transform((list: readonly string[]) => list.join(',') || undefined),
)

const picture = z.custom<Blob>((value) => value instanceof Blob && value.type.startsWith('image/'))
const imageId = z.object({ imageId: z.string().check(z.regex(/^[\w-]{1,64}$/)) })

/** Wallets and images. */
export const catalogCalls = {
  /** A page of wallets, optionally limited to a search or a list of ids. */
  wallets: call({
    host: 'catalog',
    method: 'GET',
    path: 'getWallets',
    query: ['page', 'entries', 'chains', 'search', 'badge_type', 'include', 'exclude'],
    request: z.object({
      page: z.int().check(z.gte(1)),
      entries: z.int().check(z.gte(1), z.lte(100)),
      /** CAIP-2 ids. */
      chains: z.optional(ids),
      search: z.optional(z.string()),
      badge_type: z.optional(z.literal('certified')),
      include: z.optional(ids),
      exclude: z.optional(ids),
    }),
    response: z.object({ data: listOf(wallet), count: z.int().check(z.gte(0)) }),
    lists: ['data'],
  }),
  walletImage: call({
    host: 'catalog',
    method: 'GET',
    path: 'getWalletImage/{imageId}',
    request: imageId,
    response: picture,
    binary: true,
  }),
  /** The image of a network or a connector. */
  assetImage: call({
    host: 'catalog',
    method: 'GET',
    path: 'public/getAssetImage/{imageId}',
    request: imageId,
    response: picture,
    binary: true,
  }),
}
