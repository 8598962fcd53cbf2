/** Validates EVM wallet requests and encodes them for JSON-RPC. Loaded with the first such request. */
import * as z from 'zod/mini'
import { CALLS } from '../../machines/constants.ts'
import type { Connection } from '../../machines/shared/account.types.ts'
import type { Capabilities } from '../../machines/calls/calls.types.ts'
import { referenceOf } from '../../machines/shared/namespace.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { validateAddress } from '../../machines/shared/addresses.rules.ts'
import { areCapabilitiesShort } from '../../machines/calls/bundle.rules.ts'
import { isOwnId } from '../../machines/calls/calls.rules.ts'
import { isRecord } from '../../machines/shared/typeGuards.rules.ts'
import { assertContractData, isContractData } from '../../machines/shared/hex.rules.ts'
import { issueText, PLAIN } from '../../machines/shared/errors/schemaIssue.ts'
import type { Authorization } from '../chains/eip155/authorizations.ts'
import type { RpcCall } from '../../machines/wallet-requests/walletRequest.types.ts'
import { loadPart } from '../platform/loadPart.ts'

export { callPurpose } from '../../machines/transactions/sentCalls.rules.ts'

/** An EVM transaction. `value` and the fees are in wei, `gas` in units of gas. */
export interface TransactionRequest {
  /** The receiver. `null` creates a contract from `data`. Can be omitted if the first authorization implies it. */
  to?: string | null
  value?: bigint
  data?: `0x${string}`
  gas?: bigint
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
  gasPrice?: bigint
  nonce?: number
  /** The chain to send on. Default: the chain of the connection. Fails with `send.otherNetwork` if the wallet is on another chain. */
  chainId?: number
  authorizationList?: readonly Authorization[]
}

/** One call of a bundle. `to` is omitted only if `data` creates a contract. */
export interface CallRequest {
  to?: string
  data?: `0x${string}`
  /** In wei. */
  value?: bigint
  capabilities?: Capabilities
}
/** A bundle of calls (EIP-5792). */
export interface CallsRequest {
  calls: readonly CallRequest[]
  /** Requires atomic execution: all calls or none. A wallet that cannot do that refuses. */
  atomicRequired?: boolean
  capabilities?: Capabilities
  /** The chain to send on. Default: the chain of the connection. Fails with `send.otherNetwork` if the wallet is on another chain. */
  chainId?: number
  /** The id of the bundle. Default: assigned by the wallet. */
  id?: string
  /**
   * If the wallet does not support bundles, sends each call as a separate transaction. Not with `atomicRequired`, or with a capability that
   * is not optional.
   */
  fallback?: boolean
}

const hex = (value: bigint | number): `0x${string}` => `0x${value.toString(16)}`

const hexText = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))
const hexData = z.string().check(z.refine(isContractData))
const hexQuantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
const chainId = z.union([hexQuantity, z.int().check(z.gt(0))])
const hexAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const count = z.union([z.bigint().check(z.gte(0n)), z.int().check(z.gte(0))])
const natural = z.int().check(z.gte(0))

const authorizationSchema = z.strictObject({
  address: hexAddress,
  chainId: natural,
  nonce: natural,
  r: hexText,
  s: hexText,
  yParity: z.union([z.literal(0), z.literal(1)]),
})

const transactionSchema = z.strictObject({
  to: z.nullish(z.string()),
  value: z.optional(z.unknown()),
  data: z.optional(z.unknown()),
  gas: z.optional(count),
  maxFeePerGas: z.optional(count),
  maxPriorityFeePerGas: z.optional(count),
  gasPrice: z.optional(count),
  nonce: z.optional(natural),
  chainId: z.optional(z.int().check(z.gt(0))),
  authorizationList: z.optional(z.array(authorizationSchema)),
})

const invalidError = (reason: string) => new LatchkeyError('request.invalid', { params: { reason } })

function parseRequest<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, label: string): z.output<Schema> {
  const { data, error } = schema.safeParse(value, PLAIN)
  if (error) throw invalidError(issueText(error, label))
  return data as z.output<Schema>
}

/** Converts a value to wei. A value that is not a number counts as 0 [5.28]. Throws on fractions and negative numbers. */
export function weiOf(value: unknown): bigint {
  const text = typeof value === 'string' ? value.trim() : value
  const number = typeof text === 'string' && text !== '' ? Number(text) : text
  if (typeof number === 'bigint') return positive(number)
  if (typeof number !== 'number' || Number.isNaN(number)) return 0n
  if (typeof text === 'string' && /^(-?\d+|0x[0-9a-f]+)$/i.test(text)) return positive(BigInt(text))
  if (number < 0) throw new LatchkeyError('amount.negative')
  if (typeof text === 'string' || !Number.isSafeInteger(number))
    throw invalidError(`value: ${String(text)} is not a whole number of wei; give it as a bigint`)
  return BigInt(number)
}

function positive(value: bigint): bigint {
  if (value < 0n) throw new LatchkeyError('amount.negative')
  return value
}

/** Encodes a message as 0x hex. Throws `request.invalid` or `data.invalid`. */
export function encodeMessage(message: unknown): `0x${string}` {
  if (typeof message === 'string')
    return `0x${Array.from(new TextEncoder().encode(message), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  const { raw } = parseRequest(z.strictObject({ raw: z.string() }), message, 'message')
  assertContractData(raw)
  return raw
}

/** The receiver of a transaction: `to`, or else the signer of the first authorization [5.29]. */
async function receiverOf({ to, data, authorizationList = [] }: z.output<typeof transactionSchema>) {
  if (to === null && data !== undefined) return undefined
  if (typeof to === 'string') {
    const fault = validateAddress('eip155', to)
    if (fault) throw fault
    return to
  }
  const [first] = authorizationList
  const { recoverSigner } = await loadPart(import('../chains/eip155/authorizations.ts'))
  const inferred = first && to === undefined ? await recoverSigner(first as Authorization) : undefined
  if (inferred === undefined) throw new LatchkeyError('transaction.toRequired')
  return inferred
}

/** Validates a transaction and encodes it for JSON-RPC. Throws a `LatchkeyError` if it is invalid. */
export async function encodeTransaction(
  transaction: unknown,
  { address: from }: Pick<Connection, 'address'>,
): Promise<Record<string, unknown>> {
  const parsed = parseRequest(transactionSchema, transaction, 'transaction')
  const { value, data, authorizationList, to: _, ...amounts } = parsed
  const to = await receiverOf(parsed)
  if (data !== undefined) assertContractData(data)
  return {
    from,
    ...(to !== undefined && { to }),
    ...(data !== undefined && { data }),
    ...(value !== undefined && { value: hex(weiOf(value)) }),
    ...Object.fromEntries(
      Object.entries(amounts).flatMap(([name, amount]) => (amount === undefined ? [] : [[name, hex(amount)]])),
    ),
    ...(authorizationList && {
      authorizationList: authorizationList.map(({ chainId, nonce, yParity, ...signed }) => ({
        ...signed,
        chainId: hex(chainId),
        nonce: hex(nonce),
        yParity: hex(yParity),
      })),
    }),
  }
}

/** JSON of limited length. */
const capabilities = z
  .record(z.string(), z.unknown())
  .check(z.refine(areCapabilitiesShort, { error: 'no JSON, or too long' }))
const bundleId = z.string().check(z.minLength(1), z.maxLength(CALLS.idAtMost))
/** Rejects ids in Latchkey's own format, which encodes the transactions of calls that were sent one by one. */
const newBundleId = bundleId.check(z.refine((id) => !isOwnId(id), { error: 'begins as ids of ours do' }))

const bundleSchema = z.strictObject({
  calls: z
    .array(
      z.strictObject({
        to: z.optional(z.string()),
        data: z.optional(z.unknown()),
        value: z.optional(z.bigint().check(z.gte(0n))),
        capabilities: z.optional(capabilities),
      }),
    )
    .check(z.minLength(1)),
  atomicRequired: z.optional(z.boolean()),
  capabilities: z.optional(capabilities),
  chainId: z.optional(z.int().check(z.gt(0))),
  id: z.optional(newBundleId),
  fallback: z.optional(z.boolean()),
})

function contractDataOf(data: unknown): `0x${string}` {
  assertContractData(data)
  return data
}

/** The receiver and the data of a call in a bundle; both start with 0x [5.27]. */
function targetOf({ to, data }: { to?: string | undefined; data?: unknown }): { to?: string; data?: `0x${string}` } {
  if (to === undefined && data === undefined) throw invalidError('calls: neither `to` nor `data`')
  const fault = to === undefined ? undefined : validateAddress('eip155', to)
  if (fault) throw fault
  return { ...(to !== undefined && { to }), ...(data !== undefined && { data: contractDataOf(data) }) }
}

/** A bundle of calls, encoded for JSON-RPC. */
export interface EncodedBundle {
  version: string
  id?: string
  from: string
  chainId: string
  atomicRequired: boolean
  calls: readonly { to?: string; data?: string; value?: string; capabilities?: Capabilities }[]
  capabilities?: Capabilities
}

/** Validates a bundle of calls and encodes it for JSON-RPC. Throws a `LatchkeyError` if it is invalid. */
export function encodeCalls(
  bundle: unknown,
  { address: from, networkId }: Pick<Connection, 'address' | 'networkId'>,
): EncodedBundle {
  const parsed = parseRequest(bundleSchema, bundle, 'bundle')
  const calls = parsed.calls.map((call) => ({
    ...targetOf(call),
    ...(call.value !== undefined && { value: hex(call.value) }),
    ...(call.capabilities && { capabilities: call.capabilities }),
  }))
  return {
    version: '2.0.0',
    ...(parsed.id !== undefined && { id: parsed.id }),
    from,
    chainId: hex(parsed.chainId ?? BigInt(referenceOf(networkId))),
    atomicRequired: parsed.atomicRequired ?? false,
    calls,
    ...(parsed.capabilities && { capabilities: parsed.capabilities }),
  }
}

/** The parameters of `wallet_getCapabilities`, for these chains or for all. */
export function encodeCapabilities(chainIds: unknown, { address }: Pick<Connection, 'address'>): unknown[] {
  const parsed = parseRequest(z.optional(z.array(z.int().check(z.gte(0)))), chainIds, 'chainIds')
  return parsed ? [address, parsed.map(hex)] : [address]
}

/** Validates the id of a bundle. */
export const validateBundleId = (id: unknown): string => parseRequest(bundleId, id, 'id')

/** A transaction in JSON-RPC (EIP-1474). Unknown fields are allowed, for future standards. */
const wireTransactionSchema = z.looseObject({
  from: z.optional(hexAddress),
  to: z.nullish(hexAddress),
  value: z.optional(hexQuantity),
  data: z.optional(hexData),
  input: z.optional(hexData),
  gas: z.optional(hexQuantity),
  gasPrice: z.optional(hexQuantity),
  maxFeePerGas: z.optional(hexQuantity),
  maxPriorityFeePerGas: z.optional(hexQuantity),
  nonce: z.optional(hexQuantity),
  chainId: z.optional(chainId),
})
/** A bundle of calls in the current or an earlier version of EIP-5792. */
const wireBundleSchema = z.looseObject({
  id: z.optional(newBundleId),
  from: z.optional(hexAddress),
  chainId: z.optional(chainId),
  atomicRequired: z.optional(z.boolean()),
  calls: z
    .array(
      z.looseObject({
        to: z.optional(hexAddress),
        data: z.optional(hexData),
        value: z.optional(hexQuantity),
        chainId: z.optional(chainId),
        capabilities: z.optional(capabilities),
      }),
    )
    .check(z.minLength(1)),
  capabilities: z.optional(capabilities),
})
const fieldSchema = z.object({ name: z.string(), type: z.string() })
const typedDataSchema = z
  .object({
    types: z.record(z.string(), z.array(fieldSchema)),
    primaryType: z.string(),
    domain: z.record(z.string(), z.unknown()),
    message: z.record(z.string(), z.unknown()),
  })
  .check(
    z.refine(({ types, primaryType }) => Object.hasOwn(types, primaryType), { error: 'primaryType is not in types' }),
  )

function jsonOf(text: unknown): unknown {
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw invalidError('typed data: no JSON')
  }
}

const keysIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>(
        (sum, item) => sum + keysIn(item),
        Array.isArray(value) ? 0 : Object.keys(value).length,
      )
    : 0

/** Whether JSON has a duplicate key. Parsers differ in which one they use, so the wallet could sign another value than the one shown. */
const hasDuplicateKeys = (text: string): boolean =>
  // In JSON, a string before a colon is always a key.
  [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined).length !==
  keysIn(JSON.parse(text))

/** Removes null fields: some libraries write null for a missing field, and wallets accept it. */
const withoutNull = (param: unknown): unknown =>
  isRecord(param) ? Object.fromEntries(Object.entries(param).filter(([, value]) => value !== null)) : param

/** Validates a JSON-RPC request of the app before it is sent to the wallet. Throws `request.invalid` and others. */
export function validateCall({ method, params }: RpcCall): void {
  const [first, second] = (Array.isArray(params) ? params : []) as unknown[]
  switch (method) {
    case 'eth_sendTransaction': {
      const { to, data, input } = parseRequest(wireTransactionSchema, withoutNull(first), 'transaction')
      if ((to ?? data ?? input) === undefined) throw new LatchkeyError('transaction.toRequired')
      return
    }
    case 'wallet_sendCalls':
      parseRequest(wireBundleSchema, first, 'bundle')
      return
    case 'personal_sign':
      // Some apps pass the account first; wallets accept both orders.
      parseRequest(z.tuple([z.string(), z.string()]), [first, second], 'params')
      if (![first, second].some((text) => hexAddress.safeParse(text).success)) throw invalidError('params: no account')
      return
    case 'eth_signTypedData_v4':
      parseRequest(hexAddress, first, 'account')
      parseRequest(typedDataSchema, jsonOf(second), 'typed data')
      if (typeof second === 'string' && hasDuplicateKeys(second))
        throw invalidError('typed data: a field is there twice')
  }
}
