/** Parses user operations for EntryPoint 0.7 (ERC-4337, ERC-7677). */
import { hexToBigInt, isAddressEqual, isHex, numberToHex, type Hex } from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import * as z from 'zod/mini'
import { gasOf, type Operation } from './bundler.ts'
import { address, read } from './params.ts'
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'

const bytes = z.custom<Hex>((value) => isHex(value) && value.length % 2 === 0)
const quantity = z.pipe(
  z.custom<Hex>((value) => isHex(value) && value.length > 2 && value.length <= 66),
  z.transform((value: Hex) => hexToBigInt(value)),
)
/** The EntryPoint packs these into 16 bytes each. */
const half = quantity.check(z.lt(2n ** 128n))
const gas = z._default(half, 0n)
const operation = z.strictObject({
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
  paymasterVerificationGasLimit: z.optional(half),
  paymasterPostOpGasLimit: z.optional(half),
  signature: z._default(bytes, '0x'),
})

/** A third of a sandbox block's gas limit. */
const gasAtMost = 10_000_000n

export const invalid = (message: string) => new ProviderRpcError(rpcCodes.invalidParams, message)

/** Parses an operation and the params after it. Rejects other EntryPoints, and operations that would fill a block. */
export function readOperation(params: unknown): { operation: Operation; more: unknown[] } {
  const [asked, entryPoint, ...more] = read(z.tuple([operation, address], z.unknown()), params)
  if (!isAddressEqual(entryPoint, entryPoint07Address)) throw invalid(`${entryPoint} is no EntryPoint here.`)
  if (gasOf(asked as Operation) > gasAtMost) throw invalid('The operation asks for too much gas.')
  return { operation: asked as Operation, more }
}

/** Serializes an operation. */
export const writeOperation = (given: Operation): Record<string, Hex> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'bigint' ? numberToHex(value) : (value as Hex)]],
    ),
  )
