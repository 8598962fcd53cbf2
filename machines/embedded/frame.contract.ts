import type { Outcome } from '../shared/outcome.types.ts'
import type { FrameMessageType, FrameQuestion, FrameUser } from './frame.schemas.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import { actorKey } from '../core/actorKey.ts'

/** A message that waits for an answer. */
export interface OpenMessage {
  /** The id of its item, `frameRequest:<id>`. */
  id: string
  /** The caller's id. */
  attempt: string
  type: FrameMessageType
  /** Set if the user decides the message in the frame. `frame.withdraw` identifies the message by `params`. */
  decided?: { params: unknown } | undefined
  /** The message was cancelled. A decision that the user made before still counts. */
  withdrawn?: true
  /** The frame did not confirm the withdrawal of the message. */
  isUnconfirmed?: true
}

export interface FrameContract {
  context: {
    open: readonly OpenMessage[]
    /** The signed-in user, as the frame last reported it. */
    user: FrameUser | undefined
    /** The number of messages so far. */
    count: number
    /**
     * Whether the frame left a message unanswered and has answered none since, as after a crash. The next message loads a new
     * frame.
     */
    isSilent: boolean
    /** Why no frame can answer; undefined if there was no failure. */
    error: LatchkeyError | undefined
  }
  event:
    /** Sends a message to the frame, which is loaded if needed. `attempt` is returned with the outcome. */
    | { type: 'frame.request'; message: FrameQuestion; attempt: string }
    /** Stops waiting for an answer. */
    | { type: 'frame.cancel'; attempt: string }
    /** Withdraws a message that the user decides: the one that was sent with this same `params` object. */
    | { type: 'frame.withdraw'; params: unknown }
    /** The frame is ready to receive messages. */
    | { type: 'frame.answering' }
    /** The user signed out of the frame in another tab, or another user signed in there. */
    | { type: 'frame.signedOut' }
    /** The frame did not confirm in time that it withdrew the message with this id. */
    | { type: 'frame.unanswered'; id: string }
    /** The frame was reloaded, replaced or removed, as the error says. */
    | { type: 'frame.lost'; error: LatchkeyError }
    | { type: `xstate.done.actor.${string}`; output: Outcome<unknown> }
    | { type: `xstate.error.actor.${string}`; error: unknown }
  state: 'absent' | 'explaining' | { present: 'loading' | 'settling' | { ready: 'quiet' | 'showing' } } | 'failed'
  tag: 'busy' | 'showing'
  emitted: /** A message ended, as the outcome says. */
    | { type: 'frame.settled'; attempt: string; outcome: Outcome<unknown> }
    /** The user is no longer signed in. */
    | { type: 'frame.signedOut' }
}

export const frame = actorKey<FrameContract>()('frame')
