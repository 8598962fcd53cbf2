import type { Network } from '../shared/network.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { Holder, NameSuggestion } from './names.rules.ts'

/** The holder of a name, and similar names; or why each lookup failed. */
export interface LookedUp {
  holder: Holder | undefined
  lookupError: LatchkeyError | undefined
  suggestions: readonly NameSuggestion[]
  suggestionsError: LatchkeyError | undefined
}

export interface NameLookupContract {
  context: NameLookupContract['input'] &
    Omit<LookedUp, 'suggestions'> & { suggestions: LookedUp['suggestions'] | undefined }
  event: /** Cancels the lookup. */
  { type: 'nameLookup.cancel' }
  state: { open: 'loading' | 'waiting' } | 'ended'
  tag: 'busy'
  /** A label, and the account that wants it. */
  input: { address: string; network: Network; name: string }
  output: LookedUp
}
