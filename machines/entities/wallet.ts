import * as z from 'zod/mini'
import { WALLETS } from '../constants.ts'
import { isAppLink, isWebLink } from '../rules/links.ts'

/** What is no letter of a name: it has no shape of its own, and turns or hides what stands beside it. */
const INVISIBLE = /[\p{Cf}\p{Cc}]/gu

/** A wallet's name as it is shown: without what cannot be seen, and no longer than `WALLETS.nameLength`. */
export const walletNameSchema = z.pipe(
  z.string().check(z.maxLength(128)),
  z.pipe(
    z.transform((name: string) => Array.from(name.replace(INVISIBLE, '').trim()).slice(0, WALLETS.nameLength).join('')),
    z.string().check(z.minLength(1)),
  ),
)

/** A link of a stranger: dropped, not believed, where it could be anything else. */
const link = (isSound: (text: string) => boolean) =>
  z.optional(
    z.pipe(
      z.unknown(),
      z.transform((text: unknown): string | undefined =>
        typeof text === 'string' && text.length <= 2_048 && isSound(text) ? text : undefined,
      ),
    ),
  )

/** A link to a page, over https. */
export const webLink = link(isWebLink)
/** A wallet's own scheme such as `metamask://`, or an https link. */
export const appLink = link(isAppLink)

/** A wallet of the catalogue, whether it is installed here or not. */
export const walletSchema = z.object({
  /** The catalogue's id of the wallet. */
  id: z.string().check(z.minLength(1), z.maxLength(256)),
  name: walletNameSchema,
  imageUrl: z.optional(z.string()),
  homepage: webLink,
  /** Reverse domain name, by which an installed wallet is known (EIP-6963). */
  rdns: z.optional(z.string()),
  /** CAIP-2 ids of the networks it serves; none where that is not known. */
  chains: z.readonly(z.array(z.string())),
  certified: z.optional(z.boolean()),
  mobileLink: appLink,
  /** Opens its app as `mobileLink` does, by https. */
  universalLink: webLink,
  desktopLink: appLink,
  webappLink: webLink,
  appStore: webLink,
  playStore: webLink,
  chromeStore: webLink,
  /** Names under which it injects itself, by namespace. */
  injected: z.optional(z.readonly(z.array(z.object({ namespace: z.string(), injectedId: z.optional(z.string()) })))),
})
export type Wallet = z.infer<typeof walletSchema>
