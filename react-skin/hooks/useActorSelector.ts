import { useSelector } from '@xstate/react'
import type { ActorName, Directory, ServiceName, SnapshotOf } from '../../sdk/index.ts'
import { useActor } from './useActor.ts'

/** The snapshot of an actor. Always defined for a service; `undefined` while a flow or an item does not run. */
export type SnapshotByName<Name extends ActorName> = Name extends ServiceName
  ? SnapshotOf<Directory[Name]>
  : SnapshotOf<Directory[Name]> | undefined

/**
 * Selects a value from an actor's state. Renders again only when the value changes.
 * @param name The name of the actor.
 * @param selector Returns the value for a snapshot, which is `undefined` while a flow or an item does not run.
 * @param compare Whether two values are equal; by default with `===`.
 * @returns The selected value.
 */
export function useActorSelector<Name extends ActorName, Selected>(
  name: Name,
  selector: (snapshot: SnapshotByName<Name>) => Selected,
  compare?: (before: Selected, now: Selected) => boolean,
): Selected {
  return useSelector(useActor<ActorName>(name), selector as (snapshot: unknown) => Selected, compare)
}
