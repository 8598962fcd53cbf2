import * as z from 'zod/mini'
import type { Payment, PaymentEnd } from './payment.types.ts'
import { networkIdSchema } from '../shared/namespace.schemas.ts'

const text = (length: number) => z.string().check(z.minLength(1), z.maxLength(length))
const timestamp = z.number().check(z.nonnegative())

export const paymentSchema = z.object({
  id: text(128),
  startedAt: timestamp,
  network: networkIdSchema,
  recipient: text(128),
  asset: z.object({
    address: z.optional(text(128)),
    name: z.string().check(z.maxLength(64)),
    symbol: z.string().check(z.maxLength(64)),
    decimals: z.int().check(z.gte(0), z.lte(255)),
    isUnlisted: z.optional(z.literal(true)),
  }),
  amount: z.string().check(z.regex(/^\d{1,78}(\.\d{1,255})?$/)),
  method: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('wallet'), from: text(128), hash: text(128) }),
    z.object({ kind: z.literal('exchange'), exchangeId: text(256), exchangeName: text(64), sessionId: text(256) }),
  ]),
}) satisfies z.ZodMiniType<Payment>

const endSchema = z.object({
  status: z.enum(['paid', 'failed', 'expired']),
  hash: z.pipe(
    z.optional(text(128)),
    z.transform((hash: string | undefined): string | undefined => hash),
  ),
  isVerified: z.boolean(),
}) satisfies z.ZodMiniType<PaymentEnd>

/** A payment in the browser's storage. */
export const storedPaymentSchema = z.object({
  payment: paymentSchema,
  /** The tab that follows the payment, and when it last did so. */
  tab: text(128),
  seenAt: timestamp,
  /** The transaction that was found to pay it. It cannot pay another payment. */
  hash: z.optional(text(128)),
  end: z.optional(endSchema),
  endedAt: z.optional(timestamp),
})
export type StoredPayment = z.infer<typeof storedPaymentSchema>
