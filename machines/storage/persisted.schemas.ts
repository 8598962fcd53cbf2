import * as z from 'zod/mini'
import { EMAIL, LIMITS, WALLETS } from '../constants.ts'
import { eip6963Id } from '../shared/connector.types.ts'
import { socials } from '../embedded/login/social.types.ts'
import { themeChoices, type PersistedState, type PersistedKey } from './persisted.types.ts'
import type { Wallet } from '../shared/wallet.types.ts'
import { namespaceSchema, networkIdSchema } from '../shared/namespace.schemas.ts'
import { walletSchema } from '../shared/wallet.schemas.ts'

/** A recently used wallet. Earlier versions stored the icon that it announced, of any size, and its rdns alone as its id. */
const usedWalletSchema = z.pipe(
  walletSchema,
  z.transform(({ imageUrl, ...wallet }): Wallet => {
    const id = wallet.id === wallet.rdns ? eip6963Id(wallet.rdns) : wallet.id
    return { ...wallet, id, ...(imageUrl?.startsWith('https://') && { imageUrl }) }
  }),
)

const text = (length: number) => z.string().check(z.minLength(1), z.maxLength(length))
/** A CAIP-10 account id, and an amount in whole tokens. */
const CAIP_10 = /^[-a-z0-9]{3,10}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/
const DECIMAL = /^\d{1,78}(\.\d{1,255})?$/

/** A hash becomes part of a link, so its characters are limited. `LATEST_MS` is the latest time that a `Date` can hold. */
const hash = z.string().check(z.regex(/^[0-9A-Za-z]{1,128}$/))
const LATEST_MS = 8.64e15
const positionSchema = z.object({
  nonce: z.optional(z.int().check(z.nonnegative())),
  coins: z.optional(
    z.readonly(z.array(z.string().check(z.regex(/^[0-9a-f]{64}:\d{1,10}$/))).check(z.maxLength(LIMITS.sentCoins))),
  ),
  doing: z.string().check(z.maxLength(LIMITS.sentDoing)),
})
const sentSchema = z.object({
  hash,
  finalHash: z.optional(hash),
  at: z.int().check(z.nonnegative(), z.maximum(LATEST_MS)),
  status: z.enum(['pending', 'success', 'reverted', 'replaced']),
  position: z.optional(positionSchema),
  kind: z.enum(['send', 'trade', 'approve', 'execute']),
  to: z.string().check(z.maxLength(LIMITS.sentReceiver)),
  moved: z.readonly(
    z
      .array(
        z.object({
          direction: z.enum(['in', 'out']),
          amount: z.string().check(z.regex(DECIMAL)),
          symbol: z.string().check(z.maxLength(256)),
          isNft: z.optional(z.literal(true)),
        }),
      )
      .check(z.maxLength(4)),
  ),
})

/** The schema of each stored entry. An entry that fails validation is set aside. */
export const persistedSchemas = {
  connections: z.partialRecord(
    namespaceSchema,
    z.object({
      connectorId: text(256),
      networkId: z.optional(networkIdSchema),
      address: z.optional(text(128)),
      isChosen: z.optional(z.literal(true)),
    }),
  ),
  networkId: networkIdSchema,
  recentWallets: z.readonly(z.array(usedWalletSchema).check(z.maxLength(WALLETS.recent))),
  nativeBalances: z.record(
    z.string().check(z.regex(CAIP_10)),
    z.object({
      balance: z.string().check(z.regex(DECIMAL)),
      symbol: text(256),
      timestamp: z.number().check(z.nonnegative()),
    }),
  ),
  transactions: z.record(
    z.string().check(z.regex(CAIP_10)),
    z.readonly(z.array(sentSchema).check(z.maxLength(LIMITS.sent))),
  ),
  embedded: z.object({
    email: z.optional(text(EMAIL.longest)),
    emailLoginAt: z.optional(z.number().check(z.nonnegative())),
    social: z.optional(z.enum(socials)),
    smartAccountNetworks: z.optional(z.readonly(z.array(z.int().check(z.positive())).check(z.maxLength(1_024)))),
    userName: z.optional(text(256)),
  }),
  theme: z.enum(themeChoices),
} satisfies { [K in PersistedKey]: z.ZodMiniType<NonNullable<PersistedState[K]>> }
