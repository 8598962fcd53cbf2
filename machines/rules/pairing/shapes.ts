import type { LatchkeyError } from '../../errors/error.ts'

/** What is wrong; `undefined` where nothing is. */
export type Fault = LatchkeyError | undefined

/** A text that says something. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** An object with keys of its own, not an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A CAIP-2 id. Some networks in use have longer namespaces and references than CAIP-2 allows. */
export const isChainId = (value: unknown): value is string =>
  typeof value === 'string' && /^[-a-z0-9]{3,32}:[-_a-zA-Z0-9]{1,64}$/.test(value)

/** A CAIP-10 id. */
export const isAccountId = (value: unknown): value is string =>
  typeof value === 'string' && /^[-a-z0-9]{3,32}:[-_a-zA-Z0-9]{1,64}:[^\s:]{1,256}$/.test(value)

/** What a namespace may be named by: `eip155`, or `eip155:1` for one chain of it. */
export const isNamespaceKey = (key: string): boolean => /^[-a-z0-9]{3,32}$/.test(key) || isChainId(key)

/** A value whose parts lie no deeper in it than so many levels. */
export const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1)))

/** A value as the protocol's texts show it: JSON where it is an object. */
export const shown = (value: unknown): string =>
  typeof value === 'object' && value !== null ? json(value) : String(value)

/** A value as JSON; one that has no JSON by its kind. No object is asked for its text: it may be a stranger's. */
export function json(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return typeof value === 'bigint' ? String(value) : Object.prototype.toString.call(value)
  }
}
