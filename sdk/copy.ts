import { LatchkeyError } from '../machines/errors/error.ts'

/** Deeper, and of more values, than any question of JSON-RPC. */
const COPIED = { depth: 64, values: 100_000 }

export const unasked = (reason: string, cause?: unknown) =>
  new LatchkeyError('request.invalid', { params: { reason }, cause })

/**
 * A question as it is at this moment: whoever holds the original cannot change what was read and is asked.
 * @throws LatchkeyError `request.invalid`: it is too large, or holds a function.
 */
export function copyOf(value: unknown, depth = 0, left = { values: COPIED.values }): unknown {
  left.values -= 1
  if (depth > COPIED.depth || left.values < 0) throw unasked('it is too large')
  // As JSON a function could say anything: what is read would not be what is asked.
  if (typeof value === 'function') throw unasked('it holds a function')
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => copyOf(each, depth + 1, left))
  if (ArrayBuffer.isView(value)) return structuredClone(value)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copyOf(each, depth + 1, left)]))
}
