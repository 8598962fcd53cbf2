/** What wallets and nodes answer about bundles of calls (EIP-5792), as it is and as it was: in one shape. */
import * as z from 'zod/mini'
import { CALLS } from '../../../machines/constants.ts'
import type { Capabilities, CallsReceipt, CallsStatus, SentCalls } from '../../../machines/entities/calls.ts'
import type { Network } from '../../../machines/entities/network.ts'
import { LatchkeyError } from '../../../machines/errors/error.ts'
import { areShort, bundleStatus, sentBy, statusCodeOf } from '../../../machines/rules/bundles.ts'
import { bundleIdOf } from '../../../machines/rules/calls.ts'
import { isRecord } from '../../../machines/rules/pairing/shapes.ts'
import type { RpcPort } from '../../ports.ts'
import { believe } from '../believe.ts'
import { isUndone } from './receipts.ts'

const hexText = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))
const quantity = z.pipe(
  z.union([
    z.int().check(z.gte(0)),
    z.bigint().check(z.gte(0n)),
    z.string().check(z.regex(/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/)),
  ]),
  z.transform((value: number | bigint | string) => BigInt(value)),
)
const safe = z.pipe(
  quantity.check(z.refine((value) => value <= BigInt(Number.MAX_SAFE_INTEGER))),
  z.transform((value: bigint) => Number(value)),
)
const capabilities = z.record(z.string(), z.unknown()).check(z.refine(areShort))

const receipt = z.object({
  status: z.union([
    z.literal(['success', 'reverted']),
    z.pipe(
      safe,
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
  status: z.union([z.literal(['PENDING', 'CONFIRMED']), safe]),
  chainId: z.optional(safe),
  atomic: z.optional(z.boolean()),
  receipts: z.nullish(z.array(receipt).check(z.maxLength(CALLS.receiptsAtMost))),
  capabilities: z.optional(capabilities),
})
/** What a bundler knows of a bundle that went as a user operation (ERC-4337). */
const operationSchema = z.object({ success: z.boolean(), receipt: z.optional(z.unknown()) })

/** What a wallet answers to a bundle; it is sent, whatever else of the answer can be believed. Throws `send.unreadable`. */
export function readSent(answer: unknown): SentCalls {
  const id = bundleIdOf(answer)
  if (id === undefined) throw new LatchkeyError('send.unreadable', { cause: answer })
  const { data: said } = capabilities.safeParse(isRecord(answer) ? answer['capabilities'] : undefined)
  return { id, ...(said && { capabilities: said }) }
}

/** What a wallet, or the bundler that it names, answers of a bundle. Throws `wallet.invalidResponse`. */
export function readStatus(answer: unknown, id: string): CallsStatus {
  // A bundler that has not seen it on the chain yet.
  if (answer === null) return { id, status: 'pending', statusCode: 100, receipts: [] }
  if (isRecord(answer) && 'success' in answer) return ofOperation(answer, id)
  if (isRecord(answer) && typeof answer['id'] === 'string' && answer['id'] !== id)
    throw new LatchkeyError('wallet.invalidResponse')
  const { status, receipts, chainId, atomic, capabilities: said } = believe(statusSchema, answer)
  const known = receipts ?? []
  // What stands on the chain counts, whatever the wallet makes of it.
  const confirmed = () => (known.length === 0 ? 200 : statusCodeOf(known.map((one) => one.status)))
  const code = status === 'PENDING' ? 100 : status === 'CONFIRMED' || status === 200 ? confirmed() : status
  return {
    ...statusOf(id, code, known),
    ...(chainId !== undefined && { chainId }),
    ...(atomic !== undefined && { atomic }),
    ...(said && { capabilities: said }),
  }
}

function statusOf(id: string, statusCode: number, receipts: readonly CallsReceipt[]): CallsStatus {
  const status = bundleStatus(statusCode)
  if (!status) throw new LatchkeyError('wallet.invalidResponse')
  return { id, status, statusCode, receipts }
}

function ofOperation(answer: unknown, id: string): CallsStatus {
  const { success, receipt: told } = believe(operationSchema, answer)
  const { data: read } = receipt.safeParse(told)
  const status = success ? 'success' : 'reverted'
  // The transaction may have succeeded where what the bundler put into it has not.
  return { ...statusOf(id, success ? 200 : 500, read ? [{ ...read, status }] : []), atomic: true }
}

/**
 * What a wallet can do, by chain; under 0 what it can do on each. A chain of which nothing can be read is left out. Throws
 * `wallet.capabilitiesInvalid` if the answer as a whole cannot be read.
 */
export function readCapabilities(answer: unknown): Readonly<Record<number, Capabilities>> {
  try {
    const told = Object.entries(z.record(z.string(), z.unknown()).parse(answer)).flatMap(([chainId, each]) => {
      const read = /^0x[0-9a-fA-F]{1,13}$/.test(chainId) ? capabilities.safeParse(each) : undefined
      return read?.success ? [[Number(chainId), read.data] as const] : []
    })
    const known = Object.fromEntries(told)
    if (!areShort(known)) throw new TypeError('too long')
    return known
  } catch (cause) {
    throw new LatchkeyError('wallet.capabilitiesInvalid', { cause })
  }
}

/** What became of calls that were sent one by one, from their receipts. Throws `calls.idUnknown`, and what the network says. */
export async function statusOneByOne(
  id: string,
  { rpc, networks }: { rpc: RpcPort; networks: readonly Network[] },
  signal?: AbortSignal,
): Promise<CallsStatus> {
  const sent = sentBy(id)
  const network = sent && networks.find(({ caipNetworkId }) => caipNetworkId === `eip155:${sent.chainId}`)
  if (!sent || !network) throw new LatchkeyError('calls.idUnknown')
  const fetchReceipt = async (hash: string): Promise<CallsReceipt | undefined> => {
    const answer = await rpc.request(network, { method: 'eth_getTransactionReceipt', params: [hash] }, { signal })
    if (answer === null) return undefined
    const told = believe(receipt, answer)
    if (told.transactionHash.toLowerCase() !== hash.toLowerCase()) throw new LatchkeyError('wallet.invalidResponse')
    return isUndone(told.logs) ? { ...told, status: 'reverted' } : told
  }
  const receipts = await Promise.all(sent.hashes.map(fetchReceipt))
  const code = statusCodeOf(
    receipts.map((one) => one?.status),
    sent.count,
  )
  const known = receipts.filter((one) => one !== undefined)
  return { ...statusOf(id, code, known), chainId: sent.chainId, atomic: false }
}

const hex = (value: bigint | number) => `0x${value.toString(16)}`

/** A status as EIP-5792 has it. */
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
