/** The event that an action runs for. */
import { assertEvent, type EventObject } from 'xstate'

type Of<E, Type extends string> = E extends { type: infer Known }
  ? Extract<Known, Type> extends never
    ? never
    : E
  : never

/** The event of an action or a guard that runs for these only. Throws where a chart has it run for another. */
export function eventOf<E extends EventObject, const Type extends E['type']>(
  { event }: { event: E },
  ...types: readonly Type[]
): Of<E, Type> {
  assertEvent(event as EventObject, types)
  return event as unknown as Of<E, Type>
}
