import type { Outcome } from '../../machines/shared/outcome.types.ts'
import { hasSmartSessions } from '../../machines/project/project.rules.ts'
import { isRecord } from '../../machines/shared/typeGuards.rules.ts'
import { mayBeAnswered, dropValue } from '../../machines/shared/outcome.rules.ts'
import type { RpcCall } from '../../machines/wallet-requests/walletRequest.types.ts'
import type { PermissionRequest } from '../../machines/smart-sessions/smartSession.types.ts'
import type { Instance } from '../instance/instance.ts'
import { outcomeOf } from '../instance/outcomeOf.ts'
import { load } from '../instance/load.ts'

/** Asks the user to revoke a smart session in the wallet. */
export async function revokeSession(
  instance: Instance,
  pci: string,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Outcome<undefined>> {
  const loaded = await load(instance, 'smartSessions', { signal })
  if (loaded.status !== 'done') return loaded
  return dropValue(
    await outcomeOf(loaded.value, { type: 'smartSessions.revoke', pci }, signal, { crash: mayBeAnswered }),
  )
}

/** Returns how a JSON-RPC call affects smart sessions, if the app has them: a grant or a revocation. */
export function sessionIn(
  { configuration }: Pick<Instance, 'configuration'>,
  { method, params }: RpcCall,
): { kind: 'grant'; request: PermissionRequest } | { kind: 'revocation'; pci: string } | undefined {
  if (!hasSmartSessions(configuration)) return undefined
  const [first, ...rest] = (Array.isArray(params) ? params : []) as unknown[]
  // Validation rejects several permissions in one call, so the whole array is passed on.
  if (method === 'wallet_grantPermissions')
    return { kind: 'grant', request: (rest.length > 0 ? params : first) as PermissionRequest }
  const pci = method === 'wallet_revokePermissions' && isRecord(first) ? first['pci'] : undefined
  return typeof pci === 'string' ? { kind: 'revocation', pci } : undefined
}
