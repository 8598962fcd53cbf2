import { isCommand, type Passed } from './sequence.ts'

/** One event, from one lifeline to others. */
export interface Line {
  id: number
  type: string
  kind: 'command' | 'fact'
  /** Which lifelines it leads from and to, by their places. */
  from: number
  to: readonly number[]
}

/** Who takes part, and what passes between them, the oldest first. */
export interface Lifelines {
  names: readonly string[]
  lines: readonly Line[]
}

/** What passed, the newest first, as lifelines: each who takes part once, in the order of first appearance; no more than the latest. */
export function lifelinesOf(passed: readonly Passed[], most: number): Lifelines {
  const latest = passed.slice(0, most).toReversed()
  const names = [...new Set(latest.flatMap(({ from, to }) => [from, ...to]))]
  const placeOf = (name: string) => names.indexOf(name)
  return {
    names,
    lines: latest.map((one) => ({
      id: one.id,
      type: one.event.type,
      kind: isCommand(one) ? 'command' : 'fact',
      from: placeOf(one.from),
      to: one.to.map(placeOf),
    })),
  }
}
