import type { Outcome } from '../../machines/entities/attempt.ts'
import { hasSmartSessions } from '../../machines/rules/project.ts'
import { isRecord } from '../../machines/rules/pairing/shapes.ts'
import { withoutValue } from '../../machines/rules/outcomes.ts'
import type { RpcCall } from '../../machines/entities/question.ts'
import type { PermissionRequest } from '../../machines/entities/smartSession.ts'
import type { Instance } from '../instance.ts'
import { outcomeOf } from '../outcomeOf.ts'
import { load } from './load.ts'

/** Has the visitor take a smart session back, in the wallet. */
export async function revokeSession(
  instance: Instance,
  pci: string,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Outcome<undefined>> {
  const loaded = await load(instance, 'smartSessions', { signal })
  if (loaded.status !== 'done') return loaded
  return withoutValue(await outcomeOf(loaded.value, { type: 'smartSessions.revoke', pci }, signal))
}

/** What a call of JSON-RPC does to smart sessions, on a site that has them: one is asked for, or taken back. */
export function sessionIn(
  { configuration }: Pick<Instance, 'configuration'>,
  { method, params }: RpcCall,
): { kind: 'grant'; request: PermissionRequest } | { kind: 'revocation'; pci: string } | undefined {
  if (!hasSmartSessions(configuration)) return undefined
  const [first, ...others] = (Array.isArray(params) ? params : []) as unknown[]
  // Judged field by field before it is asked for: several at once are none.
  if (method === 'wallet_grantPermissions')
    return { kind: 'grant', request: (others.length > 0 ? params : first) as PermissionRequest }
  const pci = method === 'wallet_revokePermissions' && isRecord(first) ? first['pci'] : undefined
  return typeof pci === 'string' ? { kind: 'revocation', pci } : undefined
}
