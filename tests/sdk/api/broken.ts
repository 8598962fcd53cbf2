/** Valid values, and copies of them in which one field is missing or of another type. */

type Fields = Record<string, unknown>

/**
 * A copy in which the field under a path such as `transfers.0.direction` is changed, or the whole value when there is no path.
 */
function changed(value: unknown, path: string, change: (holder: Fields, field: string) => void): unknown {
  const copy = structuredClone(value)
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const holder = keys.reduce<unknown>((inner, key) => (inner as Fields)[key], copy) as Fields
  if (!(last in holder)) throw new Error(`There is no ${path} to break`)
  change(holder, last)
  return copy
}

const without = (value: unknown, path: string) => changed(value, path, (holder, field) => delete holder[field])

/** Strings become numbers, and everything else becomes a string. */
const mistyped = (value: unknown, path: string) =>
  changed(value, path, (holder, field) => {
    holder[field] = typeof holder[field] === 'string' ? 7 : 'text'
  })

/** Copies of the value: one without each of the fields, and one with each of another type. */
export const brokenOnes = (value: unknown, fields: readonly string[]): unknown[] =>
  fields.flatMap((field) => [without(value, field), mistyped(value, field)])

/** The value with more fields in every object, except in `addresses`, which is a map. */
export function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([key, inner]) => [key, key === 'addresses' ? inner : withMore(inner)])
  return { ...Object.fromEntries(fields), more: { since: [2030] } }
}
