/** Validates transactions: consensus rules and relay policy, with the messages of Bitcoin Core. */
import { hex } from '@scure/base'
import type { Interpreter } from './interpreter.ts'
import type { WireTransaction } from './wire.ts'

/** An output and its outpoint (transaction id and index). */
export interface Coin {
  txid: string
  vout: number
  value: bigint
  script: Uint8Array
  coinbase: boolean
  /** The height of its block; `undefined` while pending. */
  height: number | undefined
  /** The transaction that spends it, pending or mined. */
  spentBy: string | undefined
}

/** A refused transaction, with the error code of Core's `sendrawtransaction`. */
export class Refusal extends Error {
  readonly code: number
  constructor(code: number, reason: string) {
    super(reason)
    this.name = 'Refusal'
    this.code = code
  }
}

const codes = { missing: -25, rejected: -26 }
const rejectedError = (reason: string) => new Refusal(codes.rejected, reason)

const maxSatoshis = 2_100_000_000_000_000n
const maxWeight = 400_000
const minBytes = 65
const maturity = 100
const finalSequence = 0xffffffff
const heightLimit = 500_000_000

/** The height and time of the next block. */
export interface NextBlock {
  height: number
  time: number
}

const isWitness = ([first = 0xff, length, ...rest]: Uint8Array) =>
  (first === 0 || (first >= 0x51 && first <= 0x60)) && rest.length === length && rest.length >= 2 && rest.length <= 40
const isUnspendable = (script: Uint8Array) => script[0] === 0x6a

/** The dust limit of an output in satoshis: the cost of creating and spending it at three satoshis per byte. */
function dustOf(script: Uint8Array): bigint {
  if (isUnspendable(script)) return 0n
  const spending = isWitness(script) ? 67 : 148
  return BigInt((8 + 1 + script.length + spending) * 3)
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)

/** Checks a transaction without its inputs' coins. */
function checkStructure({ inputs, outputs, weight, bytes, version }: WireTransaction) {
  if (outputs.length === 0) throw rejectedError('bad-txns-vout-empty')
  if (sum(outputs.map(({ amount }) => amount)) > maxSatoshis) throw rejectedError('bad-txns-txouttotal-toolarge')
  const spent = inputs.map(({ txid, index }) => `${hex.encode(txid)}:${index}`)
  if (new Set(spent).size < spent.length) throw rejectedError('bad-txns-inputs-duplicate')
  if (inputs.some(({ txid }) => txid.every((byte) => byte === 0))) throw rejectedError('coinbase')
  if (version < 1 || version > 3) throw rejectedError('version')
  if (weight > maxWeight) throw rejectedError('tx-size')
  if (bytes.length < minBytes) throw rejectedError('tx-size-small')
  if (outputs.some(({ amount, script }) => amount < dustOf(script))) throw rejectedError('dust')
}

/** Checks whether the transaction's locks allow it in the next block (BIP-65, BIP-68). */
function checkLocks({ inputs, lockTime, version }: WireTransaction, coins: readonly Coin[], next: NextBlock) {
  const current = lockTime < heightLimit ? next.height : next.time
  if (lockTime >= current && inputs.some(({ sequence }) => sequence !== finalSequence)) throw rejectedError('non-final')
  if (version < 2) return
  for (const [index, { sequence }] of inputs.entries()) {
    if (sequence & (1 << 31)) continue
    const blocks = sequence & 0xffff
    // Blocks are mined on demand here, so relative time locks never expire and are rejected.
    const isTimeBased = sequence & (1 << 22)
    const confirmedAt = coins[index]?.height ?? next.height
    if (blocks > 0 && (isTimeBased || confirmedAt + blocks > next.height)) throw rejectedError('non-BIP68-final')
  }
}

/** Validates a transaction against the coins that it spends. Returns the fee in satoshis, or throws a Refusal. */
export function validateTransaction(
  transaction: WireTransaction,
  find: (txid: Uint8Array, index: number) => Coin | undefined,
  next: NextBlock,
  runScripts: Interpreter,
  isReplaceable: (txid: string) => boolean = () => false,
): { coins: readonly Coin[]; fee: bigint } {
  checkStructure(transaction)
  const coins = transaction.inputs.map(({ txid, index }) => {
    const coin = find(txid, index)
    if (!coin) throw new Refusal(codes.missing, 'bad-txns-inputs-missingorspent')
    return coin
  })
  for (const coin of coins) {
    if (coin.spentBy !== undefined && !isReplaceable(coin.spentBy)) throw rejectedError('txn-mempool-conflict')
    const mature = coin.height === undefined || coin.height + maturity <= next.height
    if (coin.coinbase && !mature) throw rejectedError('bad-txns-premature-spend-of-coinbase')
  }
  checkLocks(transaction, coins, next)
  const fee = sum(coins.map(({ value }) => value)) - sum(transaction.outputs.map(({ amount }) => amount))
  if (fee < 0n) throw rejectedError('bad-txns-in-belowout')
  // Nodes relay transactions from one satoshi per virtual byte.
  if (fee < BigInt(transaction.vsize)) throw rejectedError(`min relay fee not met, ${fee} < ${transaction.vsize}`)
  const scriptError = runScripts(transaction.bytes, coins)
  if (scriptError !== undefined) throw rejectedError(`mandatory-script-verify-flag-failed (${scriptError})`)
  return { coins, fee }
}

/** Whether a transaction signals replaceability (BIP-125). */
export const signalsReplacement = ({ inputs }: Pick<WireTransaction, 'inputs'>): boolean =>
  inputs.some(({ sequence }) => sequence < finalSequence - 1)

/** A pending transaction and its fee. */
export interface FeeEntry {
  transaction: WireTransaction
  fee: bigint
}
const maxReplaced = 100

/**
 * Validates a replacement: it conflicts with some pending transactions, and removes them and their descendants. It must pay a
 * higher fee rate than each conflict, a higher fee than all removed transactions together, and its own relay fee (BIP-125).
 * Throws a Refusal.
 */
export function validateReplacement(
  { transaction, fee }: FeeEntry,
  conflicts: readonly FeeEntry[],
  removed: readonly FeeEntry[],
): void {
  const { txid, vsize, inputs } = transaction
  if (removed.length > maxReplaced) throw rejectedError('too many potential replacements')
  const removedTxids = new Set(removed.map(({ transaction: { txid: removedTxid } }) => removedTxid))
  if (inputs.some((input) => removedTxids.has(hex.encode(input.txid))))
    throw rejectedError('bad-txns-spends-conflicting-tx')
  const rejectFee = (reason: string) => rejectedError(`insufficient fee, rejecting replacement ${txid}${reason}`)
  const paysHigherRate = (other: FeeEntry) => fee * BigInt(other.transaction.vsize) > other.fee * BigInt(vsize)
  if (!conflicts.every(paysHigherRate)) throw rejectFee('; new feerate <= old feerate')
  const removedFees = sum(removed.map((other) => other.fee))
  if (fee < removedFees) throw rejectFee(`, less fees than conflicting txs; ${fee} < ${removedFees}`)
  if (fee - removedFees < BigInt(vsize))
    throw rejectFee(`, not enough additional fees to relay; ${fee - removedFees} < ${vsize}`)
}
