/** Selects the coins of a transfer and computes its fee and change. All values are bytes and satoshis. */
import { BITCOIN } from '../../../machines/constants.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { formatAmount } from '../../../machines/shared/amounts.rules.ts'
import type { BitcoinAddress } from './addresses.ts'

/** The decimals of every Bitcoin network [3.16]. */
export const DECIMALS = 8

type Kind = BitcoinAddress['type']

/** Virtual bytes to spend one output with one signature. For scripts, the size of a typical two-of-three multisig. */
const INPUT_BYTES: Readonly<Record<Kind, number>> = { pkh: 148, sh: 91, wpkh: 68, wsh: 105, tr: 58, p2a: 41 }
const OUTPUT_BYTES: Readonly<Record<Kind, number>> = { pkh: 34, sh: 32, wpkh: 31, wsh: 43, tr: 43, p2a: 13 }
/** Virtual bytes of a transaction without inputs and outputs. */
const BASE_BYTES = 11
/** In satoshis: nodes do not relay outputs below these values. */
const DUST: Readonly<Record<Kind, bigint>> = { pkh: 546n, sh: 540n, wpkh: 294n, wsh: 330n, tr: 330n, p2a: 240n }

/** An unspent output of an address; `value` in satoshis. */
export interface Coin {
  txid: string
  vout: number
  value: bigint
  /** Whether it is in a block. */
  isMined: boolean
}

/** The coins that a transfer spends. Amount, fee and change add up to their value exactly. */
export interface Plan {
  coins: readonly Coin[]
  amount: bigint
  fee: bigint
  /** The change to the sender; 0 if it would be below the dust limit, in which case it is left as fee. */
  change: bigint
}

/** The cost of virtual bytes in satoshis, at a rate in thousandths of a satoshi per byte. */
const costOf = (bytes: number, rate: bigint): bigint => (BigInt(bytes) * rate + 999n) / 1000n

/** Coins worth more than the cost of spending them: confirmed ones first, then the largest, up to a maximum number. */
function selectCoins(
  coins: readonly Coin[],
  kind: Kind,
  rate: bigint,
): { selected: readonly Coin[]; isTruncated: boolean } {
  const candidates = coins
    .filter(({ value }) => value > costOf(INPUT_BYTES[kind], rate))
    .toSorted((a, b) => Number(b.isMined) - Number(a.isMined) || Number(b.value - a.value))
  return { selected: candidates.slice(0, BITCOIN.coinsAtMost), isTruncated: candidates.length > BITCOIN.coinsAtMost }
}

const sumOf = (coins: readonly Coin[]): bigint => coins.reduce((sum, { value }) => sum + value, 0n)

/**
 * The maximum amount in satoshis when everything is sent without change, or `undefined` if the fee exceeds it. The fee is
 * sufficient for any type of receiver.
 */
export function maximumOf(coins: readonly Coin[], kind: Kind, rate: bigint): bigint | undefined {
  const { selected } = selectCoins(coins, kind, rate)
  const bytes = BASE_BYTES + OUTPUT_BYTES.wsh + selected.length * INPUT_BYTES[kind]
  const maximum = sumOf(selected) - costOf(bytes, rate)
  return maximum < DUST.pkh ? undefined : maximum
}

export interface Order {
  coins: readonly Coin[]
  /** In satoshis. */
  amount: bigint
  /** Thousandths of a satoshi per virtual byte. */
  rate: bigint
  from: Kind
  to: Kind
  symbol: string
}

/** Converts a fee rate, up to a limit. Throws `send.feeTooHigh`. */
export function validateFeeRate(satoshisPerByte: number): bigint {
  if (satoshisPerByte > BITCOIN.rateAtMost) throw new LatchkeyError('send.feeTooHigh')
  return BigInt(Math.ceil(satoshisPerByte * 1000))
}

/**
 * Plans a transfer with as few coins as possible and a fee up to a limit. Throws `amount.dust`, `amount.insufficient`,
 * `send.gasUnaffordable`, `send.tooManyCoins`, `send.feeTooHigh`.
 */
export function planTransaction({ coins, amount, rate, from, to, symbol }: Order): Plan {
  const dustLimit = DUST[to]
  if (amount < dustLimit)
    throw new LatchkeyError('amount.dust', { params: { least: formatAmount(dustLimit, DECIMALS), symbol } })
  const { selected, isTruncated } = selectCoins(coins, from, rate)
  for (let count = 1; count <= selected.length; count += 1) {
    const inputs = selected.slice(0, count)
    const bytes = BASE_BYTES + OUTPUT_BYTES[to] + count * INPUT_BYTES[from]
    const surplus = sumOf(inputs) - amount
    if (surplus < costOf(bytes, rate)) continue
    const remainder = surplus - costOf(bytes + OUTPUT_BYTES[from], rate)
    const change = remainder < DUST[from] ? 0n : remainder
    const fee = surplus - change
    if (fee > BITCOIN.feeAtMost) throw new LatchkeyError('send.feeTooHigh')
    return { coins: inputs, amount, fee, change }
  }
  if (isTruncated) throw new LatchkeyError('send.tooManyCoins', { params: { most: BITCOIN.coinsAtMost } })
  if (sumOf(coins) < amount) throw new LatchkeyError('amount.insufficient')
  throw new LatchkeyError('send.gasUnaffordable', { params: { symbol } })
}
