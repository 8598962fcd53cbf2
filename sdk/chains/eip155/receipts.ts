/** Reads the receipt of a mined transaction. */
import {
  entryPoint06Address,
  entryPoint07Address,
  entryPoint08Address,
  entryPoint09Address,
} from 'viem/account-abstraction'
import type { Client, TransactionReceipt } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import * as z from 'zod/mini'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { isTransactionHash } from '../../../machines/shared/hex.rules.ts'
import type { Receipt } from '../../../machines/transactions/transaction.contract.ts'

const ENTRY_POINTS = [entryPoint06Address, entryPoint07Address, entryPoint08Address, entryPoint09Address].map(
  (address) => address.toLowerCase(),
)
/** UserOperationEvent(bytes32 userOpHash, address sender, address paymaster, uint256 nonce, bool success, …) of ERC-4337. */
const USER_OPERATION_EVENT = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'

const logsSchema = z.array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() }))

/** The user operations in a transaction, from the events of the EntryPoint: each with its sender and result. */
function operationsIn(logs: unknown): { sender: string; isReverted: boolean }[] {
  const { data: parsedLogs = [] } = logsSchema.safeParse(logs)
  return parsedLogs
    .filter(
      ({ address, topics: [event] }) => event === USER_OPERATION_EVENT && ENTRY_POINTS.includes(address.toLowerCase()),
    )
    .map(({ topics: [, , sender = ''], data }) => ({
      sender: `0x${sender.slice(26).toLowerCase()}`,
      isReverted: /^0x.{64}0{64}/.test(data),
    }))
}

/**
 * Whether the user operation of a smart account failed, although the bundler's transaction around it succeeded. True if all
 * operations of the account failed. If the account is unknown, the transaction must contain exactly one operation.
 */
export function isOperationReverted(logs: unknown, from?: string): boolean {
  const operations = operationsIn(logs)
  if (from === undefined) return operations.length === 1 && operations.every((operation) => operation.isReverted)
  const ownOperations = operations.filter(({ sender }) => sender === from.toLowerCase())
  return ownOperations.length > 0 && ownOperations.every((operation) => operation.isReverted)
}

/** Reads the receipt of a transaction; `undefined` while there is none. */
export async function findReceipt(client: Client, hash: string): Promise<TransactionReceipt | undefined> {
  try {
    return await getTransactionReceipt(client, { hash: hash as `0x${string}` })
  } catch (error) {
    if (error instanceof Error && error.name === 'TransactionReceiptNotFoundError') return undefined
    throw error
  }
}

/** Parses the receipt of an account's transaction. Throws `rpc.malformed`. */
export function readReceipt({ status, logs }: { status: unknown; logs: unknown }, hash: string, from: string): Receipt {
  const isKnown = status === 'success' || status === 'reverted'
  if (!isKnown || !isTransactionHash(hash)) throw new LatchkeyError('rpc.malformed', { cause: { status, hash } })
  return { status: isOperationReverted(logs, from || undefined) ? 'reverted' : status, hash }
}
