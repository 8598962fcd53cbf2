import type { Transaction } from '../transactions/transaction.schemas.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEventOf } from '../events.ts'
import type { BalanceTarget } from './balance.contract.ts'
import { actorKey } from '../core/actorKey.ts'

/** The parameters of a request for one page of the history. */
export interface HistoryQuery extends BalanceTarget {
  /** The cursor of the page; undefined for the first page. */
  cursor: string | undefined
}

/** A page of the history, newest first. `next` is the cursor of the following page; undefined on the last page. */
export interface HistoryPage {
  transactions: readonly Transaction[]
  next: string | undefined
}

export interface ActivityContract {
  context: {
    /** The account and the network whose history is read. */
    target: BalanceTarget
    /** The transactions read so far that are worth showing, newest first. */
    transactions: readonly Transaction[]
    /** How many pages were read. */
    pages: number
    /** How many of the last pages in a row had nothing to show. */
    emptyPages: number
    /** When the last page was read, in milliseconds since 1970; 0 before the first. */
    readAt: number
    /** The cursor of the next page; undefined before the first page and after the last one. */
    next: string | undefined
    /** Whether a tab that shows the history, or data derived from it, is visible. */
    isVisible: boolean
    /** Why a page could not be fetched; undefined unless the last request failed. */
    error: LatchkeyError | undefined
  }
  event:
    /** Reads the history from the first page. */
    | { type: 'activity.load' }
    /** Reads the next page. */
    | { type: 'activity.more' }
    /** Retries the page that failed. */
    | { type: 'activity.retry' }
    /** Sets whether a tab that shows the history, or data derived from it, is visible. */
    | { type: 'activity.setVisible'; isVisible: boolean }
    | BroadcastEventOf<'transaction.settled'>
    | BroadcastEventOf<'modal.closed'>
  state: 'deciding' | 'idle' | 'loading' | 'sorting' | 'ready' | 'empty' | 'failed' | 'unsupported'
  tag: 'busy'
  input: Pick<ActivityContract['context'], 'target' | 'isVisible'>
}

export const activity = actorKey<ActivityContract>()('activity')
