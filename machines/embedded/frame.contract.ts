import type { Outcome } from '../shared/outcome.types.ts'
import type { FrameMessageType, FrameQuestion, FrameUser } from './frame.schemas.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import { actorKey } from '../core/actorKey.ts'

/** A message that waits for a response. */
export interface OpenMessage {
  /** The id of its item, `frameRequest:<id>`. */
  id: string
  /** The caller's id. */
  requestId: string
  /** The type of the message, such as `CONNECT_EMAIL`. */
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
    /** The messages that wait for a response. */
    open: readonly OpenMessage[]
    /** The signed-in user, as the frame last reported it. */
    user: FrameUser | undefined
    /** The number of messages so far. */
    count: number
    /**
     * Whether the frame did not respond to a message and has not responded since, as after a crash. The next message loads
     * a new frame.
     */
    isSilent: boolean
    /** Why no frame can respond; undefined if there was no failure. */
    error: LatchkeyError | undefined
  }
  event:
    /** Sends a message to the frame, which is loaded if needed. `requestId` is returned with the outcome. */
    | { type: 'frame.request'; message: FrameQuestion; requestId: string }
    /** Stops waiting for the responses to the messages of this caller. */
    | { type: 'frame.cancel'; requestId: string }
    /** Withdraws a message that the user decides: the one that was sent with this same `params` object. */
    | { type: 'frame.withdraw'; params: unknown }
    /** The frame is ready to receive messages. */
    | { type: 'frame.answering' }
    /** The user signed out of the frame in another tab, or another user signed in there. */
    | { type: 'frame.signedOut' }
    /** The frame did not confirm in time that it withdrew the message with this id. */
    | { type: 'frame.unanswered'; id: string }
    /** The frame was reloaded, replaced or removed. `error`: the reason. */
    | { type: 'frame.lost'; error: LatchkeyError }
    /** A message ended. */
    | { type: `xstate.done.actor.${string}`; output: Outcome<unknown> }
    /** The actor of a message crashed. */
    | { type: `xstate.error.actor.${string}`; error: unknown }
  state: 'absent' | 'explaining' | { present: 'loading' | 'settling' | { ready: 'quiet' | 'showing' } } | 'failed'
  tag: 'busy' | 'showing'
  emitted: /** A message ended. `outcome`: `done` with the response, `cancelled`, `declined`, `expired` or `failed`. */
    | { type: 'frame.settled'; requestId: string; outcome: Outcome<unknown> }
    /** The user is no longer signed in. */
    | { type: 'frame.signedOut' }
}

export const frame = actorKey<FrameContract>()('frame')
