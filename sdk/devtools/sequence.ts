import type { InspectionEvent } from 'xstate'

/** A command or a broadcast event between two machines, or from the app. */
export interface RecordedEvent {
  id: number
  /** Milliseconds since the page was opened. */
  at: number
  /** The event object itself: a broadcast event is the same object for every receiver. */
  event: { readonly type: string }
  from: string
  to: readonly string[]
}

/** The sender of events that no machine sent: the app. */
export const PAGE = 'page'

const nameOf = (ref: object): string | undefined =>
  'systemId' in ref && typeof ref.systemId === 'string' ? ref.systemId : undefined

/** Converts an inspected event between named actors, or from the app to one; `undefined` for events within an actor. */
export function recordedEventOf(inspected: InspectionEvent, id: number, at: number): RecordedEvent | undefined {
  if (inspected.type !== '@xstate.event') return undefined
  const { event, actorRef, sourceRef } = inspected
  const to = nameOf(actorRef)
  const from = sourceRef ? nameOf(sourceRef) : PAGE
  if (!to || !from || from === to || event.type.startsWith('xstate.')) return undefined
  return { id, at, event, from, to: [to] }
}

/** All receivers of a broadcast event receive it within this time, including the events that the first ones send meanwhile. */
const BROADCAST_MS = 50

/** Adds new events to the list, newest first. An event that several actors received is one entry. */
export function mergeEvents(
  events: readonly RecordedEvent[],
  newEvents: readonly RecordedEvent[],
  limit: number,
): readonly RecordedEvent[] {
  const all = [...events]
  for (const newEvent of newEvents) {
    const index = all.findIndex(({ at }) => newEvent.at - at > BROADCAST_MS)
    const recent = index < 0 ? all : all.slice(0, index)
    const [receiver = ''] = newEvent.to
    const recordedIndex = recent.findIndex(
      ({ event, from, to }) => event === newEvent.event && from === newEvent.from && !to.includes(receiver),
    )
    const entry = all[recordedIndex]
    if (entry) all[recordedIndex] = { ...entry, to: [...entry.to, ...newEvent.to] }
    else all.unshift(newEvent)
  }
  return all.slice(0, limit)
}

/** `send.submit` to `send` is a command; all others are broadcast events. */
export const isCommand = ({ event, to }: RecordedEvent): boolean =>
  to.length === 1 && to[0]?.split(':')[0] === event.type.split('.')[0]

/** Whether an event matches a word: in its type, its sender or its receivers. */
export const matchesQuery = ({ event, from, to }: RecordedEvent, query: string): boolean =>
  [event.type, from, ...to].some((text) => text.toLowerCase().includes(query.toLowerCase()))
