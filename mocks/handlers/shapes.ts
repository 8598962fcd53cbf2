/** Answers that are not as they should be, made from true ones. */
import type { CallDefinition } from '../../sdk/api/call.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value with every object in it changed, the innermost first. */
function mapObjects(value: unknown, change: (fields: Fields) => unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => mapObjects(entry, change))
  if (!isFields(value)) return value
  return change(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapObjects(inner, change)])))
}

/** Whether the fields are entries by number, such as addresses by coin type, and not parts of one thing; or none. */
const isMap = (fields: Fields): boolean => Object.keys(fields).every((key) => /^\d+$/.test(key))

/** The value with a field in every object that no version of the sdk knows. */
export const withExtraFields = (value: unknown): unknown =>
  mapObjects(value, (fields) =>
    isMap(fields) ? fields : { ...fields, addedLater: { since: 2030, why: ['nobody knows'] } },
  )

/**
 * An answer that the call's schema refuses: without a field that it needs, or, where it needs none, with a field of
 * another type.
 */
export function misshapen({ response }: CallDefinition, value: unknown): unknown {
  const refused = (candidate: unknown) => !response.safeParse(candidate).success
  if (!isFields(value)) return [{}, 42].find(refused) ?? value
  const names = Object.keys(value)
  const without = names.map((name) => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)))
  const altered = names.map((name) => ({ ...value, [name]: 42 }))
  return [...without, ...altered].find(refused) ?? value
}

/** The answer with one entry more at the head of each of its lists, which no schema takes; empty lists stay empty. */
export function withBrokenEntry({ lists = [] }: CallDefinition, value: unknown): unknown {
  const broken = (list: unknown): unknown => (Array.isArray(list) && list.length > 0 ? [{}, ...list] : list)
  if (!isFields(value)) return lists.includes('') ? broken(value) : value
  const fields = Object.entries(value)
  return Object.fromEntries(fields.map(([key, field]) => [key, lists.includes(key) ? broken(field) : field]))
}

/** The answer of somebody who has nothing: what the table says of it, else the answer without the entries of its lists. */
export function emptied({ gated, response }: CallDefinition, value: unknown): unknown {
  if (gated && 'empty' in gated && response.safeParse(gated.empty).success) return gated.empty
  if (Array.isArray(value)) return []
  if (!isFields(value)) return value
  const fields = Object.entries(value).map(([key, field]) => [key, Array.isArray(field) ? [] : field])
  return { ...Object.fromEntries(fields), ...('count' in value && { count: 0 }) }
}
