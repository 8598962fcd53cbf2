import { shallowEqual } from '@xstate/react'
import type { ActorName, Directory, LazyName, SnapshotOf } from '../../sdk/index.ts'
import { useActorSelector } from './useActorSelector.ts'

/**
 * Selects a value from a feature's state, in components that are rendered only after the feature is loaded. Throws otherwise.
 * Renders again only when the value changes; objects such as view models are compared shallowly.
 */
export const useFeature = <Name extends LazyName, Selected>(
  name: Name,
  selector: (snapshot: SnapshotOf<Directory[Name]>) => Selected,
): Selected =>
  useActorSelector<ActorName, Selected>(
    name,
    (snapshot) => {
      if (!snapshot) throw new Error(`The feature ${name} is not loaded`)
      return selector(snapshot as SnapshotOf<Directory[Name]>)
    },
    shallowEqual,
  )
