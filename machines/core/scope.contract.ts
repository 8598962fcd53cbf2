import type { Scope } from '../shared/account.types.ts'
import type { CarriedOver } from './feature.ts'

export interface ScopeContract {
  context: {
    scope: Scope
    /** The contexts that the features of the previous account left. */
    carriedOver: CarriedOver
  }
  event: { type: `xstate.error.actor.${string}`; error: unknown }
  state: 'running'
  input: { scope: Scope; carriedOver: CarriedOver }
}
