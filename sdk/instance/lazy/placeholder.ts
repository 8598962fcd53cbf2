import type { AnyActorRef, EventObject, Observer } from 'xstate'
import type { Latchkey } from '../instance.ts'
import type { InitialSnapshot } from './initialSnapshots.ts'

/** Access to an instance whose machines may not be loaded yet. */
export interface LazyInstance {
  /** The instance, once its machines are loaded. */
  there(): Latchkey | undefined
  /** Calls `use` now or once the machines are loaded. Returns a function that undoes it. */
  whenThere(use: (there: Latchkey) => () => void): () => void
  /** Calls `use` now, or once the machines are loaded and started. The order of the calls is kept. */
  deliver(use: (there: Latchkey) => void): void
}

/** The placeholder of an actor whose machine is not loaded yet. */
export interface PlaceholderActor {
  ref: AnyActorRef
  /** Sets the state that the placeholder shows. */
  set(beginning: InitialSnapshot<never>): void
}

type Heard = Observer<unknown>

const snapshotOf = ({ value, context, tags = [] }: InitialSnapshot<never>) => ({
  status: 'active',
  output: undefined,
  error: undefined,
  value,
  context,
  hasTag: (tag: string) => tags.includes(tag),
  // No event has an effect before the machine is loaded; it may once the event is delivered.
  can: () => false,
})

/**
 * Creates the placeholder of an actor. It shows the initial state, queues the events sent to it, and forwards everything once the
 * machine is loaded.
 */
export function createPlaceholder(
  name: string,
  beginning: InitialSnapshot<never>,
  { there, whenThere, deliver }: LazyInstance,
): PlaceholderActor {
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
    // Implements the part of an actor that apps may use. The rest belongs to its system.
    ref: ref as unknown as AnyActorRef,
    set(next) {
      snapshot = snapshotOf(next)
      for (const observer of observers) observer.next?.(snapshot)
    },
  }
}
