/** Parses responses about bundles of calls (EIP-5792), in the current and the earlier format. */
import * as z from 'zod/mini'
import { CALLS } from '../../../machines/constants.ts'
import type { Capabilities, CallsReceipt, CallsStatus, SentCalls } from '../../../machines/calls/calls.types.ts'
import type { Network } from '../../../machines/shared/network.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { areCapabilitiesShort, bundleStatus, parseOwnId, statusCodeOf } from '../../../machines/calls/bundle.rules.ts'
import { bundleIdOf } from '../../../machines/calls/calls.rules.ts'
import { isRecord } from '../../../machines/shared/typeGuards.rules.ts'
import type { RpcPort } from '../../instance/ports.ts'
import { parseAnswer } from '../parseAnswer.ts'
import { isOperationReverted } from './receipts.ts'

const hexText = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))
const quantity = z.pipe(
  z.union([
    z.int().check(z.gte(0)),
    z.bigint().check(z.gte(0n)),
    z.string().check(z.regex(/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/)),
  ]),
  z.transform((value: number | bigint | string) => BigInt(value)),
)
const safeInteger = z.pipe(
  quantity.check(z.refine((value) => value <= BigInt(Number.MAX_SAFE_INTEGER))),
  z.transform((value: bigint) => Number(value)),
)
const capabilities = z.record(z.string(), z.unknown()).check(z.refine(areCapabilitiesShort))

const receipt = z.object({
  status: z.union([
    z.literal(['success', 'reverted']),
    z.pipe(
      safeInteger,
      z.transform((value: number) => (value === 1 ? ('success' as const) : ('reverted' as const))),
    ),
  ]),
  transactionHash: hexText,
  blockHash: hexText,
  blockNumber: quantity,
  gasUsed: quantity,
  logs: z._default(
    z
      .array(z.object({ address: hexText, data: hexText, topics: z.array(hexText) }))
      .check(z.maxLength(CALLS.logsAtMost)),
    [],
  ),
})
const statusSchema = z.object({
  status: z.union([z.literal(['PENDING', 'CONFIRMED']), safeInteger]),
  chainId: z.optional(safeInteger),
  atomic: z.optional(z.boolean()),
  receipts: z.nullish(z.array(receipt).check(z.maxLength(CALLS.receiptsAtMost))),
  capabilities: z.optional(capabilities),
})
/** A bundler's receipt of a bundle that was sent as a user operation (ERC-4337). */
const operationSchema = z.object({ success: z.boolean(), receipt: z.optional(z.unknown()) })

/** Parses the response to a sent bundle. An id proves that it was sent, even if the rest is invalid. Throws `send.unreadable`. */
export function readSendCallsResult(answer: unknown): SentCalls {
  const id = bundleIdOf(answer)
  if (id === undefined) throw new LatchkeyError('send.unreadable', { cause: answer })
  const { data: parsedCapabilities } = capabilities.safeParse(isRecord(answer) ? answer['capabilities'] : undefined)
  return { id, ...(parsedCapabilities && { capabilities: parsedCapabilities }) }
}

/** Parses the status of a bundle from the wallet or its bundler. Throws `wallet.invalidResponse`. */
export function readStatus(answer: unknown, id: string): CallsStatus {
  // The bundler has not seen it on the chain yet.
  if (answer === null) return { id, status: 'pending', statusCode: 100, receipts: [] }
  if (isRecord(answer) && 'success' in answer) return operationStatus(answer, id)
  if (isRecord(answer) && typeof answer['id'] === 'string' && answer['id'] !== id)
    throw new LatchkeyError('wallet.invalidResponse')
  const { status, receipts, chainId, atomic, capabilities: parsedCapabilities } = parseAnswer(statusSchema, answer)
  const callReceipts = receipts ?? []
  // The receipts take precedence over the wallet's status.
  const confirmedCode = () => (callReceipts.length === 0 ? 200 : statusCodeOf(callReceipts.map((item) => item.status)))
  const code = status === 'PENDING' ? 100 : status === 'CONFIRMED' || status === 200 ? confirmedCode() : status
  return {
    ...statusOf(id, code, callReceipts),
    ...(chainId !== undefined && { chainId }),
    ...(atomic !== undefined && { atomic }),
    ...(parsedCapabilities && { capabilities: parsedCapabilities }),
  }
}

function statusOf(id: string, statusCode: number, receipts: readonly CallsReceipt[]): CallsStatus {
  const status = bundleStatus(statusCode)
  if (!status) throw new LatchkeyError('wallet.invalidResponse')
  return { id, status, statusCode, receipts }
}

function operationStatus(answer: unknown, id: string): CallsStatus {
  const { success, receipt: rawReceipt } = parseAnswer(operationSchema, answer)
  const { data: parsedReceipt } = receipt.safeParse(rawReceipt)
  const status = success ? 'success' : 'reverted'
  // The transaction may have succeeded although the user operation in it failed.
  return { ...statusOf(id, success ? 200 : 500, parsedReceipt ? [{ ...parsedReceipt, status }] : []), atomic: true }
}

/**
 * The wallet's capabilities by chain, under 0 those for all chains. Chains with invalid data are left out. Throws
 * `wallet.capabilitiesInvalid` if the response as a whole is invalid.
 */
export function readCapabilities(answer: unknown): Readonly<Record<number, Capabilities>> {
  try {
    const entries = Object.entries(z.record(z.string(), z.unknown()).parse(answer)).flatMap(([chainId, value]) => {
      const parsed = /^0x[0-9a-fA-F]{1,13}$/.test(chainId) ? capabilities.safeParse(value) : undefined
      return parsed?.success ? [[Number(chainId), parsed.data] as const] : []
    })
    const capabilitiesByChain = Object.fromEntries(entries)
    if (!areCapabilitiesShort(capabilitiesByChain)) throw new TypeError('too long')
    return capabilitiesByChain
  } catch (cause) {
    throw new LatchkeyError('wallet.capabilitiesInvalid', { cause })
  }
}

/** The status of calls that were sent one by one, from their receipts. Throws `calls.idUnknown`, or the network's error. */
export async function statusOneByOne(
  id: string,
  { rpc, networks }: { rpc: RpcPort; networks: readonly Network[] },
  signal?: AbortSignal,
): Promise<CallsStatus> {
  const bundle = parseOwnId(id)
  const network = bundle && networks.find(({ caipNetworkId }) => caipNetworkId === `eip155:${bundle.chainId}`)
  if (!bundle || !network) throw new LatchkeyError('calls.idUnknown')
  const fetchReceipt = async (hash: string): Promise<CallsReceipt | undefined> => {
    const answer = await rpc.request(network, { method: 'eth_getTransactionReceipt', params: [hash] }, { signal })
    if (answer === null) return undefined
    const parsed = parseAnswer(receipt, answer)
    if (parsed.transactionHash.toLowerCase() !== hash.toLowerCase()) throw new LatchkeyError('wallet.invalidResponse')
    return isOperationReverted(parsed.logs) ? { ...parsed, status: 'reverted' } : parsed
  }
  const receipts = await Promise.all(bundle.hashes.map(fetchReceipt))
  const code = statusCodeOf(
    receipts.map((item) => item?.status),
    bundle.count,
  )
  const mined = receipts.filter((item) => item !== undefined)
  return { ...statusOf(id, code, mined), chainId: bundle.chainId, atomic: false }
}

const hex = (value: bigint | number) => `0x${value.toString(16)}`

/** Formats a status per EIP-5792. */
export const wireStatus = ({ id, statusCode, chainId, atomic, receipts }: CallsStatus) => ({
  version: '2.0.0',
  id,
  ...(chainId !== undefined && { chainId: hex(chainId) }),
  status: statusCode,
  atomic,
  receipts: receipts.map(({ status, blockNumber, gasUsed, ...rest }) => ({
    ...rest,
    status: status === 'success' ? '0x1' : '0x0',
    blockNumber: hex(blockNumber),
    gasUsed: hex(gasUsed),
  })),
})
