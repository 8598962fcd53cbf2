import type { ActiveAccount } from '../shared/account.types.ts'
import type { CarriedOver } from './feature.ts'

export interface ActiveAccountContract {
  context: {
    activeAccount: ActiveAccount
    /** The contexts that the features of the previous account left. */
    carriedOver: CarriedOver
  }
  event: { type: `xstate.error.actor.${string}`; error: unknown }
  state: 'running'
  input: { activeAccount: ActiveAccount; carriedOver: CarriedOver }
}
