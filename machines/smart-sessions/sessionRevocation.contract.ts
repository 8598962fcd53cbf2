import type { ActiveAccount } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { SmartSession } from './smartSession.types.ts'
import type { RequestSettled } from '../wallet-requests/requests.contract.ts'

export interface SessionRevocationContract {
  context: ActiveAccount & {
    /** The id of the session (permission context identifier). */
    pci: string
    /** Whether to show a failure to the user. */
    isReported: boolean
    /** The session to revoke; undefined until it is fetched, and if it is unknown or not active. */
    session: SmartSession | undefined
    /** The wallet's response with its signature, not validated; undefined before. */
    answer: unknown
    /** How the revocation ended; `cancelled` until then. */
    outcome: Outcome<undefined>
  }
  event:
    /** Cancels the revocation: its caller no longer waits. */
    | { type: 'sessionRevocation.cancel' }
    /**
     * The wallet request settled. `outcome`: `done` with the wallet's response, `cancelled`, `declined`, `expired` or `failed`.
     */
    | RequestSettled
  state: 'loading' | 'deciding' | 'requesting' | 'reporting' | 'revoked' | 'ended'
  tag: 'busy'
  input: Pick<SessionRevocationContract['context'], 'connection' | 'network' | 'pci' | 'isReported'>
  output: Outcome<undefined>
}
