import { getNextTransitions, type AnyMachineSnapshot } from 'xstate'

/** An event that a machine accepts in its current state. */
export interface NextEvent {
  type: string
  /** Whether the event is addressed to the machine; otherwise it is a broadcast event. */
  command: boolean
}

/** The initial payload in an event's form, and the names of its optional fields. */
export interface Payload {
  payload: Record<string, unknown>
  optional: readonly string[]
}

/** The events that can be sent to a machine now from outside, commands first. Internal events and wildcards are left out. */
export function nextEventsOf(snapshot: AnyMachineSnapshot): readonly NextEvent[] {
  if (snapshot.status !== 'active') return []
  const types = new Set(getNextTransitions(snapshot).map(({ eventType }) => eventType))
  return [...types]
    .filter((type) => type !== '' && !type.startsWith('xstate.') && !type.includes('*'))
    .map((type) => ({ type, command: type.split('.')[0] === snapshot.machine.id }))
    .toSorted((a, b) => Number(b.command) - Number(a.command) || a.type.localeCompare(b.type))
}

/** Whether a machine would react to an event. If a guard throws on the payload, assume that it would. */
export function wouldReact(snapshot: AnyMachineSnapshot, event: { type: string }): boolean {
  try {
    return snapshot.can(event)
  } catch {
    return true
  }
}

/** Parses the payload of an event form, or returns the reason it is invalid. */
export function readEvent(type: string, text: string): { event: { type: string } } | { fault: string } {
  try {
    const payload: unknown = JSON.parse(text.trim() === '' ? '{}' : text)
    if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
      return { fault: 'This is not an object: { … }.' }
    return { event: { ...payload, type } }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
