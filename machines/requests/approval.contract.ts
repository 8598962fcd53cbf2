import type { Connection } from '../entities/account.ts'
import type { Explanation } from '../entities/explanation.ts'
import type { RpcCall } from '../entities/question.ts'
import { address } from '../kit/address.ts'

/** A question that the visitor is to decide; `id` is that of its request. */
export interface AskedCall {
  id: string
  connection: Connection
  call: RpcCall
}

export interface ApprovalContract {
  context: {
    asked: AskedCall | undefined
    /** What it means, once that is known. */
    explanation: Explanation | undefined
  }
  event:
    /** The wallet asks this now. */
    | { type: 'approval.show'; asked: AskedCall }
    /** Nothing is asked any more. */
    | { type: 'approval.hide' }
  /** `forecasting`: what it means is there, and what would come of it may follow. `unread`: what it means could not be worked out in time. */
  state: 'idle' | 'explaining' | 'forecasting' | 'explained' | 'unread'
  tag: 'busy'
}

export const approval = address<ApprovalContract>()('approval')
