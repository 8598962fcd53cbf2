import type { Account, Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

/** The types of accounts that an embedded wallet has [5.24]. */
export type AccountType = Extract<Account['type'], 'eoa' | 'smartAccount'>

export interface AccountTypeContract {
  context: {
    /** The embedded wallet, where it is connected. */
    connection: Connection | undefined
    /** The account that is to be the active one. */
    wanted: Account | undefined
    /** The chains on which there are smart accounts, by their numbers. */
    smartAccountNetworks: readonly number[]
    /** The caller's own id, handed back with the outcome. */
    attempt: string | undefined
    /** Why it was not changed. */
    error: LatchkeyError | undefined
  }
  event:
    /** Acts for the account of that type from now on. `attempt` is handed back with the outcome. */
    | { type: 'accountType.set'; accountType: AccountType; attempt?: string }
    /** Calls it off: the attempt with that id, else whichever is under way. */
    | { type: 'accountType.cancel'; attempt?: string }
    | FactOf<'account.connected'>
    | FactOf<'account.changed'>
    | FactOf<'account.networkChanged'>
    | FactOf<'account.disconnected'>
  state: { networks: 'unasked' | 'asking' | 'known'; change: 'idle' | 'deciding' | 'setting' }
  tag: 'busy'
  input: Pick<AccountTypeContract['context'], 'connection' | 'smartAccountNetworks'>
  emitted: /** It is over, as the outcome says: with the address that is active. */
  { type: 'accountType.settled'; attempt: string | undefined; outcome: Outcome<string> }
}

export const accountType = address<AccountTypeContract>()('accountType')
