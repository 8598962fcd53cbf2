import type { Configuration } from '../../../machines/project/configuration.types.ts'
import { ActorMissingError } from '../../../machines/core/actorMissingError.ts'
import type { Latchkey } from '../instance.ts'
import { initialSnapshotOf, type InitialSnapshot } from './initialSnapshots.ts'
import { createPlaceholder, type LazyInstance, type PlaceholderActor } from './placeholder.ts'

/** The actors of an instance: placeholders until the machines are loaded, then the real ones. */
export function lazyActors(
  configuration: Configuration,
  late: LazyInstance,
): Pick<Latchkey, 'actor' | 'find' | 'watch' | 'initial'> & { showDark(): void } {
  const standIns = placeholdersOf(configuration, late)
  // Never updated: the server's render and the client's hydration must match, however late the client hydrates.
  const beginnings = placeholdersOf(configuration, { ...late, there: () => undefined, whenThere: () => () => {} })
  const find: Latchkey['find'] = (name) => late.there()?.find(name) ?? (standIns(name)?.ref as never)
  return {
    initial: (name) => beginnings(name)?.ref as never,
    find,
    actor(name) {
      const found = find(name)
      if (!found) throw new ActorMissingError(name)
      return found
    },
    watch(name, heard) {
      if (late.there()) return late.whenThere((there) => there.watch(name, heard))
      let told = find(name)
      heard(told)
      return late.whenThere((there) =>
        there.watch(name, (ref) => {
          if (ref === told) return
          told = ref
          heard(ref)
        }),
      )
    },
    showDark() {
      const { theme: choice } = configuration
      standIns('theme')?.set({ value: { following: 'dark' }, context: { choice }, tags: ['dark'] } as never)
    },
  }
}

/** Creates each placeholder once. Returns `undefined` for actors that do not start with the instance. */
function placeholdersOf(
  configuration: Configuration,
  late: LazyInstance,
): (name: string) => PlaceholderActor | undefined {
  const made = new Map<string, PlaceholderActor>()
  return (name) => {
    const known = made.get(name)
    if (known) return known
    const beginning = initialSnapshotOf(name, configuration)
    if (!beginning) return undefined
    const created = createPlaceholder(name, beginning as InitialSnapshot<never>, late)
    made.set(name, created)
    return created
  }
}
