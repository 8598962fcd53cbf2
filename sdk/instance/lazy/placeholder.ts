import type { AnyActorRef, EventObject, Observer } from 'xstate'
import type { Latchkey } from '../instance.ts'
import type { InitialSnapshot } from './initialSnapshots.ts'

/** Access to an instance whose machines may not be loaded yet. */
export interface LazyInstance {
  /** The instance, once its machines are loaded. */
  getInstance(): Latchkey | undefined
  /** Calls `use` now or once the machines are loaded. Returns a function that cancels it. */
  whenLoaded(use: (instance: Latchkey) => () => void): () => void
  /** Calls `use` now, or once the machines are loaded and started. The order of the calls is kept. */
  whenStarted(use: (instance: Latchkey) => void): void
}

/** The placeholder of an actor whose machine is not loaded yet. */
export interface PlaceholderActor {
  ref: AnyActorRef
  /** Sets the state that the placeholder shows. */
  setSnapshot(initial: InitialSnapshot<never>): void
}

type SnapshotObserver = Observer<unknown>

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
  initial: InitialSnapshot<never>,
  { getInstance, whenLoaded, whenStarted }: LazyInstance,
): PlaceholderActor {
  let snapshot = snapshotOf(initial)
  const observers = new Set<SnapshotObserver>()
  const machineOf = (instance: Latchkey | undefined) => instance?.find(name as never) as AnyActorRef | undefined

  function subscribe(
    observerOrNext: SnapshotObserver | SnapshotObserver['next'],
    error?: SnapshotObserver['error'],
    complete?: SnapshotObserver['complete'],
  ) {
    const observer = (
      typeof observerOrNext === 'object' ? observerOrNext : { next: observerOrNext, error, complete }
    ) as SnapshotObserver
    if (!getInstance()) observers.add(observer)
    const unsubscribe = whenLoaded((instance) => {
      observers.delete(observer)
      const subscription = machineOf(instance)?.subscribe(observer)
      return () => subscription?.unsubscribe()
    })
    return {
      unsubscribe() {
        observers.delete(observer)
        unsubscribe()
      },
    }
  }
  const ref = {
    id: name,
    getSnapshot: () => machineOf(getInstance())?.getSnapshot() ?? snapshot,
    send: (event: EventObject) => whenStarted((instance) => machineOf(instance)?.send(event)),
    subscribe,
    on: (type: string, listener: (event: EventObject) => void) => ({
      unsubscribe: whenLoaded((instance) => {
        const subscription = machineOf(instance)?.on(type, listener)
        return () => subscription?.unsubscribe()
      }),
    }),
    [Symbol.observable ?? '@@observable']: () => ref,
  }
  return {
    // Implements the part of an actor that apps may use. The rest belongs to its system.
    ref: ref as unknown as AnyActorRef,
    setSnapshot(next) {
      snapshot = snapshotOf(next)
      for (const observer of observers) observer.next?.(snapshot)
    },
  }
}
