/** Reads actors of XState: their names, their kinds and their states. */
import type { ActorRefLike, AnyActorRef, StateValue } from 'xstate'

/** The snapshot of a machine; other actors, such as promises, have no states. */
export interface MachineSnapshot {
  status: string
  value: StateValue
  context: unknown
  machine: { id: string }
  children: Record<string, AnyActorRef | undefined>
}
export const isMachine = (snapshot: unknown): snapshot is MachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && 'machine' in snapshot && 'children' in snapshot

/** The name of an actor in its system, else its parent's key and its own name. */
export const keyOf = (ref: ActorRefLike | AnyActorRef): string => {
  const { systemId, _parent, id } = ref as AnyActorRef & { systemId?: string }
  return systemId ?? (_parent ? `${keyOf(_parent)} › ${id}` : id)
}

/** Returns the actor with a key below a root; `undefined` if it does not run. */
export function findActor(root: AnyActorRef, key: string): AnyActorRef | undefined {
  const [systemId = '', ...ids] = key.split(' › ')
  let found: AnyActorRef | undefined = root.system.get(systemId)
  for (const id of ids) {
    const snapshot: unknown = found?.getSnapshot()
    found = isMachine(snapshot) ? snapshot.children[id] : undefined
  }
  return found
}

/** The state of each running machine below an actor, as JSON, by the actor's key. */
export function statesOf(ref: AnyActorRef, states = new Map<string, string>()): Map<string, string> {
  const snapshot: unknown = ref.getSnapshot()
  if (!isMachine(snapshot)) return states
  if (snapshot.status === 'active') states.set(keyOf(ref), JSON.stringify(snapshot.value))
  for (const child of Object.values(snapshot.children)) if (child) statesOf(child, states)
  return states
}
