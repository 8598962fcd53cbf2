/** What keeps a transaction out of the chain: the rules of consensus, and of what nodes pass on, in Bitcoin Core's words. */
import { hex } from '@scure/base'
import type { Interpreter } from './interpreter.ts'
import type { WireTransaction } from './wire.ts'

/** An output, and where it stands: whoever spends it names its transaction and its number there. */
export interface Coin {
  txid: string
  vout: number
  value: bigint
  script: Uint8Array
  coinbase: boolean
  /** The block it came with, once it is in one. */
  height: number | undefined
  /** The transaction that spends it, wherever that is. */
  spentBy: string | undefined
}

/** Why a transaction is refused, with the code of Core's `sendrawtransaction`. */
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

/** The next block: how high it is, and how late. */
export interface NextBlock {
  height: number
  time: number
}

const isWitness = ([first = 0xff, length, ...rest]: Uint8Array) =>
  (first === 0 || (first >= 0x51 && first <= 0x60)) && rest.length === length && rest.length >= 2 && rest.length <= 40
const isUnspendable = (script: Uint8Array) => script[0] === 0x6a

/** What an output must be worth, in satoshis, for it to pay to be spent: three times a satoshi for each byte of that. */
function dustOf(script: Uint8Array): bigint {
  if (isUnspendable(script)) return 0n
  const spending = isWitness(script) ? 67 : 148
  return BigInt((8 + 1 + script.length + spending) * 3)
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)

/** What is wrong with a transaction by itself. */
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

/** Whether it may be in the next block, as it says itself (BIP-65, BIP-68). */
function checkTime({ inputs, lockTime, version }: WireTransaction, coins: readonly Coin[], next: NextBlock) {
  const now = lockTime < heightLimit ? next.height : next.time
  if (lockTime >= now && inputs.some(({ sequence }) => sequence !== finalSequence)) throw rejected('non-final')
  if (version < 2) return
  for (const [index, { sequence }] of inputs.entries()) {
    if (sequence & (1 << 31)) continue
    const blocks = sequence & 0xffff
    // Blocks come when they are wanted here, not with time: who asks to wait for a time is not let in.
    const inTime = sequence & (1 << 22)
    const since = coins[index]?.height ?? next.height
    if (blocks > 0 && (inTime || since + blocks > next.height)) throw rejected('non-BIP68-final')
  }
}

/** Judges a transaction over the coins that it spends; the fee in satoshis. Throws a Refusal. */
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
  // A satoshi a virtual byte is what nodes have passed on for years.
  if (fee < BigInt(transaction.vsize)) throw rejected(`min relay fee not met, ${fee} < ${transaction.vsize}`)
  const fault = run(transaction.bytes, coins)
  if (fault !== undefined) throw rejected(`mandatory-script-verify-flag-failed (${fault})`)
  return { coins, fee }
}

/** Whether a transaction says that it may be replaced (BIP-125). */
export const signalsReplacement = ({ inputs }: Pick<WireTransaction, 'inputs'>): boolean =>
  inputs.some(({ sequence }) => sequence < finalSequence - 1)

/** A transaction that waits, and what it pays. */
export interface Paying {
  transaction: WireTransaction
  fee: bigint
}
const mostReplaced = 100

/**
 * Judges a transaction that takes the place of others: of those that it conflicts with, and of all that spend what these pay. It has to pay
 * more than all of them together, more for its size than each that it conflicts with, and its own way through the network (BIP-125). Throws a
 * Refusal.
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
