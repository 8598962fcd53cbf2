import type { ActiveAccount } from '../shared/account.types.ts'
import type { CarriedOver } from './feature.ts'

export interface ActiveAccountContract {
  context: {
    /** The account and its network. */
    activeAccount: ActiveAccount
    /** The contexts that the features of the previous account left. */
    carriedOver: CarriedOver
  }
  event: /** A child crashed. */
  { type: `xstate.error.actor.${string}`; error: unknown }
  state: 'running'
  input: {
    /** The account and its network. */
    activeAccount: ActiveAccount
    /** The contexts that the features of the previous account left. */
    carriedOver: CarriedOver
  }
}
