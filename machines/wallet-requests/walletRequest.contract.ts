import type { Outcome } from '../shared/outcome.types.ts'
import type { WalletRequest, RpcCall } from './walletRequest.types.ts'

export interface WalletRequestContract {
  context: {
    /** The request to send to the wallet. */
    request: WalletRequest
    /** The id of the request in `requests`; empty if another machine started the flow. */
    id: string
    /** Whether the user reviews the request in the modal before it is sent to the wallet. */
    readonly reviewed: boolean
    /** The RPC call that was prepared for the request; undefined before. */
    call: RpcCall | undefined
    /** How the request ended: `done` with the hash of a transfer or the result of a call; `cancelled` until then. */
    outcome: Outcome<unknown>
  }
  event:
    /**
     * Cancels the request: its caller no longer waits. `byUser`: the user cancelled it in the modal; during the review this
     * counts as declined.
     */
    | { type: 'walletRequest.cancel'; byUser?: true }
    /** Continues after the review: the user approved the request. */
    | { type: 'walletRequest.approve' }
    /**
     * The wallet was disconnected. If it already shows a transfer, or a call that may send a transaction, a late response is
     * still accepted.
     */
    | { type: 'walletRequest.leave' }
  /** `overdue`: the wallet has not responded for a while; its window may be hidden behind another. */
  state:
    | 'deciding'
    | 'reviewing'
    | 'preparing'
    | { requested: { open: 'waiting' | 'overdue' } | 'late' }
    | 'answered'
    | 'ended'
    | 'closed'
  tag: 'busy' | 'overdue'
  input: {
    /** The request to send to the wallet. */
    request: WalletRequest
    /** The id of the request in `requests`; empty if another machine started the flow. */
    id?: string
    /** Whether the user reviews the request in the modal before it is sent to the wallet. */
    reviewed?: boolean
  }
  output: Outcome<unknown>
}
