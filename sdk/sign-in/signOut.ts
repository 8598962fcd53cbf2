import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { Instance } from '../instance/instance.ts'
import { outcomeOf } from '../instance/outcomeOf.ts'
import { load } from '../instance/load.ts'

/** Ends the sign-ins of this app. */
export async function signOut(
  instance: Instance,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Outcome<undefined>> {
  const loaded = await load(instance, 'signOut', { signal })
  return loaded.status === 'done' ? outcomeOf(loaded.value, { type: 'signOut.submit' }, signal) : loaded
}
