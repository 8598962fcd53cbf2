import { getNextTransitions, type AnyMachineSnapshot } from 'xstate'

/** An event that a machine listens for where it is now. */
export interface NextEvent {
  type: string
  /** Addressed to it, not a fact that it overhears. */
  command: boolean
}

/** What a form for an event begins with, and what else the event may carry. */
export interface Payload {
  payload: Record<string, unknown>
  optional: readonly string[]
}

/** What somebody outside can send to a machine now: commands first. What it tells itself, and patterns, are left out. */
export function nextEventsOf(snapshot: AnyMachineSnapshot): readonly NextEvent[] {
  if (snapshot.status !== 'active') return []
  const types = new Set(getNextTransitions(snapshot).map(({ eventType }) => eventType))
  return [...types]
    .filter((type) => type !== '' && !type.startsWith('xstate.') && !type.includes('*'))
    .map((type) => ({ type, command: type.split('.')[0] === snapshot.machine.id }))
    .toSorted((one, other) => Number(other.command) - Number(one.command) || one.type.localeCompare(other.type))
}

/** Whether a machine would react. Where a guard cannot judge what it is given, nobody knows before it is sent. */
export function wouldReact(snapshot: AnyMachineSnapshot, event: { type: string }): boolean {
  try {
    return snapshot.can(event)
  } catch {
    return true
  }
}

/** An event of this type with what a form says; or why it cannot be read. */
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
