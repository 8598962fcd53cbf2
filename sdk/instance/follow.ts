import type { ActorKey } from '../../machines/core/actorKey.ts'
import type { AnySystem, Contract, RefOf } from '../../machines/core/contract.ts'
import { loaderName } from '../../machines/core/messaging.ts'

/**
 * Subscribes to a service of a system. If it crashes and restarts, subscribes to the new actor. Returns a function that
 * unsubscribes.
 */
export function follow<C extends Contract>(
  system: AnySystem,
  { name }: ActorKey<string, C>,
  listen: (ref: RefOf<C>) => () => void,
): () => void {
  let known: unknown
  let stop = () => {}
  const look = () => {
    const ref = system.get(name) as RefOf<C> | undefined
    if (!ref || ref === known) return
    stop()
    known = ref
    stop = listen(ref)
  }
  const loader = system.get(loaderName(name))?.subscribe({ next: look, error: () => {} })
  look()
  return () => {
    loader?.unsubscribe()
    stop()
  }
}
