import type { Network } from '../entities/network.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { Holder, Suggestion } from '../rules/names.ts'

/** Whose a name is, and names like it; or why nobody told. */
export interface LookedUp {
  holder: Holder | undefined
  lookupError: LatchkeyError | undefined
  suggestions: readonly Suggestion[]
  suggestionsError: LatchkeyError | undefined
}

export interface NameLookupContract {
  context: NameLookupContract['input'] &
    Omit<LookedUp, 'suggestions'> & { suggestions: LookedUp['suggestions'] | undefined }
  event: /** Nobody wants to know any more. */
  { type: 'nameLookup.cancel' }
  state: { open: 'asking' | 'waiting' } | 'ended'
  tag: 'busy'
  /** A label, and the account that is to have it. */
  input: { address: string; network: Network; name: string }
  output: LookedUp
}
