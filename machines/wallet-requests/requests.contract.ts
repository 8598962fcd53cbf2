import type { AnyActorRef } from 'xstate'
import type { Configuration } from '../project/configuration.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { WalletRequest } from './walletRequest.types.ts'
import type { ViewName } from '../shell/view.types.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'

/** The caller of a request: an actor, or the app if `requester` is undefined. `requestId` is the caller's own id for the request. */
export interface Requester {
  requestId: string
  requester?: AnyActorRef | undefined
}
/**
 * What the modal does once a request that it shows has ended: it closes, goes back, or shows a view. By default it closes if it
 * was opened for the request, and goes back if it was open before.
 */
export type AfterRequest = 'close' | 'back' | { readonly view: ViewName }

/** A request to a connected wallet. */
export interface SubmittedRequest extends Requester {
  request: WalletRequest
  onEnd?: AfterRequest
}
/** A request in progress. Its actor is `walletRequest:<id>`. */
export interface PendingRequest extends SubmittedRequest {
  id: string
  /** Whether the modal shows the request. */
  isShown?: boolean
}

/**
 * A request settled. Sent to the actor that submitted it; emitted if the app did. `outcome`: `done` with the wallet's response,
 * `cancelled`, `declined`, `expired` or `failed`.
 */
export interface RequestSettled {
  type: 'requests.settled'
  requestId: string
  outcome: Outcome<unknown>
}

/** The part of the configuration that concerns requests. */
export type RequestRules = Pick<Configuration, 'methods' | 'review'>

export interface RequestsContract {
  context: {
    /** Requests that a caller waits for and that the wallet has not responded to yet. */
    open: readonly PendingRequest[]
    /** Requests whose caller no longer waits, but that the wallet may still respond to. */
    late: readonly PendingRequest[]
    /** How many requests were submitted. */
    count: number
    /** The app's own methods, and which requests the modal shows. */
    readonly rules: RequestRules
    /** Whether the modal was opened to show a request. */
    opened: boolean
  }
  event:
    /**
     * Sends a request to a connected wallet. `requestId`: the caller's id, which is returned with the outcome and must be unique
     * per requester.
     */
    | ({ type: 'requests.submit' } & SubmittedRequest)
    /** Cancels a request: its caller no longer waits for the response. */
    | ({ type: 'requests.cancel' } & Requester)
    /** Cancels every open request of the app. */
    | { type: 'requests.cancelAll' }
    /**
     * Approves the request that the modal shows and sends it to the wallet (`review: 'before'`). `id` is the id of the request.
     */
    | { type: 'requests.approve'; id: string }
    /** Cancels the requests that the modal shows. */
    | { type: 'requests.cancelShown' }
    /** The caller of a request no longer waits, but the wallet may still respond. `outcome` is what the caller receives. */
    | { type: 'requests.release'; id: string; outcome: Outcome<unknown> }
    /** The user left the view that shows requests. The requests that it shows are cancelled. */
    | { type: 'requests.viewLeft'; view: ViewName }
    /** Shows the requests that could not be shown before. */
    | { type: 'requests.show' }
    | BroadcastEventOf<'view.shown'>
    | BroadcastEventOf<'account.disconnected'>
    /** A request ended. `output`: its outcome. */
    | { type: `xstate.done.actor.${string}`; output: Outcome<unknown> }
    /** A request crashed. */
    | { type: `xstate.error.actor.${string}`; error: unknown }
  state: 'waiting'
  input: RequestRules
  emitted: /** Emitted once per request. `outcome`: `done` with the result, `cancelled`, `declined`, `expired` or `failed`. */
  RequestSettled
}

export const requests = actorKey<RequestsContract>()('requests')
