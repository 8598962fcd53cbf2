import type { ActiveAccount } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { RpcCall } from '../wallet-requests/walletRequest.types.ts'
import type { SignInMessage, SignInSession } from './signIn.types.ts'

export interface SignatureContract {
  context: ActiveAccount & {
    /** The message that the user signs; undefined until it is prepared. */
    message: SignInMessage | undefined
    /** The RPC call that requests the signature from the wallet; undefined until it is prepared. */
    call: RpcCall | undefined
    /** The wallet's response with the signature, not verified; undefined before. */
    answer: unknown
    /** How the attempt ended; `cancelled` until then. */
    outcome: Outcome<SignInSession>
  }
  event: /** Cancels the sign-in. */
  { type: 'signature.cancel' }
  state: 'preparing' | 'signing' | 'verifying' | 'ended'
  tag: 'busy'
  input: ActiveAccount
  output: Outcome<SignInSession>
}
