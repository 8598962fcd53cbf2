import type { Latchkey, SignInState } from '../../sdk/index.ts'
import { signInStateOf } from '../../sdk/skin.ts'
import { useActorSelector } from './useActorSelector.ts'
import { useLatchkey } from './useLatchkey.ts'

export type UseSignInReturnType = SignInState & Pick<Latchkey, 'signIn' | 'signOut'>

/**
 * Returns whether the active account is signed in, and functions to sign in and out.
 * @returns The sign-in state with its session, `signIn` and `signOut`.
 */
export function useSignIn(): UseSignInReturnType {
  const { signIn, signOut } = useLatchkey()
  const status = useActorSelector('signIn', (snapshot) => signInStateOf(snapshot).status)
  const session = useActorSelector('signIn', (snapshot) => snapshot?.context.session)
  return session
    ? { status: 'signedIn', session, signIn, signOut }
    : { status: status === 'signedIn' ? 'pending' : status, signIn, signOut }
}
