import { isConnectionIn, type ConnectionOf } from '../../machines/shared/account.types.ts'
import type { Connector } from '../../machines/shared/connector.types.ts'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { Namespace } from '../../machines/shared/namespace.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { done, failed } from '../../machines/shared/outcome.rules.ts'
import { connectWithModal } from './connectWithModal.ts'
import { inRequestedNamespace, connectionIn, actorRefs } from './connections.ts'
import type { Instance } from '../instance/instance.ts'
import { outcomeOf } from '../instance/outcomeOf.ts'

/** Connects the named wallet, or the one the user selects. Resolves immediately if it is already connected. */
export async function connect<Of extends Namespace = Namespace>(
  instance: Instance,
  { connectorId, namespace, signal }: { connectorId?: string; namespace?: Of; signal?: AbortSignal } = {},
): Promise<Outcome<ConnectionOf<Of>>> {
  const { configuration, find, namespaces } = instance
  if (namespace && !configuration.namespaces.includes(namespace))
    return failed(new LatchkeyError('connect.adapterMissing'))
  const existing = connectionIn(instance, namespace)
  if (
    existing &&
    isConnectionIn(existing, namespace) &&
    (connectorId === undefined || existing.connector.id === connectorId)
  )
    return done(existing)
  if (!instance.started()) return failed(new LatchkeyError('connection.clientMissing'))
  if (connectorId === undefined) return connectWithModal(instance, { namespace, signal })
  if (
    namespace &&
    isInOtherNamespaces(find('connectors')?.getSnapshot().context.connectors ?? [], connectorId, namespace)
  )
    return failed(new LatchkeyError('connect.adapterMissing'))
  const command = { type: 'connectors.connect' as const, connectorId }
  return inRequestedNamespace(
    await outcomeOf(find('connectors'), command, signal, { forwardedTo: actorRefs(instance, namespaces) }),
    namespace,
  )
}

/** Whether the wallet exists, but only in other namespaces. */
const isInOtherNamespaces = (connectors: readonly Connector[], connectorId: string, namespace: Namespace): boolean => {
  const matches = connectors.filter(({ id }) => id === connectorId)
  return matches.length > 0 && matches.every(({ chain }) => chain !== namespace)
}
