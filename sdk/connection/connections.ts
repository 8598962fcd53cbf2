/** Lookups of connections and of the namespace that a call uses by default. */
import type { ActorName } from '../instance/directory.ts'
import { isConnectionIn, type Connection, type ConnectionOf } from '../../machines/shared/account.types.ts'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { Configuration } from '../../machines/project/configuration.types.ts'
import { namespaceOf, type Namespace } from '../../machines/shared/namespace.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { done, failed } from '../../machines/shared/outcome.rules.ts'
import type { Instance } from '../instance/instance.ts'
import type { Refs } from '../instance/outcomeOf.ts'

/** The actor names of the app's namespaces. */
export const namespacesOf = ({ namespaces }: Pick<Configuration, 'namespaces'>): Instance['namespaces'] =>
  namespaces.map((name) => `namespace:${name}` as const)

/** The namespace of the active network. */
export const activeNamespace = ({ actor }: Pick<Instance, 'actor'>): Namespace =>
  namespaceOf(actor('network').getSnapshot().context.networkId)

/**
 * Returns the connection in a namespace, by default the active one, or `undefined` if it is not connected or the app does not
 * have the namespace.
 */
export function connectionIn(
  instance: Pick<Instance, 'actor' | 'find' | 'configuration'>,
  namespace: Namespace = activeNamespace(instance),
): Connection | undefined {
  if (!instance.configuration.namespaces.includes(namespace)) return undefined
  const snapshot = instance.find(`namespace:${namespace}`)?.getSnapshot()
  return snapshot?.hasTag('connected') ? snapshot.context.connection : undefined
}

/** The namespaces whose machine is running. A machine that keeps crashing is not restarted. */
export const runningNamespaces = ({
  namespaces,
  find,
}: Pick<Instance, 'namespaces' | 'find'>): Instance['namespaces'] => namespaces.filter((name) => find(name))

/** Actors by name, for `waitForOutcome`. */
export const actorRefs = ({ find }: Pick<Instance, 'find'>, names: readonly ActorName[]): Refs =>
  Object.fromEntries(names.map((name) => [name, find(name)]))

/** Narrows an outcome to the requested namespace. A connection in another namespace fails with `connect.adapterMissing`. */
export function inRequestedNamespace<Of extends Namespace>(
  outcome: Outcome<Connection>,
  namespace: Of | undefined,
): Outcome<ConnectionOf<Of>> {
  if (outcome.status !== 'done') return outcome
  const { value } = outcome
  return isConnectionIn(value, namespace) ? done(value) : failed(new LatchkeyError('connect.adapterMissing'))
}
