import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'

/** XState 5.33 has no public way to stop an actor whose parent is gone. */
interface Stoppable {
  _stop(): unknown
}

/** Stops the children of a crashed machine. XState leaves them running under their names. */
export function stopChildren(ref: AnyActorRef | undefined): void {
  const { children = {} } = (ref?.getSnapshot() ?? {}) as Partial<AnyMachineSnapshot>
  for (const child of Object.values(children)) (child as unknown as Stoppable | undefined)?._stop()
}
