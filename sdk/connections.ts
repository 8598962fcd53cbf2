/** Who is connected, and who is asked where nobody is named. */
import type { ActorName } from './directory.ts'
import { isConnectionIn, type Connection, type ConnectionIn } from '../machines/entities/account.ts'
import type { Outcome } from '../machines/entities/attempt.ts'
import type { Configuration } from '../machines/entities/configuration.ts'
import { namespaceOf, type Namespace } from '../machines/entities/namespace.ts'
import { LatchkeyError } from '../machines/errors/error.ts'
import { done, failed } from '../machines/rules/outcomes.ts'
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

/** An outcome for who asked for a namespace: a wallet of another one is no answer. */
export function connectedIn<Of extends Namespace>(
  outcome: Outcome<Connection>,
  namespace: Of | undefined,
): Outcome<ConnectionIn<Of>> {
  if (outcome.status !== 'done') return outcome
  const { value } = outcome
  return isConnectionIn(value, namespace) ? done(value) : failed(new LatchkeyError('connect.adapterMissing'))
}
