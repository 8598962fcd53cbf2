import type { AnyStateMachine, AnyStateNode } from 'xstate'

/** An arrow of a chart, or a reaction without targets. */
export interface Edge {
  from: AnyStateNode
  targets: readonly AnyStateNode[]
  kind: 'event' | 'after' | 'done' | 'error' | 'always'
  /** The event as text: `send.submit`, `after switching (120 s)`, `sendToken failed`. */
  event: string
  guard: string | undefined
}

/** A machine's states, outermost first, in the order of the chart, without the root. */
export const statesOf = (node: AnyStateNode): AnyStateNode[] =>
  Object.values(node.states).flatMap((child) => [child, ...statesOf(child)])

/** Every transition of a machine, state by state, the root's first. */
export const edgesOf = (machine: AnyStateMachine): Edge[] =>
  [machine.root, ...statesOf(machine.root)].flatMap((from) =>
    [...from.transitions.values(), from.always ?? []].flat().map(({ eventType, guard, target }) => ({
      from,
      targets: target ?? [],
      ...eventOf(machine, eventType),
      guard: guardName(guard),
    })),
  )

/** The label of an edge: its event and guard. */
export const labelOf = ({ event, guard }: Pick<Edge, 'event' | 'guard'>): string =>
  [event, guard && `[${guard}]`].filter(Boolean).join(' ')

function eventOf(machine: AnyStateMachine, type: string): Pick<Edge, 'kind' | 'event'> {
  if (type === '') return { kind: 'always', event: '' }
  const [, kind = '', rest = ''] = /^xstate\.(after|done\.state|done\.actor|error\.actor)\.(.*)$/.exec(type) ?? []
  if (kind === 'after') {
    const name = rest.slice(0, rest.indexOf('.'))
    return { kind, event: ['after', name, duration(machine.implementations.delays[name])].filter(Boolean).join(' ') }
  }
  const actor = rest === '*' ? 'any actor' : rest
  if (kind === 'done.actor') return { kind: 'done', event: `${actor} done` }
  if (kind === 'error.actor') return { kind: 'error', event: `${actor} failed` }
  if (kind === 'done.state') return { kind: 'done', event: 'done' }
  return { kind: 'event', event: type }
}

/** A duration in parentheses; empty if it is computed at run time. */
export function duration(delay: unknown): string {
  const ms = typeof delay === 'function' && 'defaultMs' in delay ? delay.defaultMs : delay
  return typeof ms !== 'number' ? '' : ms < 1_000 ? `(${ms} ms)` : `(${ms / 1_000} s)`
}

/** The guards of a chart are names, with or without params. */
const guardName = (guard: unknown): string | undefined =>
  typeof guard === 'object' && guard !== null && 'type' in guard ? String(guard.type) : (guard as string | undefined)

const idOf = (node: AnyStateNode): string => node.path.join('_')

/** A machine as a Mermaid state diagram, for documentation pages. The JSON next to it is for visualizers. */
export function toMermaid(machine: AnyStateMachine): string {
  const edges = edgesOf(machine)
  return [
    'stateDiagram-v2',
    ...declarations(machine.root, edges, '  '),
    ...arrows(edges.filter(({ from }) => from !== machine.root)),
    ...rootNote(machine, edges),
    '',
  ].join('\n')
}

function declarations(node: AnyStateNode, edges: readonly Edge[], pad: string): string[] {
  const children = Object.values(node.states)
  const [first] = node.type === 'compound' ? node.initial.target : []
  return [
    ...(first ? [`${pad}[*] --> ${idOf(first)}`] : []),
    ...children.flatMap((child, index) => [
      ...(Object.keys(child.states).length > 0
        ? [`${pad}state "${child.key}" as ${idOf(child)} {`, ...declarations(child, edges, `${pad}  `), `${pad}}`]
        : [`${pad}state "${child.key}" as ${idOf(child)}`, ...reactions(child, edges, pad)]),
      ...(child.type === 'final' ? [`${pad}${idOf(child)} --> [*]`] : []),
      ...(node.type === 'parallel' && index < children.length - 1 ? [`${pad}--`] : []),
    ]),
  ]
}

const reactions = (node: AnyStateNode, edges: readonly Edge[], pad: string): string[] =>
  edges
    .filter(({ from, targets }) => from === node && targets.length === 0)
    .map((edge) => `${pad}${idOf(node)} : ↺ ${labelOf(edge)}`)

/** Edges between the same two states share an arrow. */
function arrows(edges: readonly Edge[]): string[] {
  const labels = new Map<string, string[]>()
  for (const edge of edges)
    for (const target of edge.targets) {
      const arrow = `  ${idOf(edge.from)} --> ${idOf(target)}`
      labels.set(arrow, [...(labels.get(arrow) ?? []), labelOf(edge)])
    }
  return [...labels].map(([arrow, texts]) => {
    const text = texts.filter(Boolean).join('<br>')
    return text === '' ? arrow : `${arrow} : ${text}`
  })
}

function rootNote(machine: AnyStateMachine, edges: readonly Edge[]): string[] {
  const lines = edges
    .filter(({ from }) => from === machine.root)
    .map((edge) => `    ${labelOf(edge)} → ${edge.targets.map(({ path }) => path.join('.')).join(', ') || 'stays'}`)
  const [firstState] = Object.values(machine.root.states)
  if (lines.length === 0 || !firstState) return []
  return [`  note right of ${idOf(firstState)}`, '    From anywhere', ...lines, '  end note']
}
