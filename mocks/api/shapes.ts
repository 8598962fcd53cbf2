/** Invalid answers, made from valid ones. */
import type { CallDefinition } from '../../sdk/api/call.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Maps every object in the value, the innermost first. */
function mapObjects(value: unknown, change: (fields: Fields) => unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => mapObjects(entry, change))
  if (!isFields(value)) return value
  return change(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapObjects(inner, change)])))
}

/** Whether the object is a map with numeric keys, such as addresses by coin type, or empty. */
const isMap = (fields: Fields): boolean => Object.keys(fields).every((key) => /^\d+$/.test(key))

/** Adds a field to every object that no version of the SDK has. */
export const withExtraFields = (value: unknown): unknown =>
  mapObjects(value, (fields) =>
    isMap(fields) ? fields : { ...fields, addedLater: { since: 2030, why: ['nobody knows'] } },
  )

/**
 * An answer that the call's schema rejects: without a required field, or with a field of the wrong type if none is required.
 */
export function withWrongShape({ response }: CallDefinition, value: unknown): unknown {
  const isRejected = (candidate: unknown) => !response.safeParse(candidate).success
  if (!isFields(value)) return [{}, 42].find(isRejected) ?? value
  const names = Object.keys(value)
  const withMissingField = names.map((name) =>
    Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)),
  )
  const withWrongType = names.map((name) => ({ ...value, [name]: 42 }))
  return [...withMissingField, ...withWrongType].find(isRejected) ?? value
}

/** Adds an invalid entry to the start of each non-empty list. */
export function withBrokenEntry({ lists = [] }: CallDefinition, value: unknown): unknown {
  const breakList = (list: unknown): unknown => (Array.isArray(list) && list.length > 0 ? [{}, ...list] : list)
  if (!isFields(value)) return lists.includes('') ? breakList(value) : value
  const fields = Object.entries(value)
  return Object.fromEntries(fields.map(([key, field]) => [key, lists.includes(key) ? breakList(field) : field]))
}

/** The answer for an account that has nothing: the definition's own empty answer, or the answer with its lists emptied. */
export function withoutEntries({ gated, response }: CallDefinition, value: unknown): unknown {
  if (gated && 'empty' in gated && response.safeParse(gated.empty).success) return gated.empty
  if (Array.isArray(value)) return []
  if (!isFields(value)) return value
  const fields = Object.entries(value).map(([key, field]) => [key, Array.isArray(field) ? [] : field])
  return { ...Object.fromEntries(fields), ...('count' in value && { count: 0 }) }
}
