import { LatchkeyError } from '../../machines/shared/errors/error.ts'

/** Limits above the depth and size of any valid JSON-RPC request. */
const COPY_LIMITS = { depth: 64, values: 100_000 }

export const invalidRequest = (reason: string, cause?: unknown) =>
  new LatchkeyError('request.invalid', { params: { reason }, cause })

/**
 * Deep-copies a request, so that the caller cannot change it after validation.
 * @throws LatchkeyError `request.invalid` if the value is too large or contains a function.
 */
export function deepCopy(value: unknown, depth = 0, remaining = { values: COPY_LIMITS.values }): unknown {
  remaining.values -= 1
  if (depth > COPY_LIMITS.depth || remaining.values < 0) throw invalidRequest('it is too large')
  // A function could serialize to different JSON later (`toJSON`), so the sent value could differ from the validated one.
  if (typeof value === 'function') throw invalidRequest('it holds a function')
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => deepCopy(item, depth + 1, remaining))
  if (ArrayBuffer.isView(value)) return structuredClone(value)
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, deepCopy(item, depth + 1, remaining)]))
}
