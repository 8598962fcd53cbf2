import type { Outcome } from '../shared/outcome.types.ts'
import type { WalletResponses, WalletRequest, WalletRequestKind, RpcCall } from './walletRequest.types.ts'

export interface WalletRequestContract<Kind extends WalletRequestKind = WalletRequestKind> {
  context: {
    question: WalletRequest<Kind>
    /** The id of the request in `requests`; empty if another machine started the flow. */
    id: string
    /** Whether the user reviews the request in the modal before it is sent to the wallet. */
    readonly reviewed: boolean
    /** The RPC call that was prepared for the question; undefined without preparation. */
    call: RpcCall | undefined
    outcome: Outcome<WalletResponses[Kind]>
  }
  event:
    /**
     * Cancels the request: its caller no longer waits. `byVisitor`: the user cancelled it in the modal; during the review this
     * counts as declined.
     */
    | { type: 'walletRequest.cancel'; byVisitor?: true }
    /** Continues after the review: the user approved the request. */
    | { type: 'walletRequest.approve' }
    /**
     * The wallet was disconnected. Only a transfer, or a call that may send a transaction, can still be answered if the wallet
     * already shows it.
     */
    | { type: 'walletRequest.leave' }
  /** `overdue`: the wallet has not answered for a while; its window may be hidden behind another. */
  state:
    | 'deciding'
    | 'reviewing'
    | 'preparing'
    | { asked: { open: 'waiting' | 'overdue' } | 'late' }
    | 'answered'
    | 'ended'
    | 'closed'
  tag: 'busy' | 'overdue'
  input: { question: WalletRequest<Kind>; id?: string; reviewed?: boolean }
  output: Outcome<WalletResponses[Kind]>
}
