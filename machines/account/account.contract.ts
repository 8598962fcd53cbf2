import type { AccountTab, Connection } from '../entities/account.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

/** What an address is known as; both may be missing. */
export interface Profile {
  name?: string | undefined
  /** The URL of a picture. */
  avatar?: string | undefined
}

export interface AccountContract {
  context: {
    /** As it was when this account became the active one; what its wallet shares now, its namespace knows. */
    readonly connection: Connection
    profile: Profile
    /** Why the names of the address could not be had. */
    profileError: LatchkeyError | undefined
    tab: AccountTab
    /** The tabs that can show something here, in their order. */
    tabs: readonly AccountTab[]
    /** What was sent from this page has a tab, also where nobody tells the history. */
    readonly remembersSent: boolean
    /** The visitor's own names for addresses. */
    labels: Readonly<Record<string, string>>
  }
  event:
    /** Shows another tab of the account, one of `tabs`. */
    | { type: 'account.selectTab'; tab: AccountTab }
    /** Acts for another account that the wallet shares, until the wallet itself moves to another. */
    | { type: 'account.select'; address: string }
    /** An empty label removes it. */
    | { type: 'account.setLabel'; address: string; label: string }
    /** The address was given this name just now. */
    | { type: 'account.setName'; name: string }
    | FactOf<'modal.opened'>
    | FactOf<'modal.closed'>
    | FactOf<'transaction.sent'>
    | FactOf<'memory.restored'>
    | FactOf<'memory.changed'>
  /** `identifying`, `naming`: what the address is known as is being looked up; everything works meanwhile. */
  state: 'identifying' | 'naming' | 'settled'
  input: Pick<AccountContract['context'], 'connection' | 'profile' | 'tab' | 'tabs' | 'remembersSent' | 'labels'>
}

export const account = address<AccountContract>()('account')
