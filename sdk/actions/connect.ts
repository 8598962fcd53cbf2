import type { Connection } from '../../machines/entities/account.ts'
import type { Outcome } from '../../machines/entities/attempt.ts'
import type { Namespace } from '../../machines/entities/namespace.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { done, failed } from '../../machines/rules/outcomes.ts'
import { choose } from '../choosing.ts'
import { connectionIn, refsOf } from '../connections.ts'
import type { Instance } from '../instance.ts'
import { outcomeOf } from '../outcomeOf.ts'

/** Connects the named wallet, or whichever the visitor chooses. Who is connected to it already is so at once. */
export async function connect(
  instance: Instance,
  { connectorId, namespace, signal }: { connectorId?: string; namespace?: Namespace; signal?: AbortSignal } = {},
): Promise<Outcome<Connection>> {
  const { configuration, find, namespaces } = instance
  if (namespace && !configuration.namespaces.includes(namespace))
    return failed(new LatchkeyError('connect.adapterMissing'))
  const existing = connectionIn(instance, namespace)
  if (existing && (connectorId === undefined || existing.connector.id === connectorId)) return done(existing)
  if (!instance.started()) return failed(new LatchkeyError('connection.clientMissing'))
  if (connectorId === undefined) return choose(instance, { view: 'Connect', namespace, signal })
  const command = { type: 'connectors.choose' as const, connectorId }
  return outcomeOf(find('connectors'), command, signal, refsOf(instance, namespaces))
}
