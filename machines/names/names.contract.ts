import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Network } from '../entities/network.ts'
import type { ViewName } from '../entities/view.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'
import type { Suggestion } from '../rules/names.ts'

export interface NamesContract {
  context: {
    readonly connection: Connection
    readonly network: Network
    /** The name that the account has already, as `ann.reown.id`. */
    owned: string | undefined
    /** The label that the account is to have, as `ann`: what was typed, in small letters. */
    name: string
    /** Names like it. */
    suggestions: readonly Suggestion[]
    /** Why it is not known whether the name is free. */
    lookupError: LatchkeyError | undefined
    /** Why there are no suggestions. */
    suggestionsError: LatchkeyError | undefined
    /** The caller's own id, handed back with the outcome. */
    attempt: string | undefined
    /** Why the last attempt did not succeed. */
    error: LatchkeyError | undefined
  }
  event:
    /** The label that is wanted, as typed or as suggested. */
    | { type: 'names.setName'; name: string }
    /** Asks once more whether the name is free, where that could not be told. */
    | { type: 'names.retry' }
    /** Has the wallet sign for the name, and registers it. `attempt` is handed back with the outcome. */
    | { type: 'names.submit'; attempt?: string }
    /** Calls off the attempt with that id, else whichever is under way. What the API was handed may be registered all the same, which is looked up. */
    | { type: 'names.cancel'; attempt?: string }
    /** The visitor went back from it. */
    | { type: 'names.viewLeft'; view: ViewName }
    | FactOf<'modal.closed'>
  /** `pausing`: somebody may still be typing. `unknown`: nobody told. */
  state:
    | 'reading'
    | { editing: 'deciding' | 'incomplete' | 'pausing' | 'looking' | 'free' | 'taken' | 'unknown' }
    | 'registering'
    | 'owned'
  tag: 'busy' | 'checking' | 'submittable' | 'taken'
  input: Pick<NamesContract['context'], 'connection' | 'network'>
  emitted: /** The attempt is over, as the outcome says: done with the whole name. */
  { type: 'names.settled'; attempt: string | undefined; outcome: Outcome<string> }
}

export const names = address<NamesContract>()('names')
