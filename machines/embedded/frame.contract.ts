import type { Outcome } from '../entities/attempt.ts'
import type { FrameMessageType, FrameQuestion, FrameUser } from '../schemas/frame.ts'
import type { LatchkeyError } from '../errors/error.ts'
import { address } from '../kit/address.ts'

/** A message that somebody waits to have answered. */
export interface OpenMessage {
  /** Of its item, `frameRequest:<id>`. */
  id: string
  /** The caller's own id. */
  attempt: string
  type: FrameMessageType
  /** The visitor decides it in the frame. `params` tells it from others. */
  decided?: { params: unknown } | undefined
  /** It was called off, and what the visitor decided before is still heard. */
  withdrawn?: true
  /** The frame did not even say that it takes it back. */
  unheard?: true
}

export interface FrameContract {
  context: {
    open: readonly OpenMessage[]
    /** Who is signed in, as the frame said last. */
    user: FrameUser | undefined
    /** How many messages there were. */
    count: number
    /** It left a message unanswered and has answered none since, as one that has crashed. Whoever asks next has another. */
    isSilent: boolean
    /** Why there is no frame that could be asked. */
    error: LatchkeyError | undefined
  }
  event:
    /** Asks the frame, which is loaded for it. `attempt` is handed back with the outcome. */
    | { type: 'frame.ask'; message: FrameQuestion; attempt: string }
    /** Stops waiting for an answer. */
    | { type: 'frame.cancel'; attempt: string }
    /** Takes what the visitor was to decide back: the question that was asked with these very params. */
    | { type: 'frame.withdraw'; params: unknown }
    /** The frame listens. */
    | { type: 'frame.answering' }
    /** Nobody is signed in in the frame any more, or somebody else is: another tab has changed it. */
    | { type: 'frame.signedOut' }
    /** It did not say in time that it takes the question of this id back. */
    | { type: 'frame.unanswered'; id: string }
    /** The frame is not what was loaded any more, as the error says. */
    | { type: 'frame.lost'; error: LatchkeyError }
    | { type: `xstate.done.actor.${string}`; output: Outcome<unknown> }
    | { type: `xstate.error.actor.${string}`; error: unknown }
  state: 'absent' | 'explaining' | { present: 'loading' | 'settling' | { ready: 'quiet' | 'showing' } } | 'failed'
  tag: 'busy' | 'showing'
  emitted: /** A message is over, as the outcome says. */
    | { type: 'frame.settled'; attempt: string; outcome: Outcome<unknown> }
    /** Who was signed in is not any more. */
    | { type: 'frame.signedOut' }
}

export const frame = address<FrameContract>()('frame')
