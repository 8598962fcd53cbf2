import type { Connection } from '../shared/account.types.ts'
import type { Explanation } from './explanation.types.ts'
import type { RpcCall } from './walletRequest.types.ts'
import { actorKey } from '../core/actorKey.ts'

/** A request that the user decides on. `id` is the id of the request. */
export interface PendingCall {
  id: string
  connection: Connection
  call: RpcCall
}

export interface ApprovalContract {
  context: {
    /** The request that the user decides on; undefined if there is none. */
    pendingCall: PendingCall | undefined
    /** What the request means; undefined until that is known. */
    explanation: Explanation | undefined
  }
  event:
    /** Explains this request to the user. */
    | { type: 'approval.show'; pendingCall: PendingCall }
    /** Clears the explanation: no request is shown. */
    | { type: 'approval.hide' }
  /**
   * `forecasting`: the request is explained, and its forecast may follow. `unread`: the request could not be explained in time.
   */
  state: 'idle' | 'explaining' | 'forecasting' | 'explained' | 'unread'
  tag: 'busy'
}

export const approval = actorKey<ApprovalContract>()('approval')
