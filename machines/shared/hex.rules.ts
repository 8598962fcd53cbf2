import { namespaceOf, type Namespace, type NetworkId } from './namespace.types.ts'
import { LatchkeyError } from './errors/error.ts'

/** Whether a value is `0x` and 64 hex characters [5.11]. */
export const isTransactionHash = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x[A-Fa-f0-9]{64}$/.test(value)

/** Base58 of 64 bytes: the first signature, which identifies a Solana transaction. */
const isSolanaSignature = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(value)

/** The hash of a Bitcoin transaction, in the format of its nodes. */
const isBitcoinHash = (value: unknown): value is string => typeof value === 'string' && /^[a-f0-9]{64}$/.test(value)

const TRANSACTION_IDS: Partial<Record<Namespace, (value: unknown) => value is string>> = {
  solana: isSolanaSignature,
  bip122: isBitcoinHash,
}

/** Whether a value can identify a transaction of a network. */
export const isTransactionId = (networkId: NetworkId, value: unknown): value is string =>
  (TRANSACTION_IDS[namespaceOf(networkId)] ?? isTransactionHash)(value)

/** Returns the id of the transaction in a wallet's answer: the answer itself, or a field of an object. */
export function sentId(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer
  const { txid, signature } = answer as Readonly<Record<string, unknown>>
  return txid ?? signature
}

/** Whether a value is `0x` and at least 62 hex characters [5.12]. */
export const isSignedMessage = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x[a-fA-F0-9]{62,}$/.test(value)

/** Returns the kind of a wallet's answer: a transaction hash or a signature, or an object [5.13]. */
export const responseKind = (value: unknown): 'transaction' | 'object' =>
  isTransactionHash(value) || isSignedMessage(value) ? 'transaction' : 'object'

/** Whether a value is contract data: 0x hex of even length [5.15]. */
export const isContractData = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(value)

export function assertContractData(value: unknown): asserts value is `0x${string}` {
  if (!isContractData(value)) throw new LatchkeyError('data.invalid')
}
