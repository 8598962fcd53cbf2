/** Validates EIP-712 data and encodes it for JSON-RPC. Loaded on first use. */
import {
  BaseError,
  getTypesForEIP712Domain,
  hashTypedData,
  serializeTypedData,
  validateTypedData,
  type TypedDataDefinition,
} from 'viem'
import { reasonOf } from '../../../machines/shared/errors/error.ts'
import { isRecord } from '../../../machines/shared/typeGuards.rules.ts'
import { invalidRequest } from '../../wallet-requests/deepCopy.ts'

/** Structured data to sign (EIP-712). `EIP712Domain` can be left out of `types`; it is derived from `domain`. */
export interface TypedData {
  domain?: {
    name?: string
    version?: string
    chainId?: number | bigint
    verifyingContract?: `0x${string}`
    salt?: `0x${string}`
  }
  /** The fields of each struct, by the name of the struct. */
  types: Readonly<Record<string, readonly { name: string; type: string }[]>>
  /** The name of the struct that `message` is. */
  primaryType: string
  /** The values by field. Integers are bigints, numbers or decimal text; bytes are 0x hex. */
  message: Readonly<Record<string, unknown>>
}

/** Throws if a field of the type `string`, or an item of a list of these, has another value. */
function checkTexts(types: TypedData['types'], type: string, value: unknown): void {
  const item = /^(.+)\[\d*\]$/.exec(type)?.[1]
  if (item !== undefined && Array.isArray(value)) for (const each of value) checkTexts(types, item, each)
  if (type === 'string' && typeof value !== 'string') throw new TypeError(`${String(value)} is no string`)
  for (const field of types[type] ?? []) checkTexts(types, field.type, Reflect.get(Object(value), field.name))
}

/**
 * Returns the JSON that wallets sign.
 * @throws LatchkeyError `request.invalid` if a value does not match its type.
 */
export function encodeTypedData({ domain = {}, types, primaryType, message }: TypedData): string {
  if (![domain, types, message].every(isRecord))
    throw invalidRequest('typed data: domain, types and message are objects')
  // The type is written for apps; viem infers its own from literal types.
  const definition = {
    domain,
    types: { EIP712Domain: getTypesForEIP712Domain({ domain }), ...types },
    primaryType,
    message,
  } as TypedDataDefinition
  try {
    validateTypedData(definition)
    // The validation accepts texts for numbers, and every value for a text. A wallet would sign something else, or fail.
    hashTypedData(definition)
    checkTexts(types, primaryType, message)
    return serializeTypedData(definition)
  } catch (error) {
    throw invalidRequest(`typed data: ${error instanceof BaseError ? error.shortMessage : reasonOf(error)}`, error)
  }
}
