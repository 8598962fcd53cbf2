/** Schemas of the params that sites send to the wallet. */
import { type Address, type Hex, hexToBigInt, isAddress, isHex } from 'viem'
import * as z from 'zod/mini'
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'

const hex = z.custom<Hex>((value) => isHex(value))
const quantity = z.pipe(
  hex,
  z.transform((value: Hex) => hexToBigInt(value)),
)
const chainId = z.pipe(quantity, z.transform(Number))
const rest = z.unknown()

/** An address in any case. */
export const address = z.custom<Address>((value) => typeof value === 'string' && isAddress(value, { strict: false }))

const domain = z.object({
  name: z.optional(z.string()),
  version: z.optional(z.string()),
  chainId: z.optional(z.pipe(z.union([z.number(), z.string()]), z.transform(Number))),
  verifyingContract: z.optional(address),
  salt: z.optional(hex),
})

/** The typed data of `eth_signTypedData_v4` (EIP-712). */
export const typedData = z.object({
  domain,
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
})

export type TypedDataDocument = z.output<typeof typedData>

const transaction = z.object({
  from: address,
  to: z.nullish(address),
  value: z.optional(quantity),
  data: z.optional(hex),
  input: z.optional(hex),
  gas: z.optional(quantity),
  nonce: z.optional(chainId),
  gasPrice: z.optional(quantity),
  maxFeePerGas: z.optional(quantity),
  maxPriorityFeePerGas: z.optional(quantity),
  chainId: z.optional(chainId),
})

const capabilities = z.optional(z.record(z.string(), z.looseObject({ optional: z.optional(z.boolean()) })))
const bundle = z.object({
  version: z.string(),
  id: z.optional(z.string()),
  from: address,
  chainId,
  atomicRequired: z.boolean(),
  calls: z
    .array(z.object({ to: z.optional(address), value: z.optional(quantity), data: z.optional(hex), capabilities }))
    .check(z.minLength(1)),
  capabilities,
})

const addedChain = z.object({
  chainId,
  chainName: z.string(),
  rpcUrls: z.tuple([z.url()], z.url()),
  nativeCurrency: z.object({ symbol: z.string() }),
})

/** The params by method, for methods that have any. */
export const paramsOf = {
  personal_sign: z.tuple([z.string(), address], rest),
  eth_signTypedData_v4: z.tuple([address, z.union([z.string(), z.looseObject({})])], rest),
  eth_sendTransaction: z.tuple([transaction], rest),
  wallet_getCapabilities: z.tuple([address, z.optional(z.array(chainId))], rest),
  wallet_sendCalls: z.tuple([bundle], rest),
  wallet_getCallsStatus: z.tuple([z.string()], rest),
  wallet_switchEthereumChain: z.tuple([z.object({ chainId })], rest),
  wallet_addEthereumChain: z.tuple([addedChain], rest),
  permissions: z.tuple([z.object({ eth_accounts: z.looseObject({}) })], rest),
}

/** Parses `value` with a schema. Throws -32602 if it is invalid. */
export function parseParams<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  throw new ProviderRpcError(rpcCodes.invalidParams, 'Invalid parameters.', result.error.issues)
}

/** Parses EIP-712 typed data, given as JSON text (as most libraries send it) or as an object. */
export function readTypedData(document: string | object) {
  try {
    return parseParams(typedData, typeof document === 'string' ? JSON.parse(document) : document)
  } catch (error) {
    if (error instanceof ProviderRpcError) throw error
    throw new ProviderRpcError(rpcCodes.invalidParams, 'The typed data is not JSON.')
  }
}
