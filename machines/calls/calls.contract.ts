import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { CallsStatus } from '../entities/calls.ts'
import { address } from '../kit/address.ts'

/** A bundle that was sent, and the wallet that knows of it; calls that were sent one by one are known by the chain. */
export interface SentBundle {
  id: string
  connection?: Connection | undefined
}

export interface CallsContract {
  context: {
    /** The ids of the bundles that are followed. */
    followed: readonly string[]
    /** Who waits for what becomes of a bundle. */
    waiting: readonly { attempt: string; id: string }[]
  }
  event:
    /** Follows what becomes of a bundle. */
    | ({ type: 'calls.follow' } & SentBundle)
    /** The same, and somebody waits for its end. */
    | ({ type: 'calls.wait'; attempt?: string } & SentBundle)
    /** Whoever waited does not any more; the bundle is followed all the same. */
    | { type: 'calls.cancel'; attempt?: string }
    | { type: `xstate.done.actor.${string}`; output: Outcome<CallsStatus> }
    | { type: `xstate.error.actor.${string}`; error: unknown }
  state: 'following'
  emitted: /** A bundle has come to its end, as the outcome says. */
  { type: 'calls.settled'; attempt: string; outcome: Outcome<CallsStatus> }
}

export const calls = address<CallsContract>()('calls')
