import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { SignInSession } from '../../machines/sign-in/signIn.types.ts'
import type { Instance } from '../instance/instance.ts'
import { outcomeOf } from '../instance/outcomeOf.ts'
import { load } from '../instance/load.ts'

/** Asks the user to sign in with the active account. */
export async function signIn(
  instance: Instance,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Outcome<SignInSession>> {
  const loaded = await load(instance, 'signIn', { signal })
  return loaded.status === 'done' ? outcomeOf(loaded.value, { type: 'signIn.submit' }, signal) : loaded
}
