import type { Connection } from '../entities/account.ts'
import type { FactOf } from '../facts.ts'

export type AccountTab = 'Tokens' | 'NFTs' | 'Activity'

export interface AccountContract {
  context: {
    connection: Connection | undefined
    tab: AccountTab
    /** The visitor's own names for addresses. */
    labels: Readonly<Record<string, string>>
  }
  event:
    | { type: 'account.selectTab'; tab: AccountTab }
    /** An empty label removes it. */
    | { type: 'account.setLabel'; address: string; label: string }
    | FactOf<'account.connected'>
    | FactOf<'account.changed'>
    | FactOf<'account.networkChanged'>
    | FactOf<'account.disconnected'>
  state: 'absent' | 'present'
}
