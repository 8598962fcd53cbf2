import type { Outcome } from '../entities/attempt.ts'
import type { PairingSession } from '../schemas/pairing.ts'
import type { Queue } from '../rules/queue.ts'
import type { MessageOf } from './messages.ts'
import { address } from '../kit/address.ts'

/** A request as it came, and the session that it came in, as it was then. */
export interface Waiting {
  received: MessageOf<'request.received'>
  session: PairingSession
}

export interface RequestQueueContract {
  context: {
    /** Requests are shown as they come, however many. */
    disabled: boolean
    waiting: Queue<Waiting>
    /** The requests that are shown; one where the queue is not disabled. */
    shown: readonly Waiting[]
    /** The sessions that changed since something came in them: a request is judged by what holds when it is shown. */
    changed: Readonly<Record<string, PairingSession>>
    /** Ids that came before, the oldest first: a relay may deliver a message twice. */
    seen: readonly number[]
  }
  event:
    /** A page asked something, and the visitor is to decide. */
    | { type: 'requestQueue.add'; waiting: Waiting }
    /** A session is there, or is another one now. */
    | { type: 'requestQueue.know'; session: PairingSession }
    /** A session is over: what was asked in it is asked no more. */
    | { type: 'requestQueue.drop'; topic: string }
    | { type: `xstate.done.actor.${string}`; output: { id: string; topic: string; outcome: Outcome<unknown> } }
    | { type: `xstate.error.actor.${string}`; error: unknown }
  state: 'validating' | 'idle' | 'active' | 'resting' | 'disabled'
  tag: 'busy'
  input: { disabled: boolean }
}

export const requestQueue = address<RequestQueueContract>()('requestQueue')
