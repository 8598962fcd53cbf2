import type { Scope } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { AddedSession, GrantedPermissions, PermissionRequest } from '../entities/smartSession.ts'
import type { RequestSettled } from '../requests/requests.contract.ts'

export interface SessionGrantContract {
  context: Scope & {
    /** What the page asks for, as it says it. */
    given: unknown
    /** The same, once it was found to be sound. */
    request: PermissionRequest | undefined
    /** What the API made of it. */
    added: AddedSession | undefined
    /** What the wallet answered. */
    answer: unknown
    /** The modal was closed before the wallet was asked. */
    opened: boolean
    outcome: Outcome<GrantedPermissions>
  }
  event:
    /** Nobody waits for it any more. */
    | { type: 'sessionGrant.cancel' }
    /** The wallet was asked, and that is over, as the outcome says. */
    | RequestSettled
  state: 'checking' | 'adding' | 'asking' | 'activating' | 'granted' | 'ended'
  tag: 'busy'
  input: Scope & { request: unknown }
  output: Outcome<GrantedPermissions>
}
