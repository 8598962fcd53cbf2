/**
 * What a site configures is judged as the page loads, so by these few lines; what stands in the storage or comes over the wire, by
 * `machines/schemas`.
 */

/** What a value lacks or has wrong, one sentence each, with where that is: what is not there is 'Required' [8.66]. */
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

/** An object with fields; it may have more. */
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
/** A whole number from 0 on. */
export const count = (most = Number.MAX_SAFE_INTEGER): Check =>
  is((value) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most)
