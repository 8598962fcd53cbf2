import type * as z from 'zod/mini'
import { LatchkeyError } from '../../machines/errors/error.ts'

/** What a wallet answered; refused by name, with what was wrong as its cause, where it has another shape. */
export function believe<Schema extends z.ZodMiniType>(
  schema: Schema,
  answer: unknown,
  code: 'wallet.invalidResponse' | 'send.unreadable' = 'wallet.invalidResponse',
): z.infer<Schema> {
  let cause: unknown
  try {
    const parsed = schema.safeParse(answer)
    if (parsed.success) return parsed.data
    cause = parsed.error
  } catch (thrown) {
    // A getter of the answer.
    cause = thrown
  }
  throw new LatchkeyError(code, { cause })
}
