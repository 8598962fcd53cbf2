import { LatchkeyError } from '../../errors/error.ts'
import { namespaceKeyOf } from './namespaces.ts'
import { isRecord, json, type Fault } from './shapes.ts'

/** Session and scoped properties have a value for each of their keys [5.34]. */
export function propertiesFault(properties: unknown, call: string, kind: string): Fault {
  if (!isRecord(properties)) return new LatchkeyError('pairing.objectInvalid', { params: { call, kind } })
  const empty = Object.entries(properties).find(([, value]) => value === null || value === undefined)
  if (!empty) return undefined
  return new LatchkeyError('pairing.propertyMissing', { params: { kind, value: String(empty[1]), key: empty[0] } })
}

/** Scoped properties belong to one of these namespaces or to a chain of one [5.35]. */
const isWithin = (scoped: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean => {
  const namespaces = new Set(keys.map(namespaceKeyOf))
  return Object.keys(scoped).every((key) => namespaces.has(namespaceKeyOf(key)))
}

/** Scoped properties of a connect belong to what is asked for [5.35]. */
export const scopedRequestFault = (scoped: Readonly<Record<string, unknown>>, keys: readonly string[]): Fault =>
  isWithin(scoped, keys)
    ? undefined
    : new LatchkeyError('pairing.scopedNotRequested', { params: { received: json(scoped), namespaces: json(keys) } })

/** Scoped properties of an approval belong to what is approved [5.35]. */
export const scopedApprovalFault = (scoped: Readonly<Record<string, unknown>>, keys: readonly string[]): Fault =>
  isWithin(scoped, keys)
    ? undefined
    : new LatchkeyError('pairing.scopedNotApproved', {
        params: { received: json(scoped), namespaces: keys.join(', ') },
      })
