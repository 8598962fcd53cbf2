import type { Namespace } from '../entities/namespace.ts'
import type { Remembered } from '../entities/remembered.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

export interface MemoryContract {
  context: {
    /** What the storage holds, or will hold once written. */
    remembered: Remembered
    /** What the storage held when it was last looked at: what differs from it was changed here. */
    stored: Remembered
    /** The connectors that this tab is connected with. */
    connected: Readonly<Partial<Record<Namespace, string>>>
    /** The families whose stored connection another tab took away: nothing but a new connection is stored in them. */
    left: readonly Namespace[]
    /** Entries that broke their schema and were set aside. */
    broken: readonly string[]
  }
  event:
    /** Another tab of the page changed what is stored. */
    | { type: 'storage.changed' }
    | FactOf<'account.connected'>
    | FactOf<'account.changed'>
    | FactOf<'account.selected'>
    | FactOf<'account.networkChanged'>
    | FactOf<'account.disconnected'>
    | FactOf<'network.changed'>
    | FactOf<'theme.changed'>
    | FactOf<'wallets.used'>
    | FactOf<'balance.loaded'>
  /** `unavailable`: the storage cannot be used; nothing outlives the page. */
  state: 'reading' | 'keeping' | 'writing' | 'unavailable'
  tag: 'busy'
  input: Pick<MemoryContract['context'], 'connected'>
}

export const memory = address<MemoryContract>()('memory')
