import type { SnapshotOf } from '../../machines/core/contract.ts'
import type { ActorName, Directory } from './directory.ts'
import type { Latchkey } from './instance.ts'

/**
 * Subscribes to the state of a machine by its name, also of one that does not always run, such as `balance` or `send`.
 * @param listener receives the state now and on each change, and `undefined` while the machine does not run.
 * @returns A function that unsubscribes.
 * @example
 * follow(latchkey, 'balance', (state) => console.log(state?.context.tokens))
 */
export function follow<Name extends ActorName>(
  latchkey: Pick<Latchkey, 'watch'>,
  name: Name,
  listener: (state?: SnapshotOf<Directory[Name]>) => void,
): () => void {
  let subscription: { unsubscribe(): void } | undefined
  const unwatch = latchkey.watch(name, (actor) => {
    subscription?.unsubscribe()
    listener(actor?.getSnapshot())
    subscription = actor?.subscribe(listener)
  })
  return () => {
    unwatch()
    subscription?.unsubscribe()
  }
}
