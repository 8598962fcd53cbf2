import type { Transaction } from '../schemas/transaction.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import type { BalanceTarget } from './balance.contract.ts'
import { address } from '../kit/address.ts'

/** What a page of the history is asked with. */
export interface HistoryQuery extends BalanceTarget {
  cursor: string | undefined
}

/** A page of the history, newest first; `next` is the cursor of the following one. */
export interface HistoryPage {
  transactions: readonly Transaction[]
  next: string | undefined
}

export interface ActivityContract {
  context: {
    target: BalanceTarget
    /** What was read so far and is worth showing, newest first. */
    transactions: readonly Transaction[]
    /** How many pages were read. */
    pages: number
    /** How many of them, the last ones, had nothing to show. */
    emptyPages: number
    /** When the last page came; 0 before the first. */
    readAt: number
    next: string | undefined
    /** A tab that shows the history, or what is derived from it, is looked at. */
    shown: boolean
    error: LatchkeyError | undefined
  }
  event:
    /** Reads the first page, or anew from the first one. */
    | { type: 'activity.load' }
    /** Reads the next page. */
    | { type: 'activity.more' }
    /** What failed is tried once more. */
    | { type: 'activity.retry' }
    /** The tab that shows it, or what is derived from it, is looked at, or no more. */
    | { type: 'activity.setShown'; shown: boolean }
    | FactOf<'transaction.settled'>
    | FactOf<'modal.closed'>
  state: 'deciding' | 'idle' | 'loading' | 'sorting' | 'ready' | 'empty' | 'failed' | 'unsupported'
  tag: 'busy'
  input: Pick<ActivityContract['context'], 'target' | 'shown'>
}

export const activity = address<ActivityContract>()('activity')
