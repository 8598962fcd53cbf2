import type { Outcome } from '../../machines/entities/attempt.ts'
import { hasSmartSessions } from '../../machines/rules/project.ts'
import { isRecord } from '../../machines/rules/pairing/shapes.ts'
import { withoutValue } from '../../machines/rules/outcomes.ts'
import type { RpcCall } from '../../machines/entities/question.ts'
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

/** The session that a call of JSON-RPC takes back, on a site that has smart sessions. */
export function revokedIn({ configuration }: Pick<Instance, 'configuration'>, { method, params }: RpcCall) {
  if (method !== 'wallet_revokePermissions' || !hasSmartSessions(configuration)) return undefined
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  const pci = isRecord(first) ? first['pci'] : undefined
  return typeof pci === 'string' ? pci : undefined
}
