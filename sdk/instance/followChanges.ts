import type { ActorName } from './directory.ts'
import type { Latchkey } from './instance.ts'

/**
 * Calls `listener` after any of the named actors changes. Changes in one turn are batched into one call in a microtask, after every
 * machine has processed the event. The listener can read the new state from the instance. Returns a function that unsubscribes.
 */
export function followChanges({ watch }: Pick<Latchkey, 'watch'>, names: readonly ActorName[], listener: () => void) {
  let isScheduled = false
  let isFollowing = false
  const schedule = () => {
    if (isScheduled || !isFollowing) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      if (isFollowing) listener()
    })
  }
  const stops = names.map((name) => {
    let subscription: { unsubscribe(): void } | undefined
    const unwatch = watch(name, (ref) => {
      subscription?.unsubscribe()
      subscription = ref?.subscribe(schedule)
      schedule()
    })
    return () => {
      subscription?.unsubscribe()
      unwatch()
    }
  })
  isFollowing = true
  return () => {
    isFollowing = false
    for (const stop of stops) stop()
  }
}
