import type { Latchkey, LatchkeyError, SignInState } from '../../sdk/index.ts'
import { signInStateOf } from '../../sdk/skin.ts'
import { useActorSelector } from './useActorSelector.ts'
import { useLatchkey } from './useLatchkey.ts'

export type UseSignInReturnType = SignInState &
  Pick<Latchkey, 'signIn' | 'signOut'> & {
    isSignedIn: boolean
    /** Whether the session is being restored, signed or verified. */
    isPending: boolean
    /** Why the last sign-in failed. `undefined` if the user declined it. */
    error: LatchkeyError | undefined
  }

/**
 * Returns whether the active account is signed in, and functions to sign in and out.
 * @returns The sign-in state with its session, `isSignedIn`, `isPending`, `error`, `signIn` and `signOut`.
 */
export function useSignIn(): UseSignInReturnType {
  const { signIn, signOut } = useLatchkey()
  const status = useActorSelector('signIn', (snapshot) => signInStateOf(snapshot).status)
  const session = useActorSelector('signIn', (snapshot) => snapshot?.context.session)
  const error = useActorSelector('signIn', (snapshot) => snapshot?.context.error)
  const rest = { error, signIn, signOut }
  if (session) return { status: 'signedIn', session, isSignedIn: true, isPending: false, ...rest }
  const isPending = status !== 'signedOut'
  return { status: isPending ? 'pending' : 'signedOut', isSignedIn: false, isPending, ...rest }
}
