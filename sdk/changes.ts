import type { ActorName } from './directory.ts'
import type { Latchkey } from './instance.ts'

/**
 * Hears of changes of some actors, once every machine has heard what led to them; several in one turn are told as one. What the
 * listener asks of an instance is answered for the new state.
 */
export function followChanges({ watch }: Pick<Latchkey, 'watch'>, names: readonly ActorName[], heard: () => void) {
  let due = false
  let following = false
  const changed = () => {
    if (due || !following) return
    due = true
    queueMicrotask(() => {
      due = false
      if (following) heard()
    })
  }
  const stops = names.map((name) => {
    let subscription: { unsubscribe(): void } | undefined
    const unwatch = watch(name, (ref) => {
      subscription?.unsubscribe()
      subscription = ref?.subscribe(changed)
      changed()
    })
    return () => {
      subscription?.unsubscribe()
      unwatch()
    }
  })
  following = true
  return () => {
    following = false
    for (const stop of stops) stop()
  }
}
