import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { statesOf } from '../../../sdk/devtools/mermaid.ts'
import { isListener, isMachine, nameOf, slotOf, type Invocation } from './charts.ts'

/** A state that waits for an effect or a flow to end, or that listens while it is active. */
interface Wait {
  name: string
  node: AnyStateNode
  invoke: Invocation
  kind: 'effect' | 'flow' | 'listener'
}

/** All waits of a machine except for the root's services, which run as long as the instance. */
export const waitsOf = (machine: AnyStateMachine): Wait[] =>
  statesOf(machine.root).flatMap((node) =>
    node.invoke.map((invoke) => {
      const slot = slotOf(node, invoke)
      const kind = isMachine(slot) ? 'flow' : isListener(slot) ? 'listener' : 'effect'
      return { name: `${nameOf(node)}: ${String(invoke.src)}`, node, invoke, kind } as const
    }),
  )

/** Everything that lets a wait last forever, or leaves the user no way to end it. */
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
 * A flow is bounded if each of its states has a timeout and can be ended. A state that only waits for another flow is bounded
 * like that flow.
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

/** Whether the state or one of its ancestors has a delay. A delay of the root does not end a wait. */
const isBounded = (node: AnyStateNode): boolean =>
  withAncestors(node).some(
    ({ parent, after }) => parent !== undefined && after.some(({ target }) => target !== undefined),
  )

/** Whether a command or a broadcast event leaves the state. */
const hasWayOut = (node: AnyStateNode): boolean =>
  withAncestors(node).some((ancestor) =>
    [...ancestor.transitions.values()]
      .flat()
      .some(
        ({ eventType, target }) =>
          !eventType.startsWith('xstate.') && target?.some((to) => !withAncestors(to).includes(node)),
      ),
  )
