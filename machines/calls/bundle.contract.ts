import type { Outcome } from '../entities/attempt.ts'
import type { CallsStatus } from '../entities/calls.ts'
import type { FactOf } from '../facts.ts'
import type { SentBundle } from './calls.contract.ts'

export interface BundleContract {
  context: SentBundle & {
    looks: number
    /** What was known at the last look. */
    status: CallsStatus | undefined
    outcome: Outcome<CallsStatus>
  }
  event:
    /** The page can be seen. */
    | { type: 'page.shown' }
    /** It cannot be seen any more. */
    | { type: 'page.hidden' }
    | FactOf<'account.disconnected'>
  state: 'looking' | 'waiting' | 'hidden' | 'success' | 'reverted' | 'partlyReverted' | 'failed' | 'unknown'
  tag: 'busy'
  input: SentBundle
  output: Outcome<CallsStatus>
}
