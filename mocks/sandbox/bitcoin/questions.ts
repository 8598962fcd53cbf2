/** What the Bitcoin wallet asks the person before it acts. */
import { formatUnits } from 'viem'

const decimals = 8

/** Satoshis as decimal text of bitcoins. */
export const inBitcoin = (satoshis: bigint): string => formatUnits(satoshis, decimals)

/** Who gets how much. One without an address gets it by a script, or burns it. */
export interface Payment {
  to: string | undefined
  amount: string
}

/** A transfer that the wallet makes and sends. The amounts are decimal text. */
export interface TransferDetails {
  from: string
  payments: readonly Payment[]
  fee: string
  symbol: 'BTC'
  network: string
}

/**
 * A transaction that the site has made (BIP-174). `amount` is what leaves the account's addresses when it is carried out,
 * the fee included, and may be negative: then the account gets something.
 */
export interface PsbtDetails extends Omit<TransferDetails, 'fee'> {
  amount: string
  /** What all who pay in it pay; undefined where it isn't known what others put in. */
  fee: string | undefined
  /** So many of the inputs are signed, of so many. */
  inputs: readonly [signed: number, all: number]
  /** What the signatures do not cover, so that it can still change. */
  open: readonly ('the inputs of others' | 'who is paid')[]
  /** Whether the wallet sends it as well; else the site gets it back. */
  sent: boolean
}

/** A question of one kind with its facts. */
export type BitcoinQuestion =
  | { kind: 'connect'; details: { account: string; ordinals: string } }
  | { kind: 'sign'; details: { account: string; message: string; protocol: 'BIP-322' | 'ECDSA' } }
  | { kind: 'transaction'; details: TransferDetails }
  | { kind: 'psbt'; details: PsbtDetails }
