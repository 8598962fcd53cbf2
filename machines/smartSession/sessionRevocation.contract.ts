import type { Scope } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { SmartSession } from '../entities/smartSession.ts'
import type { RequestSettled } from '../requests/requests.contract.ts'

export interface SessionRevocationContract {
  context: Scope & {
    /** The id of the session. */
    pci: string
    /** The visitor asked, and is told why it failed. */
    isSaid: boolean
    session: SmartSession | undefined
    /** What the wallet answered. */
    answer: unknown
    outcome: Outcome<undefined>
  }
  event:
    /** Nobody waits for it any more. */
    | { type: 'sessionRevocation.cancel' }
    /** The wallet was asked, and that is over, as the outcome says. */
    | RequestSettled
  state: 'looking' | 'deciding' | 'asking' | 'telling' | 'revoked' | 'ended'
  tag: 'busy'
  input: Pick<SessionRevocationContract['context'], 'connection' | 'network' | 'pci' | 'isSaid'>
  output: Outcome<undefined>
}
