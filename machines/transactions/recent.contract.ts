import type { Network } from '../shared/network.types.ts'
import type { LocalTransaction } from './sent.types.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'

export interface RecentContract {
  context: {
    /** The network of the account. */
    readonly network: Network
    /** The account's address. */
    readonly address: string
    /** The transactions that the account sent from this app on its network, newest first. */
    entries: readonly LocalTransaction[]
    /** Whether the tab that lists the transactions is selected. */
    isTabVisible: boolean
    /** Whether the page is visible. */
    isVisible: boolean
  }
  event:
    /** Sets whether the tab that lists the transactions is selected. */
    | { type: 'recent.setVisible'; isTabVisible: boolean }
    | BroadcastEventOf<'transaction.sent'>
    | BroadcastEventOf<'transaction.positionRead'>
    | BroadcastEventOf<'transaction.settled'>
    | BroadcastEventOf<'storage.restored'>
    | BroadcastEventOf<'storage.updated'>
    | BroadcastEventOf<'modal.closed'>
    /** The page became visible. */
    | { type: 'page.shown' }
    /** The page was hidden. */
    | { type: 'page.hidden' }
  /** `watching`: the tab is visible, so pending transactions are checked. */
  state: 'idle' | 'watching'
  input: Pick<RecentContract['context'], 'network' | 'address' | 'entries' | 'isTabVisible'>
}

export const recent = actorKey<RecentContract>()('recent')
