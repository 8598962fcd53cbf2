import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { GrantedPermissions, PermissionRequest } from '../../machines/smart-sessions/smartSession.types.ts'
import { mayBeAnswered } from '../../machines/shared/outcome.rules.ts'
import type { Instance } from '../instance/instance.ts'
import { outcomeOf } from '../instance/outcomeOf.ts'
import { load } from '../instance/load.ts'

/** Asks the user to grant the app permissions in the wallet, until they expire. */
export async function grantPermissions(
  instance: Instance,
  request: PermissionRequest,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Outcome<GrantedPermissions>> {
  const loaded = await load(instance, 'smartSessions', { signal })
  if (loaded.status !== 'done') return loaded
  const outcome = await outcomeOf(loaded.value, { type: 'smartSessions.grant', request }, signal, {
    crash: mayBeAnswered,
  })
  // A grant that is `done` carries the granted permissions.
  return outcome as Outcome<GrantedPermissions>
}
