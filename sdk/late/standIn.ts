import type { AnyActorRef, EventObject, Observer } from 'xstate'
import type { Latchkey } from '../instance.ts'
import type { Beginning } from './beginnings.ts'

/** The machines of an instance, which may not be there yet. */
export interface Late {
  /** The instance, once its machines are there. */
  there(): Latchkey | undefined
  /** Does something with it, now or once it is there. Returns what undoes that. */
  whenThere(use: (there: Latchkey) => () => void): () => void
  /** Does something with it, now, or once it is there and started, in the order in which that was wanted. */
  deliver(use: (there: Latchkey) => void): void
}

/** An actor before its machine is there, and the way to that afterwards. */
export interface StandIn {
  ref: AnyActorRef
  /** Shows it in another state. */
  set(beginning: Beginning<never>): void
}

type Heard = Observer<unknown>

const snapshotOf = ({ value, context, tags = [] }: Beginning<never>) => ({
  status: 'active',
  output: undefined,
  error: undefined,
  value,
  context,
  hasTag: (tag: string) => tags.includes(tag),
  // Nothing is done before the machine is there; it may well be once the event is delivered.
  can: () => false,
})

/**
 * Stands in for an actor whose machine is not loaded: it shows how that begins, keeps what is sent to it, and passes everything on once
 * the machine is there.
 */
export function standIn(name: string, beginning: Beginning<never>, { there, whenThere, deliver }: Late): StandIn {
  let snapshot = snapshotOf(beginning)
  const observers = new Set<Heard>()
  const machineOf = (instance: Latchkey | undefined) => instance?.find(name as never) as AnyActorRef | undefined

  function subscribe(given: Heard | Heard['next'], error?: Heard['error'], complete?: Heard['complete']) {
    const observer = (typeof given === 'object' ? given : { next: given, error, complete }) as Heard
    if (!there()) observers.add(observer)
    const undo = whenThere((instance) => {
      observers.delete(observer)
      const subscription = machineOf(instance)?.subscribe(observer)
      return () => subscription?.unsubscribe()
    })
    return {
      unsubscribe() {
        observers.delete(observer)
        undo()
      },
    }
  }
  const ref = {
    id: name,
    getSnapshot: () => machineOf(there())?.getSnapshot() ?? snapshot,
    send: (event: EventObject) => deliver((instance) => machineOf(instance)?.send(event)),
    subscribe,
    on: (type: string, heard: (event: EventObject) => void) => ({
      unsubscribe: whenThere((instance) => {
        const subscription = machineOf(instance)?.on(type, heard)
        return () => subscription?.unsubscribe()
      }),
    }),
    [Symbol.observable ?? '@@observable']: () => ref,
  }
  return {
    // Of an actor, what a page may use; the rest belongs to its system.
    ref: ref as unknown as AnyActorRef,
    set(next) {
      snapshot = snapshotOf(next)
      for (const observer of observers) observer.next?.(snapshot)
    },
  }
}
