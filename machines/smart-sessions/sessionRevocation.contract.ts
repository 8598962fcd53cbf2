import type { ActiveAccount } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { SmartSession } from './smartSession.types.ts'
import type { RequestSettled } from '../wallet-requests/requests.contract.ts'

export interface SessionRevocationContract {
  context: ActiveAccount & {
    /** The id of the session (permission context identifier). */
    pci: string
    /** Whether the user started the revocation, so that the reason of a failure is shown. */
    isReported: boolean
    session: SmartSession | undefined
    /** The wallet's answer. */
    answer: unknown
    outcome: Outcome<undefined>
  }
  event:
    /** Cancels the revocation: its caller no longer waits. */
    | { type: 'sessionRevocation.cancel' }
    /** The wallet request settled with this outcome. */
    | RequestSettled
  state: 'loading' | 'deciding' | 'requesting' | 'reporting' | 'revoked' | 'ended'
  tag: 'busy'
  input: Pick<SessionRevocationContract['context'], 'connection' | 'network' | 'pci' | 'isReported'>
  output: Outcome<undefined>
}
