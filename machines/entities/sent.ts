/** What moved with a transaction. `amount` is decimal text in whole tokens; a thing that is one of its kind is an NFT. */
export interface Moved {
  direction: 'in' | 'out'
  amount: string
  symbol: string
  isNft?: true | undefined
}

/** What a transaction was sent for, as the visitor read it; `kind` as the history calls it. */
export interface SentFor {
  kind: 'send' | 'trade' | 'approve' | 'execute'
  /** Whom it was sent to, or which contract it called; empty where there is none. */
  to: string
  moved: readonly Moved[]
}

/** Where a transaction stands among those of its account, and what it does: no two are taken up at one place. */
export interface Place {
  /** Where the chain counts what an account sends. */
  nonce?: number | undefined
  /** Where it has coins, those that are spent: `txid:vout`. */
  coins?: readonly string[] | undefined
  /** Tells one transfer from another, whatever they pay for it. */
  doing: string
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
  /** Of one that is pending, once a node has heard of it: what was taken up in its place is found by that later. */
  place?: Place | undefined
}
