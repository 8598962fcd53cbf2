import type { Network } from '../entities/network.ts'
import type { SentEntry } from '../entities/sent.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

export interface RecentContract {
  context: {
    readonly network: Network
    /** The account's address. */
    readonly address: string
    /** What the account sent from this page on its network, the newest first. */
    entries: readonly SentEntry[]
    /** The tab that shows it is looked at. */
    isShown: boolean
    /** The page can be seen. */
    isVisible: boolean
  }
  event:
    /** The tab that shows it is looked at, or no more. */
    | { type: 'recent.setShown'; isShown: boolean }
    | FactOf<'transaction.sent'>
    | FactOf<'transaction.placed'>
    | FactOf<'transaction.settled'>
    | FactOf<'memory.restored'>
    | FactOf<'memory.changed'>
    | FactOf<'modal.closed'>
    /** The page can be seen. */
    | { type: 'page.shown' }
    /** It cannot be seen any more. */
    | { type: 'page.hidden' }
  /** `watching`: somebody looks, and what is pending is looked at. */
  state: 'idle' | 'watching'
  input: Pick<RecentContract['context'], 'network' | 'address' | 'entries' | 'isShown'>
}

export const recent = address<RecentContract>()('recent')
