/** Bitcoin's wire format: transactions and blocks. */
import { hex } from '@scure/base'
import { RawTx, Script } from '@scure/btc-signer'
import { RawOldTx } from '@scure/btc-signer/script.js'
import { toVsize } from '@scure/btc-signer/transaction.js'
import { concatBytes, sha256x2 } from '@scure/btc-signer/utils.js'

interface Fields {
  version: number
  segwitFlag?: boolean | undefined
  inputs: { txid: Uint8Array; index: number; finalScriptSig: Uint8Array; sequence: number }[]
  outputs: { amount: bigint; script: Uint8Array }[]
  witnesses?: Uint8Array[][] | undefined
  lockTime: number
}

/** A parsed transaction. */
export interface WireTransaction extends Fields {
  txid: string
  bytes: Uint8Array
  /** The virtual size: a quarter of the weight, rounded up. */
  vsize: number
  weight: number
}

/** A hash in display order, with its bytes reversed. */
const displayHash = (hash: Uint8Array) => hex.encode(hash.toReversed())
const parseDisplayHash = (text: string) => hex.decode(text).toReversed()

/** Parses a transaction. Throws unless the bytes are exactly one. */
export function readTransaction(bytes: Uint8Array): WireTransaction {
  const fields: Fields = RawTx.decode(bytes)
  const stripped = RawOldTx.encode(fields)
  const weight = stripped.length * 3 + bytes.length
  return { ...fields, txid: displayHash(sha256x2(stripped)), bytes, weight, vsize: toVsize(weight) }
}

/** Serializes a transaction and parses the result. */
export const writeTransaction = (fields: Fields): WireTransaction => readTransaction(RawTx.encode(fields))

/** A block: a header that references the previous block, and the transactions that the header commits to. */
export interface Block {
  height: number
  hash: string
  previous: string | undefined
  /** In seconds since 1970. */
  time: number
  merkleRoot: string
  nonce: number
  /** The serialized header. */
  header: Uint8Array
  transactions: readonly WireTransaction[]
}

/** The easiest target, which every second hash meets, as on regtest. */
export const bits = 0x207fffff
const highestByte = 0x7f

const uint32 = (value: number) => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}

/** The Merkle root: hashes are combined in pairs, and an odd last one with itself. */
function merkleRoot(hashes: readonly Uint8Array[]): Uint8Array {
  const [first] = hashes
  if (!first) throw new Error('A tree has leaves.')
  if (hashes.length === 1) return first
  const pairs = Array.from({ length: Math.ceil(hashes.length / 2) }, (_, index) => {
    const [left = first, right = left] = hashes.slice(index * 2, index * 2 + 2)
    return sha256x2(left, right)
  })
  return merkleRoot(pairs)
}

const subsidy = 5_000_000_000n
const zeroHash = new Uint8Array(32)
/** BIP-141: the prefix of the output that commits to a block's witnesses. */
const commitmentPrefix = Uint8Array.of(0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed)

/** The coinbase transaction of a block. Its outputs are the subsidy and the fees. */
function createCoinbase(height: number, pending: readonly WireTransaction[], fees: bigint, plan: MiningPlan) {
  const plannedAmount = plan.outputs?.reduce((sum, { amount }) => sum + amount, 0n) ?? 0n
  const witnesses = merkleRoot([zeroHash, ...pending.map(({ bytes }) => sha256x2(bytes))])
  return writeTransaction({
    version: 2,
    segwitFlag: true,
    // BIP-34: the height makes each coinbase transaction unique.
    inputs: [
      {
        txid: zeroHash,
        index: 0xffffffff,
        finalScriptSig: Script.encode([height, 'OP_0']),
        sequence: 0xffffffff,
      },
    ],
    outputs: [
      ...(plan.outputs ?? []),
      { amount: subsidy + fees - plannedAmount, script: plan.script },
      { amount: 0n, script: concatBytes(commitmentPrefix, sha256x2(witnesses, zeroHash)) },
    ],
    witnesses: [[zeroHash]],
    lockTime: 0,
  })
}

/** The outputs of a new block's reward: `outputs`, and the rest to `script`. */
export interface MiningPlan {
  script: Uint8Array
  outputs?: readonly { amount: bigint; script: Uint8Array }[]
}

/** Mines the next block: increments the nonce until the hash meets the target. */
export function mineBlock(
  previous: Pick<Block, 'height' | 'hash'>,
  pending: readonly WireTransaction[],
  fees: bigint,
  plan: MiningPlan,
): Block {
  const height = previous.height + 1
  const transactions = [createCoinbase(height, pending, fees, plan), ...pending]
  const root = merkleRoot(transactions.map(({ txid }) => parseDisplayHash(txid)))
  const time = Math.floor(Date.now() / 1000)
  const headerStart = concatBytes(uint32(0x20000000), parseDisplayHash(previous.hash), root, uint32(time), uint32(bits))
  for (let nonce = 0; ; nonce += 1) {
    const header = concatBytes(headerStart, uint32(nonce))
    const hash = sha256x2(header)
    if ((hash.at(-1) ?? 0xff) < highestByte)
      return {
        height,
        hash: displayHash(hash),
        previous: previous.hash,
        time,
        merkleRoot: displayHash(root),
        nonce,
        header,
        transactions,
      }
  }
}
