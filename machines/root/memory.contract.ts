import type { EmbeddedLogin } from '../entities/embedded.ts'
import type { Namespace } from '../entities/namespace.ts'
import type { Remembered } from '../entities/remembered.ts'
import type { Wallet } from '../entities/wallet.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

export interface MemoryContract {
  context: {
    /** What the storage holds, or will hold once written. */
    remembered: Remembered
    /** What the storage held when it was last looked at: what differs from it was changed here. */
    stored: Remembered
    /** The namespaces whose stored connection another tab took away: nothing but a new connection is stored in them. */
    left: readonly Namespace[]
    /** Entries that broke their schema and were set aside. */
    broken: readonly string[]
  }
  event:
    /** Another tab of the page changed what is stored. */
    | { type: 'storage.changed' }
    /** Colours were chosen. */
    | { type: 'memory.keepTheme'; choice: 'light' | 'dark' | 'system' }
    /** The wallets that were used last, the newest first. */
    | { type: 'memory.keepWallets'; recent: readonly Wallet[] }
    /** The visitor chose to act for this address of the connected wallet. */
    | { type: 'memory.keepAccount'; namespace: Namespace; connectorId: string; address: string }
    /** The visitor leaves this wallet, whatever the wallet says to that: a page that comes next is not connected with it. */
    | { type: 'memory.dropConnection'; namespace: Namespace; connectorId: string }
    /** Who signs in with the embedded wallet, or did; what is not named stays. */
    | { type: 'memory.keepEmbedded'; embedded: EmbeddedLogin }
    | FactOf<'account.connected'>
    | FactOf<'account.changed'>
    | FactOf<'account.networkChanged'>
    | FactOf<'account.disconnected'>
    | FactOf<'network.changed'>
    | FactOf<'balance.loaded'>
    | FactOf<'transaction.sent'>
    | FactOf<'transaction.placed'>
    | FactOf<'transaction.settled'>
  /** `unavailable`: the storage cannot be used; nothing outlives the page. */
  state: 'reading' | 'keeping' | 'writing' | 'unavailable'
  tag: 'busy'
}

export const memory = address<MemoryContract>()('memory')
