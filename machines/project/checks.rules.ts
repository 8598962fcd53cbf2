/**
 * Checks of the app's configuration. They run while the page loads, so they are small; stored and received data is validated by
 * the `.schemas.ts` files.
 */

/** Returns what is missing or wrong in a value, one sentence each, with its position. A missing value is 'Required' [8.66]. */
export type Check = (value: unknown, where: string) => string[]

export const is =
  (holds: (value: unknown) => boolean, fault = 'Invalid input'): Check =>
  (value, where) =>
    value === undefined ? [`${where}: Required`] : holds(value) ? [] : [`${where}: ${fault}`]

export const optional =
  (check: Check): Check =>
  (value, where) =>
    value === undefined ? [] : check(value, where)

export const oneOf = (values: readonly unknown[]): Check => is((value) => values.includes(value))

export const listOf =
  (check: Check): Check =>
  (value, where) =>
    Array.isArray(value)
      ? Array.from<unknown>(value).flatMap((item, index) => check(item, `${where}.${index}`))
      : is(Array.isArray)(value, where)

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object with these fields. Other fields are allowed. */
export const object =
  (fields: { readonly [name: string]: Check }): Check =>
  (value, where) =>
    isObject(value)
      ? Object.entries(fields).flatMap(([name, check]) => check(value[name], `${where}.${name}`))
      : is(isObject)(value, where)

export const isText = (value: unknown): value is string => typeof value === 'string'
export const text: Check = is(isText)
/** A text that is not empty. */
export const name: Check = is((value) => isText(value) && value !== '')
export const flag: Check = is((value) => typeof value === 'boolean')
/** An integer from 0 to `most`. */
export const count = (most = Number.MAX_SAFE_INTEGER): Check =>
  is((value) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most)
