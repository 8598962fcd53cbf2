/** Reads non-standard responses to a sent transaction. Loaded with the first such response. */
import { isHex, keccak256, parseTransaction, type TransactionSerialized } from 'viem'
import { isTransactionHash } from '../../../machines/shared/hex.rules.ts'
import { isRecord } from '../../../machines/shared/typeGuards.rules.ts'

const HASH_FIELDS = ['hash', 'transactionHash', 'txHash', 'result'] as const

/** The hash of a signed transaction, which some wallets return instead of the hash. */
function hashOfSigned(text: string): `0x${string}` | undefined {
  if (!isHex(text)) return undefined
  try {
    parseTransaction(text as TransactionSerialized)
    return keccak256(text)
  } catch {
    return undefined
  }
}

/**
 * Extracts the hash from a wallet's response: with or without `0x`, in an object under a common name, or from a signed
 * transaction. `undefined` for anything else.
 */
export function readSentHash(answer: unknown): `0x${string}` | undefined {
  if (isRecord(answer)) return HASH_FIELDS.map((name) => readSentHash(answer[name])).find((hash) => hash !== undefined)
  if (typeof answer !== 'string') return undefined
  const text = answer.trim()
  if (isTransactionHash(text)) return text
  if (isTransactionHash(`0x${text}`)) return `0x${text}`
  return hashOfSigned(text)
}
