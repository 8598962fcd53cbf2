/** What a node tells of a transaction that a block has taken up. */
import { entryPoint06Address, entryPoint07Address, entryPoint08Address } from 'viem/account-abstraction'
import * as z from 'zod/mini'
import { LatchkeyError } from '../../../machines/errors/error.ts'
import { isTransactionHash } from '../../../machines/rules/hex.ts'
import type { Receipt } from '../../../machines/transfer/transaction.contract.ts'

const ENTRY_POINTS = [entryPoint06Address, entryPoint07Address, entryPoint08Address].map((one) => one.toLowerCase())
/** UserOperationEvent(bytes32 userOpHash, address sender, address paymaster, uint256 nonce, bool success, …) of ERC-4337. */
const OPERATION = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'

const logsSchema = z.array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() }))

/**
 * Whether what an account that is a contract wanted was undone, though the transaction around it went well: a bundler sends that, and
 * the EntryPoint says what became of each operation in it.
 */
function isUndone(logs: unknown, from: string): boolean {
  const { data: known = [] } = logsSchema.safeParse(logs)
  return known.some(({ address, topics: [event, , sender = ''], data }) => {
    const isOwn = event === OPERATION && sender.slice(26).toLowerCase() === from.slice(2).toLowerCase()
    return isOwn && ENTRY_POINTS.includes(address.toLowerCase()) && /^0x.{64}0{64}/.test(data)
  })
}

/** What became of a transaction of an account. Throws `rpc.malformed`. */
export function readReceipt({ status, logs }: { status: unknown; logs: unknown }, hash: string, from: string): Receipt {
  const isKnown = status === 'success' || status === 'reverted'
  if (!isKnown || !isTransactionHash(hash)) throw new LatchkeyError('rpc.malformed', { cause: { status, hash } })
  return { status: isUndone(logs, from) ? 'reverted' : status, hash }
}
