import type { Network } from './network.ts'
import type { TokenBalance } from './token.ts'

/** What a transfer costs beside its amount: decimal text in whole tokens, of the network's native one. */
export interface Fee {
  amount: string
  symbol: string
  /** What the wallet is told to pay for a unit of gas, in wei as decimal text, on networks without a base fee. */
  gasPrice?: string
  /** It is what will be paid, not about as much. */
  isExact?: true
  /** It is the most that will be paid. */
  isMost?: true
  /** What the transaction pays for a virtual byte, in thousandths of a satoshi as decimal text, on Bitcoin. */
  satoshiRate?: string
  /** The part of it that opens an account of the token for the receiver, on Solana. */
  opening?: string
  /** What the token itself keeps of the amount, and what arrives: decimal text in whole tokens of the one that is sent. */
  kept?: string
  arrives?: string
}

/** A transfer that is complete and ready to be asked for. Amounts are decimal text in whole tokens. */
export interface Transfer {
  network: Network
  token: TokenBalance
  amount: string
  receiver: string
  /** As it was shown; nothing where it was not known yet. */
  fee?: Fee | undefined
}
