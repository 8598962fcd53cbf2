import type { Outcome } from '../shared/outcome.types.ts'
import type { FrameQuestion } from './frame.schemas.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'

export interface FrameRequestContract {
  context: {
    id: string
    message: FrameQuestion
    outcome: Outcome<unknown>
  }
  event:
    /** Posts the message, because the frame is ready. */
    | { type: 'frameRequest.post' }
    /** Ends the message, because there is no frame, as the error says. */
    | { type: 'frameRequest.fail'; error: LatchkeyError }
    /** Stops waiting for the answer. A decision that the user made before still counts. */
    | { type: 'frameRequest.cancel' }
  state: 'waiting' | { requesting: 'open' | 'withdrawing' | 'withdrawn' } | 'ended'
  tag: 'busy'
  input: { id: string; message: FrameQuestion }
  output: Outcome<unknown>
}
