import type { Scope } from '../shared/account.types.ts'
import type { Kept } from './feature.ts'

export interface ScopeContract {
  context: {
    scope: Scope
    /** The contexts that the features of the previous account left. */
    kept: Kept
  }
  event: { type: `xstate.error.actor.${string}`; error: unknown }
  state: 'running'
  input: { scope: Scope; kept: Kept }
}
