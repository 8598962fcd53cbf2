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
const rejected = (reason: string) => new Refusal(codes.rejected, reason)

const mostSatoshis = 2_100_000_000_000_000n
const mostWeight = 400_000
const leastBytes = 65
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
function checkForm({ inputs, outputs, weight, bytes, version }: WireTransaction) {
  if (outputs.length === 0) throw rejected('bad-txns-vout-empty')
  if (sum(outputs.map(({ amount }) => amount)) > mostSatoshis) throw rejected('bad-txns-txouttotal-toolarge')
  const spent = inputs.map(({ txid, index }) => `${hex.encode(txid)}:${index}`)
  if (new Set(spent).size < spent.length) throw rejected('bad-txns-inputs-duplicate')
  if (inputs.some(({ txid }) => txid.every((byte) => byte === 0))) throw rejected('coinbase')
  if (version < 1 || version > 3) throw rejected('version')
  if (weight > mostWeight) throw rejected('tx-size')
  if (bytes.length < leastBytes) throw rejected('tx-size-small')
  if (outputs.some(({ amount, script }) => amount < dustOf(script))) throw rejected('dust')
}

/** Checks whether the transaction's locks allow it in the next block (BIP-65, BIP-68). */
function checkTime({ inputs, lockTime, version }: WireTransaction, coins: readonly Coin[], next: NextBlock) {
  const now = lockTime < heightLimit ? next.height : next.time
  if (lockTime >= now && inputs.some(({ sequence }) => sequence !== finalSequence)) throw rejected('non-final')
  if (version < 2) return
  for (const [index, { sequence }] of inputs.entries()) {
    if (sequence & (1 << 31)) continue
    const blocks = sequence & 0xffff
    // Blocks are mined on demand here, so relative time locks never expire and are rejected.
    const inTime = sequence & (1 << 22)
    const since = coins[index]?.height ?? next.height
    if (blocks > 0 && (inTime || since + blocks > next.height)) throw rejected('non-BIP68-final')
  }
}

/** Validates a transaction against the coins that it spends. Returns the fee in satoshis, or throws a Refusal. */
export function judge(
  transaction: WireTransaction,
  find: (txid: Uint8Array, index: number) => Coin | undefined,
  next: NextBlock,
  run: Interpreter,
  isReplaceable: (txid: string) => boolean = () => false,
): { coins: readonly Coin[]; fee: bigint } {
  checkForm(transaction)
  const coins = transaction.inputs.map(({ txid, index }) => {
    const coin = find(txid, index)
    if (!coin) throw new Refusal(codes.missing, 'bad-txns-inputs-missingorspent')
    return coin
  })
  for (const coin of coins) {
    if (coin.spentBy !== undefined && !isReplaceable(coin.spentBy)) throw rejected('txn-mempool-conflict')
    const mature = coin.height === undefined || coin.height + maturity <= next.height
    if (coin.coinbase && !mature) throw rejected('bad-txns-premature-spend-of-coinbase')
  }
  checkTime(transaction, coins, next)
  const fee = sum(coins.map(({ value }) => value)) - sum(transaction.outputs.map(({ amount }) => amount))
  if (fee < 0n) throw rejected('bad-txns-in-belowout')
  // Nodes relay transactions from one satoshi per virtual byte.
  if (fee < BigInt(transaction.vsize)) throw rejected(`min relay fee not met, ${fee} < ${transaction.vsize}`)
  const fault = run(transaction.bytes, coins)
  if (fault !== undefined) throw rejected(`mandatory-script-verify-flag-failed (${fault})`)
  return { coins, fee }
}

/** Whether a transaction signals replaceability (BIP-125). */
export const signalsReplacement = ({ inputs }: Pick<WireTransaction, 'inputs'>): boolean =>
  inputs.some(({ sequence }) => sequence < finalSequence - 1)

/** A pending transaction and its fee. */
export interface Paying {
  transaction: WireTransaction
  fee: bigint
}
const mostReplaced = 100

/**
 * Validates a replacement: it conflicts with some pending transactions, and removes them and their descendants. It must pay a
 * higher fee rate than each conflict, a higher fee than all removed transactions together, and its own relay fee (BIP-125).
 * Throws a Refusal.
 */
export function judgeReplacement(
  { transaction, fee }: Paying,
  conflicts: readonly Paying[],
  gone: readonly Paying[],
): void {
  const { txid, vsize, inputs } = transaction
  if (gone.length > mostReplaced) throw rejected('too many potential replacements')
  const leaving = new Set(gone.map(({ transaction: { txid: of } }) => of))
  if (inputs.some((input) => leaving.has(hex.encode(input.txid)))) throw rejected('bad-txns-spends-conflicting-tx')
  const refused = (reason: string) => rejected(`insufficient fee, rejecting replacement ${txid}${reason}`)
  const isDearer = (other: Paying) => fee * BigInt(other.transaction.vsize) > other.fee * BigInt(vsize)
  if (!conflicts.every(isDearer)) throw refused('; new feerate <= old feerate')
  const before = sum(gone.map((other) => other.fee))
  if (fee < before) throw refused(`, less fees than conflicting txs; ${fee} < ${before}`)
  if (fee - before < BigInt(vsize)) throw refused(`, not enough additional fees to relay; ${fee - before} < ${vsize}`)
}
