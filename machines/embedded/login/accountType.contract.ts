import type { Account, Connection } from '../../shared/account.types.ts'
import type { Outcome } from '../../shared/outcome.types.ts'
import type { LatchkeyError } from '../../shared/errors/error.ts'
import type { BroadcastEventOf } from '../../events.ts'
import { actorKey } from '../../core/actorKey.ts'

/** The account types of an embedded wallet [5.24]. */
export type AccountType = Extract<Account['type'], 'eoa' | 'smartAccount'>

export interface AccountTypeContract {
  context: {
    /** The connection of the embedded wallet; undefined if it is not connected. */
    connection: Connection | undefined
    /** The account that will become active; undefined if no change is in progress. */
    targetAccount: Account | undefined
    /** The numeric ids of the chains that support smart accounts. */
    smartAccountNetworks: readonly number[]
    /** The caller's id, which is returned with the outcome. */
    requestId: string | undefined
    /** Why the last change failed; undefined unless it failed. */
    error: LatchkeyError | undefined
  }
  event:
    /** Switches to the account of this type. `requestId` is returned with the outcome. */
    | { type: 'accountType.set'; accountType: AccountType; requestId?: string }
    /** Cancels the change with this id; without an id, the one in progress. */
    | { type: 'accountType.cancel'; requestId?: string }
    | BroadcastEventOf<'account.connected'>
    | BroadcastEventOf<'account.changed'>
    | BroadcastEventOf<'account.networkChanged'>
    | BroadcastEventOf<'account.disconnected'>
  state: { networks: 'unloaded' | 'loading' | 'loaded'; change: 'idle' | 'deciding' | 'setting' }
  tag: 'busy'
  input: Pick<AccountTypeContract['context'], 'connection' | 'smartAccountNetworks'>
  emitted: /** The change ended. `outcome`: `done` with the active address, `cancelled` or `failed`. */
  { type: 'accountType.settled'; requestId: string | undefined; outcome: Outcome<string> }
}

export const accountType = actorKey<AccountTypeContract>()('accountType')
