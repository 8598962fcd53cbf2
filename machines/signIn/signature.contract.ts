import type { Scope } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { RpcCall } from '../entities/question.ts'
import type { SignInMessage, SignInSession } from '../entities/signIn.ts'

export interface SignatureContract {
  context: Scope & {
    /** The message that the user signs; undefined until it is prepared. */
    message: SignInMessage | undefined
    /** The RPC call that asks the wallet for the signature, and the wallet's answer. */
    call: RpcCall | undefined
    answer: unknown
    outcome: Outcome<SignInSession>
  }
  event: /** Cancels the sign-in. */
  { type: 'signature.cancel' }
  state: 'preparing' | 'signing' | 'verifying' | 'ended'
  tag: 'busy'
  input: Scope
  output: Outcome<SignInSession>
}
