import type { Configuration } from '../../../machines/project/configuration.types.ts'
import { ActorMissingError } from '../../../machines/core/actorMissingError.ts'
import type { Latchkey } from '../instance.ts'
import { initialSnapshotOf, type InitialSnapshot } from './initialSnapshots.ts'
import { createPlaceholder, type LazyInstance, type PlaceholderActor } from './placeholder.ts'

/** The actors of an instance: placeholders until the machines are loaded, then the real ones. */
export function lazyActors(
  configuration: Configuration,
  lazyInstance: LazyInstance,
): Pick<Latchkey, 'actor' | 'find' | 'watch' | 'initial'> & { showDark(): void } {
  const placeholders = placeholdersOf(configuration, lazyInstance)
  // Never updated: the server's render and the client's hydration must match, however late the client hydrates.
  const initialPlaceholders = placeholdersOf(configuration, {
    ...lazyInstance,
    getInstance: () => undefined,
    whenLoaded: () => () => {},
  })
  const find: Latchkey['find'] = (name) => lazyInstance.getInstance()?.find(name) ?? (placeholders(name)?.ref as never)
  return {
    initial: (name) => initialPlaceholders(name)?.ref as never,
    find,
    actor(name) {
      const ref = find(name)
      if (!ref) throw new ActorMissingError(name)
      return ref
    },
    watch(name, listener) {
      if (lazyInstance.getInstance()) return lazyInstance.whenLoaded((instance) => instance.watch(name, listener))
      let current = find(name)
      listener(current)
      return lazyInstance.whenLoaded((instance) =>
        instance.watch(name, (ref) => {
          if (ref === current) return
          current = ref
          listener(ref)
        }),
      )
    },
    showDark() {
      const { theme: choice } = configuration
      placeholders('theme')?.setSnapshot({ value: { following: 'dark' }, context: { choice }, tags: ['dark'] } as never)
    },
  }
}

/** Creates each placeholder once. Returns `undefined` for actors that do not start with the instance. */
function placeholdersOf(
  configuration: Configuration,
  lazyInstance: LazyInstance,
): (name: string) => PlaceholderActor | undefined {
  const existingPlaceholders = new Map<string, PlaceholderActor>()
  return (name) => {
    const existing = existingPlaceholders.get(name)
    if (existing) return existing
    const initial = initialSnapshotOf(name, configuration)
    if (!initial) return undefined
    const placeholder = createPlaceholder(name, initial as InitialSnapshot<never>, lazyInstance)
    existingPlaceholders.set(name, placeholder)
    return placeholder
  }
}
