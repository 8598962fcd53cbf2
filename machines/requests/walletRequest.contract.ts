import type { Outcome } from '../entities/attempt.ts'
import type { Answers, Question, QuestionKind, RpcCall } from '../entities/question.ts'

export interface WalletRequestContract<Kind extends QuestionKind = QuestionKind> {
  context: {
    question: Question<Kind>
    /** What `requests` knows it by; a flow of another machine has none. */
    id: string
    /** The visitor reads it here before the wallet is asked. */
    readonly reviewed: boolean
    /** What the wallet is asked, where that had to be worked out. */
    call: RpcCall | undefined
    outcome: Outcome<Answers[Kind]>
  }
  event:
    /** Nobody waits for the answer any more. `byVisitor`: who was to read it says no. */
    | { type: 'walletRequest.cancel'; byVisitor?: true }
    /** The visitor has read it, and goes on. */
    | { type: 'walletRequest.approve' }
    /** The wallet is connected no more: only a transfer that it shows may still be answered. */
    | { type: 'walletRequest.leave' }
  /** `overdue`: no answer for a while; the wallet may wait behind another window. */
  state:
    | 'deciding'
    | 'reviewing'
    | 'preparing'
    | { asked: { open: 'waiting' | 'overdue' } | 'late' }
    | 'answered'
    | 'ended'
    | 'closed'
  tag: 'busy' | 'overdue'
  input: { question: Question<Kind>; id?: string; reviewed?: boolean }
  output: Outcome<Answers[Kind]>
}
