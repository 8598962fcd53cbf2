import type { Outcome } from '../entities/attempt.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { SessionNamespaces } from '../schemas/pairing.ts'
import type { Answer } from './sessionRequest.contract.ts'

/** What one side says to the other about a session. */
export type SessionExchange =
  | { name: 'update'; topic: string; namespaces: SessionNamespaces }
  | { name: 'extend' | 'ping'; topic: string }
  | { name: 'emit'; topic: string; chainId: string; event: { name: string; data?: unknown } }

export type Exchange =
  | SessionExchange
  | { name: 'disconnect'; topic: string }
  /** Takes up the offer of a page. */
  | { name: 'pair'; uri: string }
  /** Writes down what a session covers, as this side agreed to it. */
  | { name: 'keep'; topic: string; namespaces: SessionNamespaces }
  /** Answers what the other side said. */
  | { name: 'answer'; topic: string; id: number; answer: Answer }

/** What became of an exchange; `id` is the caller's, where somebody waits for it. */
export interface Exchanged {
  id: string | undefined
  exchange: Exchange
  outcome: Outcome<undefined>
}

export interface ExchangeContract {
  context: Exchanged
  event:
    /** Calls it off. */
    | { type: 'exchange.cancel' }
    /** Whether what is to be said may be said. */
    | { type: 'exchange.validated'; fault: LatchkeyError | undefined }
  state: 'validating' | 'speaking' | 'answered' | 'expired' | 'cancelled' | 'failed'
  tag: 'busy'
  input: { id: string | undefined; exchange: Exchange }
  output: Exchanged
}
