/** What a transaction moved. `amount` is decimal text in whole tokens. */
export interface BalanceChange {
  direction: 'in' | 'out'
  amount: string
  symbol: string
  isNft?: true | undefined
}

/** What a transaction was sent for, as the user saw it. `kind` uses the names of the transaction history. */
export interface TransactionPurpose {
  kind: 'send' | 'trade' | 'approve' | 'execute'
  /** The receiver, or the contract that was called; empty if there is none. */
  to: string
  moved: readonly BalanceChange[]
}

/** The position of a transaction among those of its account, and what it does. Only one transaction can be confirmed at a position. */
export interface TransactionPosition {
  /** The nonce, on chains that count the transactions of an account. */
  nonce?: number | undefined
  /** The coins that it spends, as `txid:vout`, on chains that have coins. */
  coins?: readonly string[] | undefined
  /** Distinguishes one transfer from another, regardless of their fees. */
  doing: string
}

export type LocalTransactionStatus = 'pending' | 'success' | 'reverted' | 'replaced'

/** A transaction that was sent from this app, as it is stored. */
export interface LocalTransaction extends TransactionPurpose {
  hash: string
  /** The hash of the transaction that replaced it; absent if none did. */
  finalHash?: string | undefined
  /** Milliseconds since 1970. */
  at: number
  status: LocalTransactionStatus
  /** The position of a pending transaction, once a node knows the transaction. A later replacement is found by it. */
  position?: TransactionPosition | undefined
}
