import type { Outcome } from '../shared/outcome.types.ts'
import type { FrameQuestion } from './frame.schemas.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'

export interface FrameRequestContract {
  context: {
    /** The id of the message. */
    id: string
    /** The message. */
    message: FrameQuestion
    /** The outcome that the machine ends with. */
    outcome: Outcome<unknown>
  }
  event:
    /** Posts the message, because the frame is ready. */
    | { type: 'frameRequest.post' }
    /** Ends the message, because there is no frame. `error`: the reason. */
    | { type: 'frameRequest.fail'; error: LatchkeyError }
    /** Stops waiting for the response. A decision that the user made before still counts. */
    | { type: 'frameRequest.cancel' }
  state: 'waiting' | { requesting: 'open' | 'withdrawing' | 'withdrawn' } | 'ended'
  tag: 'busy'
  input: {
    /** The id of the message. */
    id: string
    /** The message. */
    message: FrameQuestion
  }
  output: Outcome<unknown>
}
