import type { SnapshotOf } from '../core/contract.ts'
import type { Connection } from '../shared/account.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { Network } from '../shared/network.types.ts'
import type { NamesContract } from './names.contract.ts'
import { validateName, type NameSuggestion } from './names.rules.ts'

/** Everything that a UI shows of the machine `names`. */
export interface NamesViewModel {
  /** `reading`: the account's names are being read. `owned`: the account has a name. */
  status: 'reading' | 'editing' | 'registering' | 'owned'
  /** The account that registers a name. */
  connection: Connection
  network: Network
  /** The full name that the account has, such as `ann.reown.id`. */
  ownedName: string | undefined
  /** The label to register, such as `ann`. */
  name: string
  /** Whether the name is free; `unknown` if it cannot be a name, or if the lookup failed. */
  availability: 'unknown' | 'checking' | 'free' | 'taken'
  /** Names similar to `name`. */
  suggestions: readonly NameSuggestion[]
  /** Whether the name can be changed. */
  isEditable: boolean
  /** Whether `names.submit` registers the name. */
  canSubmit: boolean
  /** What is wrong with the typed name. */
  nameError: LatchkeyError | undefined
  /** Why it is unknown whether the name is free. */
  lookupError: LatchkeyError | undefined
  /** Why there are no suggestions. */
  suggestionsError: LatchkeyError | undefined
  /** Why the last attempt failed. */
  error: LatchkeyError | undefined
}

function availabilityOf(snapshot: SnapshotOf<NamesContract>): NamesViewModel['availability'] {
  if (snapshot.hasTag('checking')) return 'checking'
  if (snapshot.hasTag('taken')) return 'taken'
  return snapshot.hasTag('submittable') ? 'free' : 'unknown'
}

/** Returns everything that a UI shows of the machine `names`. */
export function namesViewModel(snapshot: SnapshotOf<NamesContract>): NamesViewModel {
  const { value, context } = snapshot
  return {
    status: typeof value === 'string' ? value : 'editing',
    connection: context.connection,
    network: context.network,
    ownedName: context.owned,
    name: context.name,
    availability: availabilityOf(snapshot),
    suggestions: context.suggestions,
    isEditable: snapshot.can({ type: 'names.setName', name: '' }),
    canSubmit: snapshot.hasTag('submittable'),
    nameError: validateName(context),
    lookupError: context.lookupError,
    suggestionsError: context.suggestionsError,
    error: context.error,
  }
}
