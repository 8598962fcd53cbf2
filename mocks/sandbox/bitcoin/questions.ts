/** The requests of the Bitcoin wallet that the user must approve. */
import { formatUnits } from 'viem'

const decimals = 8

/** Formats satoshis as decimal text in bitcoins. */
export const formatBitcoin = (satoshis: bigint): string => formatUnits(satoshis, decimals)

/** A receiver and an amount. Without an address, the output has another script or is burned. */
export interface Payment {
  to: string | undefined
  amount: string
}

/** A transfer that the wallet builds and broadcasts. Amounts are decimal text. */
export interface TransferDetails {
  from: string
  payments: readonly Payment[]
  fee: string
  symbol: 'BTC'
  network: string
}

/**
 * A transaction that the site has built (BIP-174). `amount` is what the account's addresses pay, including the fee. It is
 * negative if the account receives more than it pays.
 */
export interface PsbtDetails extends Omit<TransferDetails, 'fee'> {
  amount: string
  /** The fee that all participants pay together; `undefined` if the value of other inputs is unknown. */
  fee: string | undefined
  /** The number of inputs to sign, and of all inputs. */
  inputs: readonly [signed: number, all: number]
  /** The parts that the signatures do not cover, and that can still change. */
  unsigned: readonly ('the inputs of others' | 'who is paid')[]
  /** Whether the wallet also broadcasts it; otherwise the site gets it back. */
  isSent: boolean
}

/** A request of one kind with its details. */
export type BitcoinRequest =
  | { kind: 'connect'; details: { account: string; ordinals: string } }
  | { kind: 'sign'; details: { account: string; message: string; protocol: 'BIP-322' | 'ECDSA' } }
  | { kind: 'transaction'; details: TransferDetails }
  | { kind: 'psbt'; details: PsbtDetails }
