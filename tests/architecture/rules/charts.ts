import { createActor, type AnyActorLogic, type AnyStateMachine, type AnyStateNode } from 'xstate'
import { statesOf } from '../../../sdk/devtools/mermaid.ts'

/** One invocation of a state. */
export type Invocation = AnyStateNode['invoke'][number]

/** As many as fit on a screen. A machine with more should be split. */
export const STATES_AT_MOST = 12

/** Final states whose names describe the outcome; any other final state needs a description. */
const OUTCOMES: ReadonlySet<string> = new Set([
  'answered',
  'cancelled',
  'connected',
  'declined',
  'done',
  'expired',
  'failed',
  'settled',
  'stopped',
  'timedOut',
])

/** `machine.state.substate`, the state's name in faults and allow-lists. */
export const nameOf = (node: AnyStateNode): string => [node.machine.id, ...node.path].join('.')

/** A machine's states, including its root. */
export const nodesOf = (machine: AnyStateMachine): AnyStateNode[] => [machine.root, ...statesOf(machine.root)]

/** The logic of an invocation. */
export const slotOf = (node: AnyStateNode, { src }: Invocation): AnyActorLogic | undefined =>
  typeof src === 'string' ? (node.machine.implementations.actors[src] as AnyActorLogic | undefined) : src

/** Whether a logic is a machine: a flow, an item or a service. */
export const isMachine = (logic: AnyActorLogic | undefined): logic is AnyStateMachine =>
  logic !== undefined && 'root' in logic

/** An empty listener fails synchronously, an empty effect asynchronously, which distinguishes the two. */
export function isListener(logic: AnyActorLogic | undefined): boolean {
  if (!logic || isMachine(logic)) return false
  const known = listeners.get(logic)
  if (known !== undefined) return known
  const actor = createActor(logic)
  actor.subscribe({ error: () => {} })
  actor.start()
  const refuses = actor.getSnapshot().status === 'error'
  listeners.set(logic, refuses)
  return refuses
}
const listeners = new WeakMap<AnyActorLogic, boolean>()

/** Everything that prevents a chart from being small, described, plain data and reachable. One sentence per fault. */
export const chartFaults = (machine: AnyStateMachine): string[] => [
  ...sizeFaults(machine),
  ...rootFaults(machine),
  ...descriptionFaults(machine),
  ...dataFaults(machine.config, machine.id),
  ...invokeFaults(machine),
  ...delayFaults(machine),
  ...reachFaults(machine),
  ...unusedFaults(machine),
]

const sizeFaults = (machine: AnyStateMachine): string[] => {
  const count = statesOf(machine.root).length
  return count > STATES_AT_MOST ? [`${machine.id} has ${count} states, ${STATES_AT_MOST} at most`] : []
}

function rootFaults({ id, root }: AnyStateMachine): string[] {
  const { kind, spec } = (root.meta ?? {}) as { kind?: unknown; spec?: unknown }
  const statements: readonly unknown[] = Array.isArray(spec) ? spec : []
  return [
    ...(root.description ? [] : [`${id} has no description`]),
    ...(['root', 'service', 'item', 'flow'].includes(String(kind)) ? [] : [`${id} has no meta.kind`]),
    ...(statements.length > 0 ? [] : [`${id} has no meta.spec`]),
    ...statements
      .filter((statement) => !/^[1-9]\d*\.[1-9]\d*$/.test(String(statement)))
      .map((statement) => `${id} names "${String(statement)}", which is no statement of the specification`),
  ]
}

/** Transient states, and final states with other names than the outcomes, need a description. */
const descriptionFaults = (machine: AnyStateMachine): string[] =>
  statesOf(machine.root)
    .filter(
      ({ description, always, type, key }) => !description && (always || (type === 'final' && !OUTCOMES.has(key))),
    )
    .map((node) => `${nameOf(node)} has no description`)

/** The only places of a chart that may contain functions: they compute data from data. */
const COMPUTED: ReadonlySet<string> = new Set(['context', 'input', 'output', 'params'])

function dataFaults(value: unknown, path: string): string[] {
  if (typeof value === 'function') return [`${path} is a function written in the chart`]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'function' && COMPUTED.has(key) ? [] : dataFaults(inner, `${path}.${key}`),
  )
}

/**
 * Invocations have the names of their slots, and every error is handled. The root's services have no `onError`: one wildcard of
 * the root handles their errors and restarts them.
 */
function invokeFaults(machine: AnyStateMachine): string[] {
  const heard = machine.root.on['xstate.error.actor.*'] !== undefined
  return nodesOf(machine).flatMap((node) =>
    node.invoke.flatMap((invoke) => {
      const name = `${nameOf(node)} invokes ${String(invoke.src)}`
      const restarts = node === machine.root && invoke.systemId !== undefined && heard
      return [
        ...(invoke.id === invoke.src ? [] : [`${name} under the name ${invoke.id}`]),
        ...(invoke.onError !== undefined || restarts ? [] : [`${name} without onError`]),
        ...(invoke.systemId === undefined || isMachine(slotOf(node, invoke)) ? [] : [`${name} as a named actor`]),
      ]
    }),
  )
}

/** Every delay has a name, so that an app or a test can set it. */
const delayFaults = (machine: AnyStateMachine): string[] =>
  nodesOf(machine).flatMap((node) =>
    Object.keys((node.config.after ?? {}) as object)
      .filter((delay) => !(delay in machine.implementations.delays))
      .map((delay) => `${nameOf(node)} waits for ${delay}, which is no named delay`),
  )

function reachFaults(machine: AnyStateMachine): string[] {
  const seen = new Set<AnyStateNode>()
  const visit = (node: AnyStateNode) => {
    if (seen.has(node)) return
    seen.add(node)
    if (node.parent) visit(node.parent)
    if (node.type === 'parallel') Object.values(node.states).forEach(visit)
    if (node.type === 'compound') node.initial.target.forEach(visit)
    for (const { target } of [...node.transitions.values(), node.always ?? []].flat()) target?.forEach(visit)
  }
  visit(machine.root)
  return nodesOf(machine)
    .filter((node) => !seen.has(node))
    .map((node) => `${nameOf(node)} is out of reach`)
}

/** Guards and actions that no chart and no other guard uses. */
function unusedFaults(machine: AnyStateMachine): string[] {
  const { guards, actions, delays } = machine.implementations
  const named = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string') named.add(value)
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      named.add(key)
      collect(inner)
    }
  }
  collect(machine.config)
  for (const guard of Object.values(guards) as { guards?: unknown }[]) collect(guard.guards)
  return Object.entries({ guard: guards, action: actions, delay: delays }).flatMap(([kind, known]) =>
    Object.keys(known)
      .filter((name) => !named.has(name))
      .map((name) => `${machine.id} has the ${kind} ${name}, which its chart does not use`),
  )
}
