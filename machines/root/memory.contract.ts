import type { Remembered } from '../entities/remembered.ts'
import type { FactOf } from '../facts.ts'

export interface MemoryContract {
  context: {
    /** What the storage holds, or will hold once written. */
    remembered: Remembered
    /** Entries that broke their schema and were set aside. */
    broken: readonly string[]
  }
  event:
    | FactOf<'account.connected'>
    | FactOf<'account.networkChanged'>
    | FactOf<'account.disconnected'>
    | FactOf<'network.changed'>
    | FactOf<'theme.changed'>
    | FactOf<'wallets.used'>
    | FactOf<'balance.loaded'>
  /** `unavailable`: the storage cannot be used; nothing outlives the page. */
  state: 'reading' | 'keeping' | 'writing' | 'unavailable'
  tag: 'busy'
}
