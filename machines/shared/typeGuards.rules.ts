import type { LatchkeyError } from './errors/error.ts'

/** The error that a check found; undefined if there is none. */
export type MaybeError = LatchkeyError | undefined

/** Whether a value is a text with content. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Whether a value is an object, not an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value is a CAIP-2 id. Some networks in use have longer namespaces and references than CAIP-2 allows. */
export const isChainId = (value: unknown): value is string =>
  typeof value === 'string' && /^[-a-z0-9]{3,32}:[-_a-zA-Z0-9]{1,64}$/.test(value)

/** Whether a value is a CAIP-10 id. */
export const isAccountId = (value: unknown): value is string =>
  typeof value === 'string' && /^[-a-z0-9]{3,32}:[-_a-zA-Z0-9]{1,64}:[^\s:]{1,256}$/.test(value)

/** Whether a key names a namespace: `eip155`, or `eip155:1` for one of its chains. */
export const isNamespaceKey = (key: string): boolean => /^[-a-z0-9]{3,32}$/.test(key) || isChainId(key)

/** Whether a value is nested at most this many levels deep. */
export const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1)))

/** Returns a value as the protocol's texts show it: objects as JSON. */
export const toText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? toJson(value) : String(value)

/** Returns a value as JSON, or its type if it has none. An object's own `toString` is not called: it may be untrusted. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return typeof value === 'bigint' ? String(value) : Object.prototype.toString.call(value)
  }
}
