import type { ActorKey } from '../../machines/core/actorKey.ts'
import type { AnySystem, Contract, RefOf } from '../../machines/core/contract.ts'
import { loaderName } from '../../machines/core/messaging.ts'

/**
 * Subscribes to a service of a system. If it crashes and restarts, subscribes to the new actor. Returns a function that
 * unsubscribes.
 */
export function followService<C extends Contract>(
  system: AnySystem,
  { name }: ActorKey<string, C>,
  listen: (ref: RefOf<C>) => () => void,
): () => void {
  let current: unknown
  let stop = () => {}
  const refresh = () => {
    const ref = system.get(name) as RefOf<C> | undefined
    if (!ref || ref === current) return
    stop()
    current = ref
    stop = listen(ref)
  }
  const loader = system.get(loaderName(name))?.subscribe({ next: refresh, error: () => {} })
  refresh()
  return () => {
    loader?.unsubscribe()
    stop()
  }
}
