import { isCommand, type RecordedEvent } from './sequence.ts'

/** An event from one lifeline to others. */
export interface Line {
  id: number
  type: string
  kind: 'command' | 'broadcast'
  /** The indexes of the sending and the receiving lifelines. */
  from: number
  to: readonly number[]
}

/** The participants and the events between them, oldest first. */
export interface Lifelines {
  names: readonly string[]
  lines: readonly Line[]
}

/**
 * Converts events, newest first, to lifelines. Each participant has one, in the order of first appearance. Limited to the latest
 * events.
 */
export function lifelinesOf(events: readonly RecordedEvent[], limit: number): Lifelines {
  const latest = events.slice(0, limit).toReversed()
  const names = [...new Set(latest.flatMap(({ from, to }) => [from, ...to]))]
  const indexOf = (name: string) => names.indexOf(name)
  return {
    names,
    lines: latest.map((entry) => ({
      id: entry.id,
      type: entry.event.type,
      kind: isCommand(entry) ? 'command' : 'broadcast',
      from: indexOf(entry.from),
      to: entry.to.map(indexOf),
    })),
  }
}
