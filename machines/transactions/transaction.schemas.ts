import * as z from 'zod/mini'

const text = z.nullish(z.string())

/** What a transaction moved: fungible tokens or an NFT. */
const transferSchema = z.object({
  fungible_info: z.nullish(z.object({ name: text, symbol: text, icon: z.nullish(z.object({ url: text })) })),
  nft_info: z.nullish(
    z.object({
      name: text,
      content: z.nullish(
        z.object({
          preview: z.nullish(z.object({ url: text })),
          detail: z.nullish(z.object({ url: text })),
        }),
      ),
      flags: z.nullish(z.object({ is_spam: z.nullish(z.boolean()) })),
    }),
  ),
  direction: z.string(),
  /** Decimal text in whole tokens. */
  quantity: z.object({ numeric: z.string() }),
  value: z.nullish(z.number()),
  price: z.nullish(z.number()),
})
export type Transfer = z.infer<typeof transferSchema>

/** One entry of an account's history: spec 3.25. */
export const transactionSchema = z.object({
  id: z.string(),
  metadata: z.object({
    application: z.nullish(z.object({ iconUrl: text, name: text })),
    operationType: z.string(),
    hash: z.string(),
    /** ISO 8601, in UTC. */
    minedAt: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T/)),
    sentFrom: z.string(),
    sentTo: z.string(),
    status: z.string(),
    nonce: z.nullish(z.number()),
    /** CAIP-2. */
    chain: z.string(),
  }),
  transfers: z.readonly(z.array(transferSchema)),
})
export type Transaction = z.infer<typeof transactionSchema>

/** The transactions of one month in UTC; `month` is 1 to 12. */
export interface TransactionMonth {
  year: number
  month: number
  transactions: readonly Transaction[]
}
