import { LatchkeyError } from '../../shared/errors/error.ts'
import { namespaceKeyOf } from './namespaces.ts'
import { isRecord, toJson, type MaybeError } from '../../shared/typeGuards.rules.ts'

/** Returns an error if session or scoped properties have a key without a value [5.34]. */
export function validateProperties(properties: unknown, call: string, kind: string): MaybeError {
  if (!isRecord(properties)) return new LatchkeyError('pairing.objectInvalid', { params: { call, kind } })
  const empty = Object.entries(properties).find(([, value]) => value === null || value === undefined)
  if (!empty) return undefined
  return new LatchkeyError('pairing.propertyMissing', { params: { kind, value: String(empty[1]), key: empty[0] } })
}

/** Whether scoped properties belong to one of these namespaces or to one of their chains [5.35]. */
const isWithin = (scoped: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean => {
  const namespaces = new Set(keys.map(namespaceKeyOf))
  return Object.keys(scoped).every((key) => namespaces.has(namespaceKeyOf(key)))
}

/** Returns an error if scoped properties of a connection request do not belong to what is requested [5.35]. */
export const validateScopedRequest = (scoped: Readonly<Record<string, unknown>>, keys: readonly string[]): MaybeError =>
  isWithin(scoped, keys)
    ? undefined
    : new LatchkeyError('pairing.scopedNotRequested', {
        params: { received: toJson(scoped), namespaces: toJson(keys) },
      })

/** Returns an error if scoped properties of an approval do not belong to what is approved [5.35]. */
export const validateScopedApproval = (
  scoped: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): MaybeError =>
  isWithin(scoped, keys)
    ? undefined
    : new LatchkeyError('pairing.scopedNotApproved', {
        params: { received: toJson(scoped), namespaces: keys.join(', ') },
      })
