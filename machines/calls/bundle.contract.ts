import type { Outcome } from '../shared/outcome.types.ts'
import type { CallsStatus } from './calls.types.ts'
import type { BroadcastEventOf } from '../events.ts'
import type { SentBundle } from './calls.contract.ts'

export interface BundleContract {
  context: SentBundle & {
    /** How many times the status was checked. */
    pollCount: number
    /** The status at the last check; undefined before the first. */
    status: CallsStatus | undefined
    /** The outcome that the machine ends with. */
    outcome: Outcome<CallsStatus>
  }
  event:
    /** The page became visible. */
    | { type: 'page.shown' }
    /** The page was hidden. */
    | { type: 'page.hidden' }
    | BroadcastEventOf<'account.disconnected'>
  state: 'polling' | 'waiting' | 'hidden' | 'success' | 'reverted' | 'partlyReverted' | 'failed' | 'unknown'
  tag: 'busy'
  input: SentBundle
  output: Outcome<CallsStatus>
}
