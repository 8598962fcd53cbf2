import type { ActiveAccount } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { AddedSession, GrantedPermissions, PermissionRequest } from './smartSession.types.ts'
import type { RequestSettled } from '../wallet-requests/requests.contract.ts'

export interface SessionGrantContract {
  context: ActiveAccount & {
    /** The app's request, not validated. */
    requested: unknown
    /** The validated request; undefined before. */
    request: PermissionRequest | undefined
    /** The session that the API created; undefined before. */
    added: AddedSession | undefined
    /** The wallet's response, not validated; undefined before. */
    answer: unknown
    /** Whether the modal was closed before, and opened only for the wallet request. */
    opened: boolean
    /** How the grant ended; `cancelled` until then. */
    outcome: Outcome<GrantedPermissions>
  }
  event:
    /** Cancels the grant: its caller no longer waits. */
    | { type: 'sessionGrant.cancel' }
    /**
     * The wallet request settled. `outcome`: `done` with the wallet's response, `cancelled`, `declined`, `expired` or `failed`.
     */
    | RequestSettled
  state: 'checking' | 'adding' | 'requesting' | 'activating' | 'granted' | 'ended'
  tag: 'busy'
  input: ActiveAccount & {
    /** The app's request, not validated. */
    request: unknown
  }
  output: Outcome<GrantedPermissions>
}
