import type { AnyStateMachine } from 'xstate'
import { edgesOf, statesOf } from './mermaid.ts'

/** A machine, a state or an event that matches a search. */
export interface SearchResult {
  machineId: string
  kind: 'machine' | 'state' | 'event'
  /** `send`, `editing.complete`, `send.submit`. */
  name: string
  /** The ids of the matching states. */
  states: readonly string[]
}

const MAX_RESULTS = 40

/** Searches the names in all charts: machines first, then states, then events. */
export function searchCharts(machines: Iterable<AnyStateMachine>, query: string): readonly SearchResult[] {
  const lowerCaseQuery = query.trim().toLowerCase()
  if (lowerCaseQuery === '') return []
  const matches = (text: string) => text.toLowerCase().includes(lowerCaseQuery)
  const all = [...machines]
  const resultsOf = (
    kind: SearchResult['kind'],
    namesIn: (machine: AnyStateMachine) => readonly Omit<SearchResult, 'kind' | 'machineId'>[],
  ) =>
    all.flatMap((machine) =>
      namesIn(machine).map((result): SearchResult => ({ machineId: machine.id, kind, ...result })),
    )
  return [
    ...resultsOf('machine', ({ id }) => (matches(id) ? [{ name: id, states: [] }] : [])),
    ...resultsOf('state', ({ root }) =>
      statesOf(root)
        .filter(({ key }) => matches(key))
        .map(({ id, path }) => ({ name: path.join('.'), states: [id] })),
    ),
    ...resultsOf('event', (machine) => {
      const states = new Map<string, string[]>()
      for (const { kind, event, from } of edgesOf(machine))
        if (kind === 'event' && matches(event)) states.set(event, [...(states.get(event) ?? []), from.id])
      return [...states].map(([name, ids]) => ({ name, states: ids }))
    }),
  ].slice(0, MAX_RESULTS)
}
