/** What moved with a transaction. `amount` is decimal text in whole tokens; a thing that is one of its kind is an NFT. */
export interface Moved {
  direction: 'in' | 'out'
  amount: string
  symbol: string
  isNft?: true | undefined
}

/** What a transaction was sent for, as the visitor read it; `kind` as the history calls it. */
export interface SentFor {
  kind: 'send' | 'trade' | 'approve'
  /** Whom it was sent to, or which contract it called; empty where there is none. */
  to: string
  moved: readonly Moved[]
}

export type SentStatus = 'pending' | 'success' | 'reverted' | 'replaced'

/** A transaction that was sent from this page, as it is remembered. */
export interface SentEntry extends SentFor {
  hash: string
  /** The transaction that was taken up in its place, where another was. */
  finalHash?: string | undefined
  /** Milliseconds since 1970. */
  at: number
  status: SentStatus
}
