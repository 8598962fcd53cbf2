import type { SignInSession } from '../machines/entities/signIn.ts'
import type { SnapshotOf } from '../machines/kit/contract.ts'
import type { SignInContract } from '../machines/signIn/signIn.contract.ts'

/** Whether the active account is signed in. `pending`: it is being looked up, signed or verified. */
export type SignInState =
  | { status: 'signedOut' | 'pending' }
  | {
      status: 'signedIn'
      session: SignInSession
    }

/** What an instance shows of sign-in: nobody is signed in where the site has none, or no account is active. */
export function signInStateOf(signIn: SnapshotOf<SignInContract> | undefined): SignInState {
  const session = signIn?.context.session
  if (session) return { status: 'signedIn', session }
  return { status: signIn?.hasTag('busy') ? 'pending' : 'signedOut' }
}
