import * as z from 'zod/mini'
import { namespaceSchema, networkIdSchema } from './namespace.ts'
import { walletSchema, type Wallet } from './wallet.ts'
import { eip6963Id } from './connector.ts'

/**
 * A wallet that was used. Earlier versions kept the picture that it announced itself with, which may have any size, and its
 * rdns alone as its id.
 */
const usedWalletSchema = z.pipe(
  walletSchema,
  z.transform(({ imageUrl, ...wallet }): Wallet => {
    const id = wallet.id === wallet.rdns ? eip6963Id(wallet.rdns) : wallet.id
    return { ...wallet, id, ...(imageUrl?.startsWith('https://') && { imageUrl }) }
  }),
)

/** The schema of each entry that the browser's storage keeps. An entry that breaks its schema is set aside. */
export const rememberedSchemas = {
  /** Which connector was connected, and on which network, by namespace. */
  connections: z.partialRecord(
    namespaceSchema,
    z.object({ connectorId: z.string().check(z.minLength(1)), networkId: z.optional(networkIdSchema) }),
  ),
  /** The active network. */
  networkId: networkIdSchema,
  /** The wallets that were used last, the newest first. */
  recentWallets: z.readonly(z.array(usedWalletSchema)),
  /** Native balances by CAIP-10 id, with the moment they were read: shown until newer ones are [3.47]. */
  nativeBalances: z.record(z.string(), z.object({ balance: z.string(), symbol: z.string(), timestamp: z.number() })),
  /** The visitor's choice of colours. */
  theme: z.enum(['light', 'dark', 'system']),
} as const

export type RememberedKey = keyof typeof rememberedSchemas
/** What the browser remembered of an earlier visit; each entry may be missing. */
export type Remembered = { [K in RememberedKey]?: z.infer<(typeof rememberedSchemas)[K]> }
