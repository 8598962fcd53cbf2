import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Network } from '../shared/network.types.ts'
import type { ViewName } from '../shell/view.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'
import type { NameSuggestion } from './names.rules.ts'

export interface NamesContract {
  context: {
    /** The wallet whose account registers the name. */
    readonly connection: Connection
    /** The account's network, on which the name is to resolve to its address. */
    readonly network: Network
    /** The full name that the account already has, such as `ann.reown.id`; undefined until one is found. */
    owned: string | undefined
    /** The label to register, such as `ann`: the typed text in lower case. */
    name: string
    /** Names similar to `name`. */
    suggestions: readonly NameSuggestion[]
    /** Why it is unknown whether the name is free; undefined unless the lookup failed. */
    lookupError: LatchkeyError | undefined
    /** Why there are no suggestions; undefined unless fetching them failed. */
    suggestionsError: LatchkeyError | undefined
    /** The caller's id, which is returned with the outcome. */
    requestId: string | undefined
    /** Why the last attempt failed; undefined unless it failed. */
    error: LatchkeyError | undefined
  }
  event:
    /** Sets the label to register, as typed or as suggested. */
    | { type: 'names.setName'; name: string }
    /** Checks again whether the name is free, after a failed lookup. */
    | { type: 'names.retry' }
    /** Requests the wallet's signature for the name and registers it. `requestId` is returned with the outcome. */
    | { type: 'names.submit'; requestId?: string }
    /**
     * Cancels the request with this id; without an id, the one in progress. The API may still register a name that it already
     * received; the lookup that follows shows this.
     */
    | { type: 'names.cancel'; requestId?: string }
    /** The user navigated back from the view, which cancels the registration. */
    | { type: 'names.viewLeft'; view: ViewName }
    | BroadcastEventOf<'modal.closed'>
  /** `pausing`: waits until the user stops typing. `unknown`: the lookup failed. */
  state:
    | 'reading'
    | { editing: 'deciding' | 'incomplete' | 'pausing' | 'checking' | 'free' | 'taken' | 'unknown' }
    | 'registering'
    | 'owned'
  tag: 'busy' | 'checking' | 'submittable' | 'taken'
  input: Pick<NamesContract['context'], 'connection' | 'network'>
  emitted: /** An attempt ended. `outcome`: `done` with the full name, `cancelled`, `declined`, `expired` or `failed`. */
  { type: 'names.settled'; requestId: string | undefined; outcome: Outcome<string> }
}

export const names = actorKey<NamesContract>()('names')
