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
  /** Uses the pairing URI of an app. */
  | { name: 'pair'; uri: string }
  /** Stores the namespaces of a session, as this side agreed to them. */
  | { name: 'keep'; topic: string; namespaces: SessionNamespaces }
  /** Responds to a message of the other side. */
  | { name: 'answer'; topic: string; id: number; answer: Answer }

/** The result of an exchange. `id` is the caller's, if a caller waits for it. */
export interface ExchangeResult {
  /** The caller's id; undefined if no caller waits. */
  id: string | undefined
  /** The message. */
  exchange: Exchange
  /** The result: `done` once the message was sent and, if required, confirmed; `cancelled`, `expired` or `failed`. */
  outcome: Outcome<undefined>
}

export interface ExchangeContract {
  context: ExchangeResult
  event:
    /** Cancels the exchange. */
    | { type: 'exchange.cancel' }
    /** The exchange was validated. `fault`: why it must not be sent; undefined if it may be. */
    | { type: 'exchange.validated'; fault: LatchkeyError | undefined }
  state: 'validating' | 'sending' | 'answered' | 'expired' | 'cancelled' | 'failed'
  tag: 'busy'
  input: { /** The caller's id, if one waits. */ id: string | undefined; /** The message. */ exchange: Exchange }
  output: ExchangeResult
}
