import * as z from 'zod/mini'
import { call, listOf, maybeText } from '../api/call.ts'

/** An id or address received from the API. */
const text = z.string().check(z.minLength(1), z.maxLength(256))
const PATH = 'v1/json-rpc'

/**
 * Payments through an exchange: reference A.4.10. `asset` is CAIP-19, `recipient` CAIP-10, `amount` exact decimal text in whole
 * tokens.
 */
export const payCalls = {
  /** The exchanges that accept a payment of an amount of an asset. */
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
  /** The exchange's payment page, and the id with which to query the payment. */
  exchangePayUrl: call({
    host: 'blockchain',
    method: 'POST',
    path: PATH,
    rpc: 'reown_getExchangePayUrl',
    body: ['exchangeId', 'asset', 'amount', 'recipient'],
    request: z.object({ exchangeId: text, asset: text, amount: text, recipient: text }),
    response: z.object({ url: z.string().check(z.minLength(1), z.maxLength(4_096)), sessionId: text }),
  }),
  /** The status of a payment. */
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
