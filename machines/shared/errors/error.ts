import type { ErrorCode, ParamsOf } from './catalog.ts'
import { formatMessage, type TextParams } from './messages.ts'
import { errorTextOf } from './registry.ts'

type Args<Code extends ErrorCode> = keyof ParamsOf<Code> extends never
  ? [options?: { cause?: unknown }]
  : [options: { params: ParamsOf<Code>; cause?: unknown }]

/**
 * Any failure that Latchkey identifies by a code. `code` is stable and translatable, `message` is its English text, `params`
 * fills a translation, `cause` is the caught value.
 */
export class LatchkeyError<Code extends ErrorCode = ErrorCode> extends Error {
  override name = 'LatchkeyError'
  readonly code: Code
  readonly params: TextParams

  constructor(code: Code, ...[options]: Args<Code>) {
    const { params, cause } = (options ?? {}) as { params?: TextParams; cause?: unknown }
    super(formatMessage(errorTextOf(code), params ?? {}), cause === undefined ? undefined : { cause })
    this.code = code
    this.params = params ?? {}
  }

  static is<Code extends ErrorCode>(error: unknown, code: Code): error is LatchkeyError<Code> {
    return error instanceof LatchkeyError && error.code === code
  }

  toJSON() {
    return { code: this.code, params: this.params, message: this.message }
  }
}

/** Returns the message of a thrown value: an `Error`, an EIP-1193 error object or a string. Otherwise `Unknown error`. */
export function reasonOf(thrown: unknown): string {
  if (typeof thrown === 'string' && thrown !== '') return thrown
  const { shortMessage, message } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Record<
    string,
    unknown
  >
  for (const text of [shortMessage, message]) if (typeof text === 'string' && text !== '') return text
  return 'Unknown error'
}

/** A thrown value may be nested without end. Deeper levels, and further values and codes, are ignored. */
const MAX_DEPTH = 16
const MAX_VALUES = 256
const MAX_CODES = 64

/** Returns the objects that a thrown value consists of: itself and its causes, outermost first. */
function nestedIn(thrown: unknown): Record<string, unknown>[] {
  const found = new Set<Record<string, unknown>>()
  const open: { value: unknown; depth: number }[] = [{ value: thrown, depth: 0 }]
  for (let next = open.pop(); next && found.size < MAX_VALUES; next = open.pop()) {
    const { value, depth } = next as { value: Record<string, unknown>; depth: number }
    if (typeof value !== 'object' || value === null || found.has(value)) continue
    found.add(value)
    if (depth === MAX_DEPTH) continue
    const { cause, data, error, originalError } = value
    // The last value pushed is visited first.
    for (const inner of [originalError, error, data, cause]) open.push({ value: inner, depth: depth + 1 })
  }
  return [...found]
}

/** Returns every code of a thrown value and its causes, outermost first. */
export const codesOf = (thrown: unknown): number[] =>
  nestedIn(thrown)
    .flatMap(({ code }) => (typeof code === 'number' ? [code] : []))
    .slice(0, MAX_CODES)

/** Returns the messages of a thrown value and its causes, outermost first. */
export const reasonsOf = (thrown: unknown): string[] => [thrown, ...nestedIn(thrown)].map(reasonOf)

/** Returns a `LatchkeyError` unchanged. Wraps any other value once, with its message, and the value as the cause. */
export const toLatchkeyError = (thrown: unknown): LatchkeyError =>
  thrown instanceof LatchkeyError
    ? thrown
    : new LatchkeyError('unknown', { params: { reason: reasonOf(thrown) }, cause: thrown })
