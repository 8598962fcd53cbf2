import type { Outcome } from '../shared/outcome.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { SessionNamespaces } from './pairing.schemas.ts'
import type { Answer } from './sessionRequest.contract.ts'

/** A message from one side of a session to the other. */
export type SessionExchange =
  | { name: 'update'; topic: string; namespaces: SessionNamespaces }
  | { name: 'extend' | 'ping'; topic: string }
  | { name: 'emit'; topic: string; chainId: string; event: { name: string; data?: unknown } }

export type Exchange =
  | SessionExchange
  | { name: 'disconnect'; topic: string }
  /** Accepts the offer of an app. */
  | { name: 'pair'; uri: string }
  /** Stores the namespaces of a session, as this side agreed to them. */
  | { name: 'keep'; topic: string; namespaces: SessionNamespaces }
  /** Answers a message of the other side. */
  | { name: 'answer'; topic: string; id: number; answer: Answer }

/** The result of an exchange. `id` is the caller's, if a caller waits for it. */
export interface ExchangeResult {
  id: string | undefined
  exchange: Exchange
  outcome: Outcome<undefined>
}

export interface ExchangeContract {
  context: ExchangeResult
  event:
    /** Cancels the exchange. */
    | { type: 'exchange.cancel' }
    /** The exchange was validated. `fault` says why it must not be sent. */
    | { type: 'exchange.validated'; fault: LatchkeyError | undefined }
  state: 'validating' | 'sending' | 'answered' | 'expired' | 'cancelled' | 'failed'
  tag: 'busy'
  input: { id: string | undefined; exchange: Exchange }
  output: ExchangeResult
}
