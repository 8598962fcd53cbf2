import { useSelector } from '@xstate/react'
import type { ActorName, Directory, ServiceName, SnapshotOf } from '../../sdk/index.ts'
import { useActor } from './useActor.ts'

/** The snapshot of a machine. Always defined for a service; `undefined` while any other machine is not running. */
export type SnapshotByName<Name extends ActorName> = Name extends ServiceName
  ? SnapshotOf<Directory[Name]>
  : SnapshotOf<Directory[Name]> | undefined

/**
 * Selects a value from the state of a machine. Renders again only when the value changes.
 * @param name A machine, such as `theme`, `send` or `namespace:eip155`.
 * @param selector Returns the value for a snapshot. The snapshot is `undefined` while that machine is not running.
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
