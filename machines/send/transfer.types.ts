import type { Network } from '../shared/network.types.ts'
import type { TokenBalance } from '../shared/token.types.ts'

/** The fee of a transfer: decimal text in whole tokens of the network's native token. */
export interface Fee {
  amount: string
  symbol: string
  /** The price of a unit of gas that is passed to the wallet on networks without a base fee, in wei as decimal text. */
  gasPrice?: string
  /** Set if the fee is exact, not an estimate. */
  isExact?: true
  /** Set if the fee is the maximum that will be paid. */
  isMaximum?: true
  /** On Bitcoin: the fee rate in thousandths of a satoshi per virtual byte, as decimal text. */
  satoshiRate?: string
  /** On Solana: the part of the fee that opens a token account for the receiver. */
  opening?: string
  /** What the token's contract keeps of the amount, and what arrives: decimal text in whole tokens of the sent token. */
  tokenFee?: string
  receivedAmount?: string
}

/** A complete transfer that is ready to be submitted. Amounts are decimal text in whole tokens. */
export interface Transfer {
  network: Network
  token: TokenBalance
  amount: string
  receiver: string
  /** The fee that was shown; undefined if it was not known yet. */
  fee?: Fee | undefined
}
