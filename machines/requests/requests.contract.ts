import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Namespace } from '../entities/namespace.ts'
import type { FactOf } from '../facts.ts'
import type { RpcCall } from './request.contract.ts'
import { address } from '../kit/address.ts'

export interface RequestsContract {
  context: {
    /** The requests that a wallet has not answered yet. */
    open: readonly { id: string; namespace: Namespace }[]
  }
  event:
    /** Asks the wallet of a connection. `attempt` is the caller's own id, unique, and handed back with the outcome. */
    | { type: 'requests.submit'; attempt: string; connection: Connection; call: RpcCall }
    /** Stops waiting for the answer to a request. */
    | { type: 'requests.cancel'; attempt: string }
    /** Stops waiting for whatever is not answered yet. */
    | { type: 'requests.cancelAll' }
    | FactOf<'account.disconnected'>
    | { type: `xstate.done.actor.${string}`; output: Outcome<unknown> }
  state: 'waiting'
  emitted: /** A request is over, as the outcome says. */
  { type: 'requests.settled'; attempt: string; outcome: Outcome<unknown> }
}

export const requests = address<RequestsContract>()('requests')
