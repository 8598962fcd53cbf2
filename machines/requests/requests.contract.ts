import type { AnyActorRef } from 'xstate'
import type { Configuration } from '../entities/configuration.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Question } from '../entities/question.ts'
import type { ViewName } from '../entities/view.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

/** Who asks: an actor, which is told how it ended as long as it is there, or nobody but the page; and the id that is the asker's own. */
export interface Asker {
  attempt: string
  asker?: AnyActorRef | undefined
}
/**
 * Where the modal goes once a request that it shows is over: it closes, goes back, or shows a view. Unless told it closes where it was
 * opened for the request, and goes back where it was open before.
 */
export type OnEnd = 'close' | 'back' | { readonly view: ViewName }

/** A question to a wallet that is connected. */
export interface Asked extends Asker {
  question: Question<'transfer' | 'call'>
  onEnd?: OnEnd
}
/** The same as an item: `walletRequest:<id>`. */
export interface AskedItem extends Asked {
  id: string
  /** The modal shows it. */
  isShown?: boolean
}

/** A request is over, as the outcome says. Told to the actor that asked; emitted where the page did. */
export interface RequestSettled {
  type: 'requests.settled'
  attempt: string
  outcome: Outcome<unknown>
}

/** What the page may ask, and what is shown of it. */
export type RequestRules = Pick<Configuration, 'methods' | 'review'>

export interface RequestsContract {
  context: {
    /** What somebody waits for, and a wallet has not answered yet. */
    open: readonly AskedItem[]
    /** What nobody waits for any more, but a wallet may still answer. */
    late: readonly AskedItem[]
    /** How many there were. */
    count: number
    /** The site's own methods, and whether the modal shows what is asked. */
    readonly rules: RequestRules
    /** The modal was closed before it showed a request. */
    opened: boolean
  }
  event:
    /** Asks the wallet of a connection. `attempt` is handed back with the outcome; no two of an asker have the same. */
    | ({ type: 'requests.submit' } & Asked)
    /** Stops waiting for the answer to a request. */
    | ({ type: 'requests.cancel' } & Asker)
    /** Stops waiting for whatever the page asked and is not answered yet. */
    | { type: 'requests.cancelAll' }
    /** The visitor has read what the modal shows, and the wallet is asked (`review: 'before'`). `id` is that of its request. */
    | { type: 'requests.approve'; id: string }
    /** Stops waiting for what the modal shows. */
    | { type: 'requests.cancelShown' }
    /** A wallet that may still answer is waited for no longer. */
    | { type: 'requests.release'; id: string; outcome: Outcome<unknown> }
    /** The visitor left the view that shows what is asked: whatever it shows is called off. */
    | { type: 'requests.viewLeft'; view: ViewName }
    /** Shows what could not be shown before. */
    | { type: 'requests.show' }
    | FactOf<'view.shown'>
    | FactOf<'account.disconnected'>
    | { type: `xstate.done.actor.${string}`; output: Outcome<unknown> }
    | { type: `xstate.error.actor.${string}`; error: unknown }
  state: 'waiting'
  input: RequestRules
  emitted: /** What the page asked is over, as the outcome says. */
  RequestSettled
}

export const requests = address<RequestsContract>()('requests')
