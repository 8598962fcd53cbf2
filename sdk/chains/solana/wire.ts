/** Schemas and requests for Solana's nodes and wallets. */
import { base58 } from '@scure/base'
import * as z from 'zod/mini'
import type { Network } from '../../../machines/shared/network.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { rpcClient } from '../../rpc/client.ts'

/** Whether a text is an address: base58 of 32 bytes. */
export function isPubkey(text: string): boolean {
  try {
    return base58.decode(text).length === 32
  } catch {
    return false
  }
}

const pubkeySchema = z.string().check(z.refine(isPubkey))
export const accountsSchema = z.array(z.object({ pubkey: pubkeySchema }))
/** A wallet returns the transaction, or only its signature. */
export const signedSchema = z.object({ transaction: z.optional(z.string()), signature: z.optional(z.string()) })
export const sentSchema = z.object({ signature: z.string().check(z.minLength(64)) })

/** The commitment level for blocks that most validators voted for. */
export const COMMITMENT = { commitment: 'confirmed' } as const

export const lamportsSchema = z.int().check(z.gte(0))
/** The data of an account and the program that owns it. */
export const accountDataSchema = z.object({ data: z.tuple([z.base64(), z.literal('base64')]), owner: pubkeySchema })
export const accountSchema = z.object({ value: z.nullable(accountDataSchema) })
export const accountsDataSchema = z.object({
  value: z.array(z.nullable(z.extend(accountDataSchema, { lamports: lamportsSchema }))),
})
/** The result of a simulation. `accounts` has the order of the request. */
export const simulationSchema = z.object({
  value: z.object({
    err: z.unknown(),
    logs: z.nullish(z.array(z.string())),
    accounts: z.nullish(z.array(z.nullable(z.extend(accountDataSchema, { lamports: lamportsSchema })))),
  }),
})
const tokenAmountsSchema = z.nullish(
  z.array(
    z.object({
      accountIndex: z.int().check(z.gte(0)),
      mint: pubkeySchema,
      owner: z.optional(pubkeySchema),
      uiTokenAmount: z.object({ amount: z.string().check(z.regex(/^\d{1,20}$/)) }),
    }),
  ),
)
/** An executed transaction; null if the node does not know it. */
export const transactionSchema = z.nullable(
  z.object({
    transaction: z.object({ message: z.object({ accountKeys: z.array(pubkeySchema) }) }),
    meta: z.object({
      err: z.unknown(),
      fee: lamportsSchema,
      preBalances: z.array(lamportsSchema),
      postBalances: z.array(lamportsSchema),
      preTokenBalances: tokenAmountsSchema,
      postTokenBalances: tokenAmountsSchema,
    }),
  }),
)
export const tokenAccountsSchema = z.object({
  value: z.array(z.object({ pubkey: pubkeySchema, account: accountDataSchema })),
})
export const epochSchema = z.object({ epoch: z.int().check(z.gte(0)) })
export const balanceSchema = z.object({ value: lamportsSchema })
export const feeSchema = z.object({ value: z.nullable(lamportsSchema) })
export const blockhashSchema = z.object({
  value: z.object({ blockhash: pubkeySchema, lastValidBlockHeight: z.number() }),
})
export const hashSchema = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/))
export const statusesSchema = z.object({
  value: z.array(
    z.nullable(
      z.object({
        err: z.unknown(),
        confirmationStatus: z.optional(z.nullable(z.enum(['processed', 'confirmed', 'finalized']))),
      }),
    ),
  ),
})

/** Sends a request to a network's nodes. Throws `rpc.malformed` if the response does not match the schema. */
export async function requestNode<Schema extends z.ZodMiniType>(
  network: Network,
  schema: Schema,
  call: { method: string; params: unknown[] },
  signal: AbortSignal,
): Promise<z.infer<Schema>> {
  const answer: unknown = await rpcClient(network).request(call as never, { signal })
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new LatchkeyError('rpc.malformed', { cause: parsed.error })
  return parsed.data
}
