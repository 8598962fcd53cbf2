import type { AccountTab, Connection } from '../shared/account.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'

/** The name and avatar of an address; both may be missing. */
export interface Profile {
  name?: string | undefined
  /** The URL of an image. */
  avatar?: string | undefined
}

export interface AccountContract {
  context: {
    /** The connection at the time this account became active. The `namespace` machine holds what the wallet shares now. */
    readonly connection: Connection
    /** The name and avatar of the address; empty until they are fetched. */
    profile: Profile
    /** Why the name lookup failed; undefined unless it failed. */
    profileError: LatchkeyError | undefined
    /** The selected tab. */
    tab: AccountTab
    /** The tabs that have something to show, in display order. */
    tabs: readonly AccountTab[]
    /** Whether the `history` feature is on. If it is, transactions sent from this app have a tab even without an API history. */
    readonly storesSent: boolean
    /** The user's own names for addresses, keyed by address. */
    labels: Readonly<Record<string, string>>
  }
  event:
    /** Shows another tab of the account, one of `tabs`. */
    | { type: 'account.selectTab'; tab: AccountTab }
    /** Switches to another account that the wallet shares, until the wallet itself switches. */
    | { type: 'account.select'; address: string }
    /** Sets the user's own name for an address. An empty label removes it. */
    | { type: 'account.setLabel'; address: string; label: string }
    /** Sets the name that was just registered for the address. */
    | { type: 'account.setName'; name: string }
    | BroadcastEventOf<'modal.opened'>
    | BroadcastEventOf<'modal.closed'>
    | BroadcastEventOf<'transaction.sent'>
    | BroadcastEventOf<'storage.restored'>
    | BroadcastEventOf<'storage.updated'>
  /** `identifying`, `naming`: the name of the address is being looked up; everything else works meanwhile. */
  state: 'identifying' | 'naming' | 'settled'
  input: Pick<AccountContract['context'], 'connection' | 'profile' | 'tab' | 'tabs' | 'storesSent' | 'labels'>
}

export const account = actorKey<AccountContract>()('account')
