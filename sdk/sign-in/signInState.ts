import type { SignInSession } from '../../machines/sign-in/signIn.types.ts'
import type { SnapshotOf } from '../../machines/core/contract.ts'
import type { SignInContract } from '../../machines/sign-in/signIn.contract.ts'

/** The sign-in state of the active account. `pending`: it is being restored, signed or verified. */
export type SignInState =
  | { status: 'signedOut' | 'pending'; session?: undefined }
  | {
      status: 'signedIn'
      session: SignInSession
    }

/**
 * Returns the sign-in state from the snapshot of the actor `signIn`.
 * @param signIn The snapshot, or `undefined` if the app has no sign-in.
 * @returns The session of a signed-in account; `signedOut` without a snapshot or an active account.
 */
export function signInStateOf(signIn: SnapshotOf<SignInContract> | undefined): SignInState {
  const session = signIn?.context.session
  if (session) return { status: 'signedIn', session }
  return { status: signIn?.hasTag('busy') ? 'pending' : 'signedOut' }
}
