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
    /** The wallet's answer. */
    answer: unknown
    /** Whether the modal was closed before, and opened only for the wallet request. */
    opened: boolean
    outcome: Outcome<GrantedPermissions>
  }
  event:
    /** Cancels the grant: its caller no longer waits. */
    | { type: 'sessionGrant.cancel' }
    /** The wallet request settled with this outcome. */
    | RequestSettled
  state: 'checking' | 'adding' | 'requesting' | 'activating' | 'granted' | 'ended'
  tag: 'busy'
  input: ActiveAccount & { request: unknown }
  output: Outcome<GrantedPermissions>
}
