/** Parses user operations for EntryPoint 0.7 (ERC-4337, ERC-7677). */
import { hexToBigInt, isAddressEqual, isHex, numberToHex, type Hex } from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import * as z from 'zod/mini'
import { maxGasOf, type Operation } from './bundler.ts'
import { address, parseParams } from './params.ts'
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'

const bytes = z.custom<Hex>((value) => isHex(value) && value.length % 2 === 0)
const quantity = z.pipe(
  z.custom<Hex>((value) => isHex(value) && value.length > 2 && value.length <= 66),
  z.transform((value: Hex) => hexToBigInt(value)),
)
/** The EntryPoint packs these into 16 bytes each. */
const uint128 = quantity.check(z.lt(2n ** 128n))
const gas = z._default(uint128, 0n)
const operationSchema = z.strictObject({
  sender: address,
  nonce: quantity,
  factory: z.optional(address),
  factoryData: z.optional(bytes),
  callData: bytes,
  callGasLimit: gas,
  verificationGasLimit: gas,
  preVerificationGas: gas,
  maxFeePerGas: gas,
  maxPriorityFeePerGas: gas,
  paymaster: z.optional(address),
  paymasterData: z.optional(bytes),
  paymasterVerificationGasLimit: z.optional(uint128),
  paymasterPostOpGasLimit: z.optional(uint128),
  signature: z._default(bytes, '0x'),
})

/** A third of a sandbox block's gas limit. */
const maxGas = 10_000_000n

export const invalidParams = (message: string) => new ProviderRpcError(rpcCodes.invalidParams, message)

/** Parses an operation and the params after it. Rejects other EntryPoints, and operations that would fill a block. */
export function readOperation(params: unknown): { operation: Operation; rest: unknown[] } {
  const [parsed, entryPoint, ...rest] = parseParams(z.tuple([operationSchema, address], z.unknown()), params)
  if (!isAddressEqual(entryPoint, entryPoint07Address)) throw invalidParams(`${entryPoint} is no EntryPoint here.`)
  if (maxGasOf(parsed as Operation) > maxGas) throw invalidParams('The operation asks for too much gas.')
  return { operation: parsed as Operation, rest }
}

/** Serializes an operation. */
export const writeOperation = (operation: Operation): Record<string, Hex> =>
  Object.fromEntries(
    Object.entries(operation).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'bigint' ? numberToHex(value) : (value as Hex)]],
    ),
  )
