import type * as z from 'zod/mini'
import type { CallName } from '../../sdk/api/calls.ts'
import { refused } from './refusal.ts'

/** What was asked: the path's, the query's and the body's fields in one. */
export interface Asked {
  fields: Readonly<Record<string, unknown>>
  url: URL
}

/** What becomes of a request: a value is sent as JSON, a `Response` as it is; a thrown `Refusal` says no. */
export type Answer = (asked: Asked) => unknown

/** One answer for each of these calls. */
export type Answers<Names extends CallName> = Readonly<Record<Names, Answer>>

/** An answer to fields of this shape; others are refused with 400. */
export const answer =
  <Schema extends z.ZodMiniType>(schema: Schema, make: (fields: z.output<Schema>, url: URL) => unknown): Answer =>
  ({ fields, url }) => {
    const read = schema.safeParse(fields)
    if (read.success) return make(read.data, url)
    const [issue] = read.error.issues
    throw refused(400, `Invalid parameter: ${issue?.path.join('.') ?? ''}`)
  }

/** A Solana chain that can be asked. */
export interface SolanaSource {
  networkId: `solana:${string}`
  rpcUrl: string
}

/** The calls that are answered from a Solana chain. */
export const solanaCalls = ['identity', 'balance', 'swapQuotes', 'swapTokens', 'tokenPrices', 'buildSwap'] as const
export type SolanaCall = (typeof solanaCalls)[number]
