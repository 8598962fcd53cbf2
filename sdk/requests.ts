/** What a site asks an EVM wallet for, judged and as JSON-RPC carries it. Loaded with the first such question. */
import * as z from 'zod/mini'
import { CALLS } from '../machines/constants.ts'
import type { Connection } from '../machines/entities/account.ts'
import type { Capabilities } from '../machines/entities/calls.ts'
import { referenceOf } from '../machines/entities/namespace.ts'
import { LatchkeyError } from '../machines/errors/error.ts'
import { addressFault } from '../machines/rules/addresses.ts'
import { areShort } from '../machines/rules/bundles.ts'
import { isOwnId } from '../machines/rules/calls.ts'
import { isRecord } from '../machines/rules/pairing/shapes.ts'
import { assertContractData, isContractData } from '../machines/rules/hex.ts'
import { faultText, PLAIN } from '../machines/schemas/fault.ts'
import type { Authorization } from './chains/eip155/authorizations.ts'
import type { RpcCall } from '../machines/entities/question.ts'
import { part } from './platform/part.ts'

export { callSentFor } from '../machines/rules/sentCalls.ts'

/** An EVM transaction. Amounts are bigint, in wei; gas is a number of units. */
export interface TransactionRequest {
  /** The receiver; `null` creates a contract of `data`. Missing only where the first authorization tells it. */
  to?: string | null
  value?: bigint
  data?: `0x${string}`
  gas?: bigint
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
  gasPrice?: bigint
  nonce?: number
  /** The chain that it is for; by default the one that the wallet is connected on. A wallet that is elsewhere is not asked. */
  chainId?: number
  authorizationList?: readonly Authorization[]
}

/** One call of a bundle. A receiver is missing only where `data` creates a contract. */
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
  /** All of them happen, or none; a wallet that cannot do that refuses. */
  atomicRequired?: boolean
  capabilities?: Capabilities
  /** The chain that they are for; by default the one that the wallet is connected on. A wallet that is elsewhere is not asked. */
  chainId?: number
  /** What the bundle is known by; by default the wallet says it. */
  id?: string
  /**
   * A wallet that knows no bundles is asked for one transaction a call, unless all or none have to happen, or a capability is needed
   * that is not optional.
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

/** What is wrong, by the field that it is in. */
const invalid = (reason: string) => new LatchkeyError('request.invalid', { params: { reason } })

function judged<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const { data, error } = schema.safeParse(value, PLAIN)
  if (error) throw invalid(faultText(error, what))
  return data as z.output<Schema>
}

/** Whole wei. What is no number counts as 0 [5.28]; a fraction, or less than nothing, is refused. */
export function weiOf(value: unknown): bigint {
  const text = typeof value === 'string' ? value.trim() : value
  const number = typeof text === 'string' && text !== '' ? Number(text) : text
  if (typeof number === 'bigint') return positive(number)
  if (typeof number !== 'number' || Number.isNaN(number)) return 0n
  if (typeof text === 'string' && /^(-?\d+|0x[0-9a-f]+)$/i.test(text)) return positive(BigInt(text))
  if (number < 0) throw new LatchkeyError('amount.negative')
  if (typeof text === 'string' || !Number.isSafeInteger(number))
    throw invalid(`value: ${String(text)} is not a whole number of wei; give it as a bigint`)
  return BigInt(number)
}

function positive(value: bigint): bigint {
  if (value < 0n) throw new LatchkeyError('amount.negative')
  return value
}

/** The bytes of a message as 0x hex. Throws `request.invalid`, `data.invalid`. */
export function encodeMessage(message: unknown): `0x${string}` {
  if (typeof message === 'string')
    return `0x${Array.from(new TextEncoder().encode(message), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  const { raw } = judged(z.strictObject({ raw: z.string() }), message, 'message')
  assertContractData(raw)
  return raw
}

/** Who receives it, where a transaction says so: the signer of its first authorization, unless it is told [5.29]. */
async function receiverOf({ to, data, authorizationList = [] }: z.output<typeof transactionSchema>) {
  if (to === null && data !== undefined) return undefined
  if (typeof to === 'string') {
    const fault = addressFault('eip155', to)
    if (fault) throw fault
    return to
  }
  const [first] = authorizationList
  const { inferReceiver } = await part(import('./chains/eip155/authorizations.ts'))
  const inferred = first && to === undefined ? await inferReceiver(first as Authorization) : undefined
  if (inferred === undefined) throw new LatchkeyError('transaction.toRequired')
  return inferred
}

/** A transaction as JSON-RPC carries it. Throws a `LatchkeyError` that says what is wrong. */
export async function encodeTransaction(
  transaction: unknown,
  { address: from }: Pick<Connection, 'address'>,
): Promise<Record<string, unknown>> {
  const asked = judged(transactionSchema, transaction, 'transaction')
  const { value, data, authorizationList, to: _, ...amounts } = asked
  const to = await receiverOf(asked)
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

/** JSON that is no longer than any wallet needs. */
const capabilities = z.record(z.string(), z.unknown()).check(z.refine(areShort, { error: 'no JSON, or too long' }))
const bundleId = z.string().check(z.minLength(1), z.maxLength(CALLS.idAtMost))
/** Ids of ours say what was sent one by one. */
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

/** Who a call of a bundle is for, and its data: both begin with 0x [5.27]. */
function aimOf({ to, data }: { to?: string | undefined; data?: unknown }): { to?: string; data?: `0x${string}` } {
  if (to === undefined && data === undefined) throw invalid('calls: neither `to` nor `data`')
  const fault = to === undefined ? undefined : addressFault('eip155', to)
  if (fault) throw fault
  return { ...(to !== undefined && { to }), ...(data !== undefined && { data: contractDataOf(data) }) }
}

/** A bundle as JSON-RPC carries it. */
export interface EncodedBundle {
  version: string
  id?: string
  from: string
  chainId: string
  atomicRequired: boolean
  calls: readonly { to?: string; data?: string; value?: string; capabilities?: Capabilities }[]
  capabilities?: Capabilities
}

/** A bundle as JSON-RPC carries it. Throws a `LatchkeyError` that says what is wrong. */
export function encodeCalls(
  bundle: unknown,
  { address: from, networkId }: Pick<Connection, 'address' | 'networkId'>,
): EncodedBundle {
  const asked = judged(bundleSchema, bundle, 'bundle')
  const calls = asked.calls.map((call) => ({
    ...aimOf(call),
    ...(call.value !== undefined && { value: hex(call.value) }),
    ...(call.capabilities && { capabilities: call.capabilities }),
  }))
  return {
    version: '2.0.0',
    ...(asked.id !== undefined && { id: asked.id }),
    from,
    chainId: hex(asked.chainId ?? BigInt(referenceOf(networkId))),
    atomicRequired: asked.atomicRequired ?? false,
    calls,
    ...(asked.capabilities && { capabilities: asked.capabilities }),
  }
}

/** What a wallet is asked of what it can do: on these chains, or on all. */
export function encodeCapabilities(chainIds: unknown, { address }: Pick<Connection, 'address'>): unknown[] {
  const asked = judged(z.optional(z.array(z.int().check(z.gte(0)))), chainIds, 'chainIds')
  return asked ? [address, asked.map(hex)] : [address]
}

/** The id of a bundle, where it may be one. */
export const judgeBundleId = (id: unknown): string => judged(bundleId, id, 'id')

/** What wallets are sent as JSON-RPC (EIP-1474): of fields that no standard knows yet nothing is said. */
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
/** A bundle as EIP-5792 has it, or had it: the version says which. */
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
    throw invalid('typed data: no JSON')
  }
}

const keysIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>(
        (sum, each) => sum + keysIn(each),
        Array.isArray(value) ? 0 : Object.keys(value).length,
      )
    : 0

/** Whether JSON names a field twice: parsers differ in which one counts, so that a wallet could sign another than was read. */
const hasTwins = (text: string): boolean =>
  // In JSON, a string before a colon is always a name.
  [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined).length !==
  keysIn(JSON.parse(text))

/** Some libraries write null for a field that is missing, which wallets take. */
const withoutNull = (asked: unknown): unknown =>
  isRecord(asked) ? Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null)) : asked

/** Judges what a page asks by JSON-RPC, before the wallet is asked. Throws `request.invalid` and others. */
export function judgeCall({ method, params }: RpcCall): void {
  const [first, second] = (Array.isArray(params) ? params : []) as unknown[]
  switch (method) {
    case 'eth_sendTransaction': {
      const { to, data, input } = judged(wireTransactionSchema, withoutNull(first), 'transaction')
      if ((to ?? data ?? input) === undefined) throw new LatchkeyError('transaction.toRequired')
      return
    }
    case 'wallet_sendCalls':
      judged(wireBundleSchema, first, 'bundle')
      return
    case 'personal_sign':
      // Some pages name the account first; wallets know.
      judged(z.tuple([z.string(), z.string()]), [first, second], 'params')
      if (![first, second].some((text) => hexAddress.safeParse(text).success)) throw invalid('params: no account')
      return
    case 'eth_signTypedData_v4':
      judged(hexAddress, first, 'account')
      judged(typedDataSchema, jsonOf(second), 'typed data')
      if (typeof second === 'string' && hasTwins(second)) throw invalid('typed data: a field is there twice')
  }
}
