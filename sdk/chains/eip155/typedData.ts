/** Validates EIP-712 data and encodes it for JSON-RPC. Loaded on first use. */
import {
  BaseError,
  getTypesForEIP712Domain,
  serializeTypedData,
  validateTypedData,
  type TypedDataDefinition,
} from 'viem'
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
    return serializeTypedData(definition)
  } catch (error) {
    throw invalidRequest(
      `typed data: ${error instanceof BaseError ? error.shortMessage : 'it cannot be encoded'}`,
      error,
    )
  }
}
