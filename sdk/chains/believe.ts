import type * as z from 'zod/mini'
import { LatchkeyError } from '../../machines/errors/error.ts'

/** What a wallet answered; refused by name, with what was wrong as its cause, where it has another shape. */
export function believe<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new LatchkeyError('wallet.invalidResponse', { cause: parsed.error })
  return parsed.data
}
