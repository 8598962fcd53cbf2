import type { AnyStateMachine } from 'xstate'
import { edgesOf, statesOf } from './mermaid.ts'

/** A machine, a state or an event that matches a search. */
export interface Found {
  machineId: string
  kind: 'machine' | 'state' | 'event'
  /** `send`, `editing.complete`, `send.submit`. */
  name: string
  /** The ids of the matching states. */
  states: readonly string[]
}

const MOST = 40

/** Searches the names in all charts: machines first, then states, then events. */
export function searchCharts(machines: Iterable<AnyStateMachine>, word: string): readonly Found[] {
  const wanted = word.trim().toLowerCase()
  if (wanted === '') return []
  const has = (text: string) => text.toLowerCase().includes(wanted)
  const all = [...machines]
  const found = (kind: Found['kind'], of: (machine: AnyStateMachine) => readonly Omit<Found, 'kind' | 'machineId'>[]) =>
    all.flatMap((machine) => of(machine).map((one): Found => ({ machineId: machine.id, kind, ...one })))
  return [
    ...found('machine', ({ id }) => (has(id) ? [{ name: id, states: [] }] : [])),
    ...found('state', ({ root }) =>
      statesOf(root)
        .filter(({ key }) => has(key))
        .map(({ id, path }) => ({ name: path.join('.'), states: [id] })),
    ),
    ...found('event', (machine) => {
      const states = new Map<string, string[]>()
      for (const { kind, event, from } of edgesOf(machine))
        if (kind === 'event' && has(event)) states.set(event, [...(states.get(event) ?? []), from.id])
      return [...states].map(([name, ids]) => ({ name, states: ids }))
    }),
  ].slice(0, MOST)
}
