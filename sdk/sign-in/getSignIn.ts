import type { Instance } from '../instance/instance.ts'
import { signInStateOf, type SignInState } from './signInState.ts'

/** Whether the active account is signed in. */
export const getSignIn = (instance: Pick<Instance, 'find'>): SignInState =>
  signInStateOf(instance.find('signIn')?.getSnapshot())
