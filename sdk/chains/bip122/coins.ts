/** Which coins a transfer spends, what it costs, and what comes back: bytes and satoshis, nothing else. */
import { BITCOIN } from '../../../machines/constants.ts'
import { LatchkeyError } from '../../../machines/errors/error.ts'
import { formatAmount } from '../../../machines/rules/amounts.ts'
import type { BitcoinAddress } from './addresses.ts'

/** Of every Bitcoin network [3.16]. */
export const DECIMALS = 8

type Kind = BitcoinAddress['type']

/** Virtual bytes of spending one output, with one signature; of scripts, as the usual two of three would need. */
const INPUT_BYTES: Readonly<Record<Kind, number>> = { pkh: 148, sh: 91, wpkh: 68, wsh: 105, tr: 58, p2a: 41 }
const OUTPUT_BYTES: Readonly<Record<Kind, number>> = { pkh: 34, sh: 32, wpkh: 31, wsh: 43, tr: 43, p2a: 13 }
/** Virtual bytes that a transaction begins and ends with. */
const FRAME_BYTES = 11
/** Nodes do not pass on outputs that are worth less, in satoshis. */
const DUST: Readonly<Record<Kind, bigint>> = { pkh: 546n, sh: 540n, wpkh: 294n, wsh: 330n, tr: 330n, p2a: 240n }

/** Some of the chain's money that an address can spend; `value` in satoshis. */
export interface Coin {
  txid: string
  vout: number
  value: bigint
  /** Whether it is in a block. */
  isMined: boolean
}

/** What a transfer spends. Its amount, its fee and its change are what its coins are worth, to the satoshi. */
export interface Plan {
  coins: readonly Coin[]
  amount: bigint
  fee: bigint
  /** What comes back to the sender; nothing where that would be too little to be passed on, and is left as fee. */
  change: bigint
}

/** What so many virtual bytes cost, in satoshis, at a rate in thousandths of a satoshi a byte. */
const costOf = (bytes: number, rate: bigint): bigint => (BigInt(bytes) * rate + 999n) / 1000n

/** Coins that are worth more than it costs to spend them: those in a block first, then the largest. So many at most. */
function worthwhile(coins: readonly Coin[], kind: Kind, rate: bigint): { taken: readonly Coin[]; isCut: boolean } {
  const worth = coins
    .filter(({ value }) => value > costOf(INPUT_BYTES[kind], rate))
    .toSorted((one, other) => Number(other.isMined) - Number(one.isMined) || Number(other.value - one.value))
  return { taken: worth.slice(0, BITCOIN.coinsAtMost), isCut: worth.length > BITCOIN.coinsAtMost }
}

const sumOf = (coins: readonly Coin[]): bigint => coins.reduce((sum, { value }) => sum + value, 0n)

/**
 * The most that can be sent, in satoshis, when all of it is and nothing comes back; nothing where the fee is more. Whoever it
 * goes to, it is enough for the fee.
 */
export function maximumOf(coins: readonly Coin[], kind: Kind, rate: bigint): bigint | undefined {
  const { taken } = worthwhile(coins, kind, rate)
  const bytes = FRAME_BYTES + OUTPUT_BYTES.wsh + taken.length * INPUT_BYTES[kind]
  const most = sumOf(taken) - costOf(bytes, rate)
  return most < DUST.pkh ? undefined : most
}

export interface Order {
  coins: readonly Coin[]
  /** In satoshis. */
  amount: bigint
  /** Thousandths of a satoshi a virtual byte. */
  rate: bigint
  from: Kind
  to: Kind
  symbol: string
}

/** A rate that is asked for, believed up to a bound. Throws `send.feeTooHigh`. */
export function believedRate(satoshisPerByte: number): bigint {
  if (satoshisPerByte > BITCOIN.rateAtMost) throw new LatchkeyError('send.feeTooHigh')
  return BigInt(Math.ceil(satoshisPerByte * 1000))
}

/**
 * What a transfer spends, with as few coins as will do, and a fee that is believed up to a bound. Throws `amount.dust`,
 * `amount.insufficient`, `send.gasUnaffordable`, `send.tooManyCoins`, `send.feeTooHigh`.
 */
export function planOf({ coins, amount, rate, from, to, symbol }: Order): Plan {
  const least = DUST[to]
  if (amount < least)
    throw new LatchkeyError('amount.dust', { params: { least: formatAmount(least, DECIMALS), symbol } })
  const { taken, isCut } = worthwhile(coins, from, rate)
  for (let count = 1; count <= taken.length; count += 1) {
    const spent = taken.slice(0, count)
    const bytes = FRAME_BYTES + OUTPUT_BYTES[to] + count * INPUT_BYTES[from]
    const left = sumOf(spent) - amount
    if (left < costOf(bytes, rate)) continue
    const back = left - costOf(bytes + OUTPUT_BYTES[from], rate)
    const change = back < DUST[from] ? 0n : back
    const fee = left - change
    if (fee > BITCOIN.feeAtMost) throw new LatchkeyError('send.feeTooHigh')
    return { coins: spent, amount, fee, change }
  }
  if (isCut) throw new LatchkeyError('send.tooManyCoins', { params: { most: BITCOIN.coinsAtMost } })
  if (sumOf(coins) < amount) throw new LatchkeyError('amount.insufficient')
  throw new LatchkeyError('send.gasUnaffordable', { params: { symbol } })
}
