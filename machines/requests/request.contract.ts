import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'

/** An EIP-1193 call. */
export interface RpcCall {
  method: string
  params?: unknown
}

export interface RequestContract {
  context: { id: string; call: RpcCall; connection: Connection; outcome: Outcome<unknown> }
  event:
    /** Stops waiting. What the visitor still answers in the wallet is not taken. */
    | { type: 'request.cancel' }
    /** The wallet is connected no more, so that nobody is left to answer. */
    | { type: 'request.leave' }
  state: 'asking' | 'answered' | 'declined' | 'expired' | 'cancelled' | 'failed'
  tag: 'busy'
  input: { id: string; call: RpcCall; connection: Connection }
  output: Outcome<unknown>
}
