import type { Outcome } from '../entities/attempt.ts'
import type { FrameQuestion } from '../schemas/frame.ts'
import type { LatchkeyError } from '../errors/error.ts'

export interface FrameRequestContract {
  context: {
    id: string
    message: FrameQuestion
    outcome: Outcome<unknown>
  }
  event:
    /** The frame listens. */
    | { type: 'frameRequest.post' }
    /** There is no frame, as the error says. */
    | { type: 'frameRequest.fail'; error: LatchkeyError }
    /** Nobody waits for it any more; what the visitor has decided already is still heard. */
    | { type: 'frameRequest.cancel' }
  state: 'waiting' | { asking: 'open' | 'withdrawing' | 'withdrawn' } | 'ended'
  tag: 'busy'
  input: { id: string; message: FrameQuestion }
  output: Outcome<unknown>
}
