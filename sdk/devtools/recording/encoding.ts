/** Converts the values of events and effects to JSON and back, without functions and actors. */
import { ApiError } from '../../../machines/shared/errors/apiError.ts'
import { errorTexts, type ErrorCode } from '../../../machines/shared/errors/catalog.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { Secret } from '../../../machines/shared/secret.types.ts'
import type { Placeholders } from './placeholders.ts'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** The key of values that JSON does not have, such as `{ "$": "bigint", "value": "1" }`. */
const TAG = '$'
/** Deeper values are left out. No machine reads them. */
const MAX_DEPTH = 40
const ERROR_FIELDS = ['code', 'data', 'shortMessage', 'cause', 'call', 'status', 'reasons', 'serverText', 'retryAfterMs', 'params']

const tagged = (kind: string, value: Json = null): Json => ({ [TAG]: kind, value })

/** Encodes a value. Private values are replaced. */
export function encode(value: unknown, placeholders: Placeholders): Json {
  const parents: object[] = []
  const encodeEntries = (entries: Iterable<readonly [string, unknown]>): { [name: string]: Json } =>
    Object.fromEntries([...entries].map(([key, inner]) => [placeholders.replace(key), encodeValue(inner, key)]))
  function encodeObject(object: object): Json {
    if (Array.isArray(object)) return object.map((inner: unknown) => encodeValue(inner))
    if (object instanceof Secret) return tagged('secret')
    if (object instanceof Date) return tagged('date', object.getTime())
    if (object instanceof URL) return placeholders.replace(object.href)
    if (object instanceof Uint8Array) return tagged('bytes', placeholders.replace(`0x${hexOf(object)}`))
    if (object instanceof Map) return tagged('map', [...object].map((entry) => entry.map((inner) => encodeValue(inner))))
    if (object instanceof Set) return tagged('set', [...object].map((inner) => encodeValue(inner)))
    if (object instanceof Error) {
      const fields = ERROR_FIELDS.filter((name) => Reflect.get(object, name) !== undefined)
      return tagged(
        'error',
        encodeEntries([
          ['name', object.name],
          ['message', object.message],
          ...fields.map((name) => [name, Reflect.get(object, name)] as const),
        ]),
      )
    }
    // Actors and what else has methods cannot be replayed.
    if ('getSnapshot' in object || object instanceof AbortSignal) return tagged('undefined')
    const encoded = encodeEntries(Object.entries(object))
    return TAG in encoded ? tagged('object', encoded) : encoded
  }
  function encodeValue(inner: unknown, name?: string): Json {
    if (typeof inner === 'string') return placeholders.replace(inner, name)
    if (inner === null || typeof inner === 'boolean') return inner
    if (typeof inner === 'number') return Number.isFinite(inner) ? inner : tagged('number', `${inner}`)
    if (typeof inner === 'bigint') return tagged('bigint', `${inner}`)
    if (typeof inner !== 'object' || parents.includes(inner) || parents.length >= MAX_DEPTH) return tagged('undefined')
    parents.push(inner)
    const encoded = encodeObject(inner)
    parents.pop()
    return encoded
  }
  return encodeValue(value)
}

/** Decodes a value. Throws if it is not encoded correctly or too deep. */
export function decode(json: Json, depth = 0): unknown {
  if (depth > 2 * MAX_DEPTH) throw new Error('A value is nested too deeply.')
  const decodeInner = (inner: Json) => decode(inner, depth + 1)
  const decodeEntries = (object: { [name: string]: Json }): { [name: string]: unknown } =>
    Object.fromEntries(Object.entries(object).map(([key, inner]) => [key, decodeInner(inner)]))
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map(decodeInner)
  if (!Object.hasOwn(json, TAG)) return decodeEntries(json)
  const { value = null } = json
  switch (json[TAG]) {
    case 'undefined':
      return undefined
    case 'bigint':
      return BigInt(String(value))
    case 'number':
      return Number(value)
    case 'secret':
      return new Secret('000000')
    case 'date':
      return new Date(Number(value))
    case 'bytes':
      return bytesOf(String(value))
    case 'map':
      return new Map(listOf(value).map((entry): [unknown, unknown] => [decodeInner(listOf(entry)[0] ?? null), decodeInner(listOf(entry)[1] ?? null)]))
    case 'set':
      return new Set(listOf(value).map(decodeInner))
    case 'error':
      return errorOf(decodeEntries(objectOf(value)))
    case 'object':
      return decodeEntries(objectOf(value))
    default:
      throw new Error(`There is no kind of value called ${JSON.stringify(json[TAG])}.`)
  }
}

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.slice(2).match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))

function listOf(value: Json): Json[] {
  if (!Array.isArray(value)) throw new Error('A list is expected.')
  return value
}
function objectOf(value: Json): { [name: string]: Json } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('An object is expected.')
  return value
}

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errorTexts, code)

/** Errors of Latchkey get their class back: machines distinguish them by class and code. */
function errorOf({ name, message, ...fields }: { [name: string]: unknown }): Error {
  const { code, params, cause } = fields
  const options = { params: typeof params === 'object' ? params : {}, cause }
  if (name === 'ApiError' && isErrorCode(code))
    return Object.assign(new ApiError(code as never, { call: String(fields['call']), cause }), fields)
  if (name === 'LatchkeyError' && isErrorCode(code)) return new LatchkeyError(code, options as never)
  const error = Object.assign(new Error(String(message)), fields)
  error.name = String(name)
  return error
}
