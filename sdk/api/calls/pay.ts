import * as z from 'zod/mini'
import { call, listOf, maybeText } from '../call.ts'

/** Of a stranger's id or address on the wire. */
const text = z.string().check(z.minLength(1), z.maxLength(256))
const PATH = 'v1/json-rpc'

/**
 * Payments by way of an exchange: reference A.4.10. `asset` is CAIP-19, `recipient` CAIP-10, `amount` decimal text in whole tokens, to the
 * last digit.
 */
export const payCalls = {
  /** The exchanges from which an amount of an asset can be paid. */
  exchanges: call({
    host: 'blockchain',
    method: 'POST',
    path: PATH,
    rpc: 'reown_getExchanges',
    body: ['page', 'includeOnly', 'exclude', 'asset', 'amount'],
    request: z.object({
      page: z.int(),
      includeOnly: z.optional(z.readonly(z.array(text))),
      exclude: z.optional(z.readonly(z.array(text))),
      asset: text,
      amount: text,
    }),
    response: z.object({
      exchanges: listOf(z.object({ id: text, name: text, imageUrl: maybeText })),
      total: z.nullish(z.int()),
    }),
    lists: ['exchanges'],
  }),
  /** The page of an exchange on which a payment is made, and the id by which it is asked for afterwards. */
  exchangePayUrl: call({
    host: 'blockchain',
    method: 'POST',
    path: PATH,
    rpc: 'reown_getExchangePayUrl',
    body: ['exchangeId', 'asset', 'amount', 'recipient'],
    request: z.object({ exchangeId: text, asset: text, amount: text, recipient: text }),
    response: z.object({ url: z.string().check(z.minLength(1), z.maxLength(4_096)), sessionId: text }),
  }),
  /** What became of it. */
  exchangeBuyStatus: call({
    host: 'blockchain',
    method: 'POST',
    path: PATH,
    rpc: 'reown_getExchangeBuyStatus',
    body: ['sessionId', 'exchangeId'],
    request: z.object({ sessionId: text, exchangeId: text }),
    response: z.object({ status: z.enum(['UNKNOWN', 'IN_PROGRESS', 'SUCCESS', 'FAILED']), txHash: maybeText }),
  }),
}
