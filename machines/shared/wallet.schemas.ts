import * as z from 'zod/mini'
import { isWalletName, displayName, type Wallet } from './wallet.types.ts'
import { isAppLink, isWebLink } from './links.rules.ts'

/** A wallet's name, as it is shown. */
export const walletNameSchema = z.pipe(z.custom<string>(isWalletName), z.transform(displayName))

/** A link from an untrusted source. It is dropped if it is invalid. */
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

export const walletSchema: z.ZodMiniType<Wallet> = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(256)),
  name: walletNameSchema,
  imageUrl: z.optional(z.string()),
  homepage: webLink,
  rdns: z.optional(z.string()),
  chains: z.readonly(z.array(z.string())),
  certified: z.optional(z.boolean()),
  mobileLink: appLink,
  universalLink: webLink,
  desktopLink: appLink,
  webappLink: webLink,
  appStore: webLink,
  playStore: webLink,
  chromeStore: webLink,
  injected: z.optional(z.readonly(z.array(z.object({ namespace: z.string(), injectedId: z.optional(z.string()) })))),
})
