import type { ActorName } from './directory.ts'
import type { Latchkey } from './instance.ts'

/**
 * Calls `heard` after any of the named actors changes. Changes in one turn are batched into one call in a microtask, after every
 * machine has processed the event. The listener can read the new state from the instance. Returns a function that unsubscribes.
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
