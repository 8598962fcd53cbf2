import type { Scope } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { RpcCall } from '../entities/question.ts'
import type { SignInMessage, SignInSession } from '../entities/signIn.ts'

export interface SignatureContract {
  context: Scope & {
    /** What the visitor is asked to sign. */
    message: SignInMessage | undefined
    /** How the wallet is asked for that, and what it answered. */
    call: RpcCall | undefined
    answer: unknown
    outcome: Outcome<SignInSession>
  }
  event: /** Calls it off. */
  { type: 'signature.cancel' }
  state: 'preparing' | 'signing' | 'verifying' | 'ended'
  tag: 'busy'
  input: Scope
  output: Outcome<SignInSession>
}
