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
const ERROR_FIELDS = [
  'code',
  'data',
  'shortMessage',
  'cause',
  'call',
  'status',
  'reasons',
  'serverText',
  'retryAfterMs',
  'params',
]

const NODE_URL = 'https://node.example'
/** All texts in a value. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsIn)
    : typeof value === 'string'
      ? [value]
      : []

const tagged = (kind: string, value: Json = null): Json => ({ [TAG]: kind, value })

/** Encodes the values of one recording. */
export interface Encoder {
  encode(value: unknown): Json
  /** How often each object was encoded. */
  counts: ReadonlyMap<object, number>
}

/**
 * Creates an encoder, which replaces private values. An object that appears several times is written once, so that it is one object
 * again in a replay: some machines compare objects by identity.
 * @param placeholders The replacements of private values.
 * @param earlier The encoder of a first pass over the same values, which counted the objects.
 */
export function createEncoder(placeholders: Placeholders, earlier?: Encoder): Encoder {
  const counts = new Map<object, number>()
  const parents: object[] = []
  const ids = new Map<object, number>()
  const encodeEntries = (entries: Iterable<readonly [string, unknown]>): { [name: string]: Json } =>
    Object.fromEntries(
      [...entries].map(([key, inner]) => {
        if (key !== 'rpcUrls') return [placeholders.replace(key), encodeValue(inner, key)]
        // URLs of nodes can contain keys, also where an error quotes them. A replay calls no node.
        for (const url of textsIn(inner)) placeholders.hide(url, NODE_URL)
        return [key, { default: { http: [NODE_URL] } }]
      }),
    )
  function encodeObject(object: object): Json {
    if (Array.isArray(object)) return object.map((inner: unknown) => encodeValue(inner))
    if (object instanceof Date) return tagged('date', object.getTime())
    if (object instanceof URL) return placeholders.replace(object.href)
    if (object instanceof Uint8Array) return tagged('bytes', placeholders.replace(`0x${hexOf(object)}`))
    if (object instanceof Map)
      return tagged(
        'map',
        [...object].map((entry) => entry.map((inner) => encodeValue(inner))),
      )
    if (object instanceof Set)
      return tagged(
        'set',
        [...object].map((inner) => encodeValue(inner)),
      )
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
    const encoded = encodeEntries(Object.entries(object))
    return TAG in encoded ? tagged('object', encoded) : encoded
  }
  function encodeShared(object: object): Json {
    const count = (counts.get(object) ?? 0) + 1
    counts.set(object, count)
    if (!earlier && count > 1) return null
    const id = ids.get(object)
    if (id !== undefined) return tagged('same', id)
    parents.push(object)
    const encoded = encodeObject(object)
    parents.pop()
    if ((earlier?.counts.get(object) ?? 0) < 2) return encoded
    ids.set(object, ids.size)
    return { [TAG]: 'shared', id: ids.size - 1, value: encoded }
  }
  function encodeValue(inner: unknown, name?: string): Json {
    if (typeof inner === 'string') return placeholders.replace(inner, name)
    if (inner === null || typeof inner === 'boolean') return inner
    if (typeof inner === 'number') return Number.isFinite(inner) ? inner : tagged('number', `${inner}`)
    if (typeof inner === 'bigint') return tagged('bigint', `${inner}`)
    if (inner instanceof Secret) return tagged('secret')
    // Functions, actors and signals cannot be replayed.
    const isData = typeof inner === 'object' && !('getSnapshot' in inner) && !(inner instanceof AbortSignal)
    if (!isData || parents.includes(inner) || parents.length >= MAX_DEPTH) return tagged('undefined')
    return encodeShared(inner)
  }
  return { encode: (value) => encodeValue(value), counts }
}

/** Decodes the values of one recording, in the order in which they were encoded. */
export interface Decoder {
  /** Throws if a value is not encoded correctly. */
  decode(json: Json): unknown
}

export function createDecoder(): Decoder {
  const shared = new Map<Json, unknown>()
  const decodeEntries = (object: { [name: string]: Json }, depth: number): { [name: string]: unknown } =>
    Object.fromEntries(Object.entries(object).map(([key, inner]) => [key, decode(inner, depth)]))
  const decodeList = (value: Json, depth: number): unknown[] => listOf(value).map((inner) => decode(inner, depth))
  function decodeTagged({ [TAG]: kind, value = null, id = null }: { [name: string]: Json }, depth: number): unknown {
    switch (kind) {
      case 'undefined':
        return undefined
      case 'bigint':
        return BigInt(textOf(value))
      case 'number':
        return Number(value)
      case 'secret':
        return new Secret('000000')
      case 'date':
        return new Date(Number(value))
      case 'bytes':
        return bytesOf(textOf(value))
      case 'map':
        return new Map(listOf(value).map((entry) => pairOf(decodeList(entry, depth))))
      case 'set':
        return new Set(decodeList(value, depth))
      case 'error':
        return errorOf(decodeEntries(objectOf(value), depth))
      case 'object':
        return decodeEntries(objectOf(value), depth)
      case 'shared':
        shared.set(id, decode(value, depth))
        return shared.get(id)
      case 'same':
        if (!shared.has(value)) throw new Error('A value refers to another one that does not exist.')
        return shared.get(value)
      default:
        throw new Error(`There is no kind of value called ${JSON.stringify(kind)}.`)
    }
  }
  function decode(json: Json, depth = 0): unknown {
    if (depth > 2 * MAX_DEPTH) throw new Error('A value is nested too deeply.')
    if (typeof json !== 'object' || json === null) return json
    if (Array.isArray(json)) return decodeList(json, depth + 1)
    return Object.hasOwn(json, TAG) ? decodeTagged(json, depth + 1) : decodeEntries(json, depth + 1)
  }
  return { decode: (json) => decode(json) }
}

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.slice(2).match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))

function textOf(value: Json): string {
  if (typeof value !== 'string') throw new Error('A text is expected.')
  return value
}
function listOf(value: Json): Json[] {
  if (!Array.isArray(value)) throw new Error('A list is expected.')
  return value
}
function objectOf(value: Json): { [name: string]: Json } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('An object is expected.')
  return value
}

const pairOf = ([key, value]: readonly unknown[]): [unknown, unknown] => [key, value]

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
