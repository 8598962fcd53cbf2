import type { Network } from '../shared/network.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { Holder, NameSuggestion } from './names.rules.ts'

/** The holder of a name, and similar names; or why each lookup failed. */
export interface LookedUp {
  /** The holder of the name; undefined until it is known, and if the lookup failed. */
  holder: Holder | undefined
  /** Why it is unknown who holds the name; undefined unless the lookup failed. */
  lookupError: LatchkeyError | undefined
  /** Names similar to the requested one. */
  suggestions: readonly NameSuggestion[]
  /** Why there are no similar names; undefined unless fetching them failed or took too long. */
  suggestionsError: LatchkeyError | undefined
}

export interface NameLookupContract {
  context: NameLookupContract['input'] &
    Omit<LookedUp, 'suggestions'> & { /** Similar names. */ suggestions: LookedUp['suggestions'] | undefined }
  event: /** Cancels the lookup. */
  { type: 'nameLookup.cancel' }
  state: { open: 'loading' | 'waiting' } | 'ended'
  tag: 'busy'
  /** The name to look up, and the account that may register it. */
  input: { /** The account. */ address: string; /** Its network. */ network: Network; /** The label. */ name: string }
  output: LookedUp
}
