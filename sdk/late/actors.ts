import type { Configuration } from '../../machines/entities/configuration.ts'
import { ActorMissingError } from '../../machines/kit/actorMissing.ts'
import type { Latchkey } from '../instance.ts'
import { beginningOf, type Beginning } from './beginnings.ts'
import { standIn, type Late, type StandIn } from './standIn.ts'

/** The actors of an instance: their stand-ins before the machines are there, and those themselves afterwards. */
export function lateActors(
  configuration: Configuration,
  late: Late,
): Pick<Latchkey, 'actor' | 'find' | 'watch' | 'initial'> & { showDark(): void } {
  const standIns = standInsOf(configuration, late)
  // What a server renders stays as it is for whoever takes that over, however late.
  const beginnings = standInsOf(configuration, { ...late, there: () => undefined, whenThere: () => () => {} })
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

/** Makes the stand-in of each name once; none for what does not begin with the instance. */
function standInsOf(configuration: Configuration, late: Late): (name: string) => StandIn | undefined {
  const made = new Map<string, StandIn>()
  return (name) => {
    const known = made.get(name)
    if (known) return known
    const beginning = beginningOf(name, configuration)
    if (!beginning) return undefined
    const created = standIn(name, beginning as Beginning<never>, late)
    made.set(name, created)
    return created
  }
}
