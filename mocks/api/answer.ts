import type * as z from 'zod/mini'
import type { CallName } from '../../sdk/api/calls.ts'
import { refuse } from './refusal.ts'

/** A request: the fields of path, query and body combined. */
export interface CallRequest {
  fields: Readonly<Record<string, unknown>>
  url: URL
}

/** Answers a request. A `Response` is sent unchanged, any other value as JSON; a thrown `Refusal` is sent as an error. */
export type Answer = (request: CallRequest) => unknown

/** One answer for each of these calls. */
export type Answers<Names extends CallName> = Readonly<Record<Names, Answer>>

/** An answer to fields that match the schema; other fields are refused with 400. */
export const answer =
  <Schema extends z.ZodMiniType>(schema: Schema, respond: (fields: z.output<Schema>, url: URL) => unknown): Answer =>
  ({ fields, url }) => {
    const parsed = schema.safeParse(fields)
    if (parsed.success) return respond(parsed.data, url)
    const [issue] = parsed.error.issues
    throw refuse(400, `Invalid parameter: ${issue?.path.join('.') ?? ''}`)
  }

/** The RPC endpoint of a Solana chain. */
export interface SolanaSource {
  networkId: `solana:${string}`
  rpcUrl: string
}

/** The calls that a Solana chain answers. */
export const solanaCalls = ['identity', 'balance', 'swapQuotes', 'swapTokens', 'tokenPrices', 'buildSwap'] as const
export type SolanaCall = (typeof solanaCalls)[number]
