/** Who is connected, and who is asked where nobody is named. */
import type { ActorName } from './directory.ts'
import type { Connection } from '../machines/entities/account.ts'
import type { Configuration } from '../machines/entities/configuration.ts'
import { namespaceOf, type Namespace } from '../machines/entities/namespace.ts'
import type { Instance } from './instance.ts'
import type { Refs } from './outcomeOf.ts'

/** The actors of a site's namespaces. */
export const namespacesOf = ({ namespaces }: Pick<Configuration, 'namespaces'>): Instance['namespaces'] =>
  namespaces.map((name) => `namespace:${name}` as const)

/** The namespace of the active network. */
export const activeNamespace = ({ actor }: Pick<Instance, 'actor'>): Namespace =>
  namespaceOf(actor('network').getSnapshot().context.networkId)

/** The connection in a namespace, by default the active one; nothing where nobody is connected, or the site has no such namespace. */
export function connectionIn(
  instance: Pick<Instance, 'actor' | 'find' | 'configuration'>,
  namespace: Namespace = activeNamespace(instance),
): Connection | undefined {
  if (!instance.configuration.namespaces.includes(namespace)) return undefined
  const snapshot = instance.find(`namespace:${namespace}`)?.getSnapshot()
  return snapshot?.hasTag('connected') ? snapshot.context.connection : undefined
}

/** The namespaces whose machine is there: one that keeps stopping by mistake is given up. */
export const livingNamespaces = ({ namespaces, find }: Pick<Instance, 'namespaces' | 'find'>): Instance['namespaces'] =>
  namespaces.filter((name) => find(name))

/** Actors by their names, as who waits for them needs them. */
export const refsOf = ({ find }: Pick<Instance, 'find'>, names: readonly ActorName[]): Refs =>
  Object.fromEntries(names.map((name) => [name, find(name)]))
