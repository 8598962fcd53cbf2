import type * as z from 'zod/mini'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'

/** Validates the response of a wallet. Throws `code`, with the validation error as its cause, if the response does not match. */
export function parseAnswer<Schema extends z.ZodMiniType>(
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
    // Thrown by a getter of the response.
    cause = thrown
  }
  throw new LatchkeyError(code, { cause })
}
