import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { statesOf } from '../../../devtools/mermaid.ts'
import { isListener, isMachine, nameOf, slotOf, type Invocation } from './charts.ts'

/** A state that waits for an effect or a flow to end, or that listens for as long as it lasts. */
interface Wait {
  name: string
  node: AnyStateNode
  invoke: Invocation
  kind: 'effect' | 'flow' | 'listener'
}

/** Every wait of a machine but the root's services, which last as long as the instance. */
export const waitsOf = (machine: AnyStateMachine): Wait[] =>
  statesOf(machine.root).flatMap((node) =>
    node.invoke.map((invoke) => {
      const slot = slotOf(node, invoke)
      const kind = isMachine(slot) ? 'flow' : isListener(slot) ? 'listener' : 'effect'
      return { name: `${nameOf(node)}: ${String(invoke.src)}`, node, invoke, kind } as const
    }),
  )

/** Everything that lets a wait last for ever, or that leaves the visitor no way out of it. */
export const waitFaults = (machine: AnyStateMachine): string[] =>
  waitsOf(machine)
    .filter(({ kind }) => kind !== 'listener')
    .flatMap(({ name, node, invoke, kind }) => {
      const slot = slotOf(node, invoke)
      const flow = kind === 'flow' && isMachine(slot) ? slot : undefined
      const endless = flow ? flowFaults(flow) : []
      return [
        ...(invoke.onDone === undefined ? [`${name} has no onDone`] : []),
        ...(isBounded(node) || (flow && endless.length === 0) ? [] : [`${name} has no bound`]),
        ...(hasWayOut(node) || (flow && endless.length === 0) ? [] : [`${name} has no way out`]),
        ...endless,
      ]
    })

/**
 * A flow bounds itself if it rests nowhere: each of its states ends by itself, and can be ended. A state that does nothing
 * but wait for another flow is as good as that one is.
 */
const flowFaults = (flow: AnyStateMachine): string[] =>
  statesOf(flow.root)
    .filter(({ type }) => type === 'atomic')
    .flatMap((node) => {
      const inner = node.invoke.map((invoke) => slotOf(node, invoke)).filter(isMachine)
      if (inner.length > 0) return inner.flatMap(flowFaults)
      return [
        ...(isBounded(node) || node.always ? [] : [`${nameOf(node)} has no bound`]),
        ...(hasWayOut(node) || node.always ? [] : [`${nameOf(node)} has no way out`]),
      ]
    })

const withAncestors = (node: AnyStateNode): AnyStateNode[] =>
  node.parent ? [node, ...withAncestors(node.parent)] : [node]

/** A delay of the state itself or of one around it. The root's own would bound nothing but the machine. */
const isBounded = (node: AnyStateNode): boolean =>
  withAncestors(node).some(
    ({ parent, after }) => parent !== undefined && after.some(({ target }) => target !== undefined),
  )

/** A command or a fact that leaves the state for another one. */
const hasWayOut = (node: AnyStateNode): boolean =>
  withAncestors(node).some((ancestor) =>
    [...ancestor.transitions.values()]
      .flat()
      .some(
        ({ eventType, target }) =>
          !eventType.startsWith('xstate.') && target?.some((to) => !withAncestors(to).includes(node)),
      ),
  )
