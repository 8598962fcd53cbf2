/** Typed access to the event of an action or a guard. */
import { assertEvent, type EventObject } from 'xstate'

type Of<E, Type extends string> = E extends { type: infer Known }
  ? Extract<Known, Type> extends never
    ? never
    : E
  : never

/** Returns the event of an action or a guard, narrowed to `types`. Throws if the chart runs it for another event. */
export function eventOf<E extends EventObject, const Type extends E['type']>(
  { event }: { event: E },
  ...types: readonly Type[]
): Of<E, Type> {
  assertEvent(event as EventObject, types)
  return event as unknown as Of<E, Type>
}
