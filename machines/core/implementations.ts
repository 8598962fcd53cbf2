/** The configuration of an actor system: slot implementations, timeouts and features. */
import type { ActorScope, AnyActorLogic, AnyStateMachine } from 'xstate'
import { TIMEOUTS } from '../constants.ts'
import type { AnySystem } from './contract.ts'
import type { SiteFeature } from './feature.ts'

// oxlint-disable-next-line no-explicit-any
type Any = any

/** The timeouts that an app can set, in milliseconds. */
export type Timeouts = Readonly<Record<keyof typeof TIMEOUTS, number>>

/** Slot implementations, keyed by slot name. */
export type Filling = Readonly<Record<string, Any>>

export interface Bound {
  filling: Filling
  timeouts: Timeouts
  features: readonly SiteFeature[]
}

const nothing: Bound = { filling: {}, timeouts: TIMEOUTS, features: [] }
const bounds = new WeakMap<AnySystem, Bound>()

/**
 * Returns the configuration of an actor system. The default has no slot implementations, the default timeouts and no features.
 */
export const boundOf = (system: AnySystem): Bound => bounds.get(system) ?? nothing

/** Adds the slot implementations of a loaded feature to a running system. */
export function fillMore(system: AnySystem, filling: Filling): void {
  const known = boundOf(system)
  bounds.set(system, { ...known, filling: { ...known.filling, ...filling } })
}

/** Stores the logic of a loaded feature, so that later starts use it. */
export function keepLogic(system: AnySystem, name: string, logic: AnyActorLogic): void {
  const known = boundOf(system)
  const features = known.features.map((feature) =>
    feature.name === name ? { ...feature, logic: logic as never } : feature,
  )
  bounds.set(system, { ...known, features })
}

/** Returns the root with the given slot implementations, timeouts and features. */
export function filled<Root extends AnyStateMachine>(
  root: Root,
  filling: Filling,
  timeouts: Timeouts,
  features: readonly SiteFeature[] = [],
) {
  const logic: Root = Object.create(root)
  logic.getInitialSnapshot = (scope: ActorScope<Any, Any, Any, Any>, input?: Any) => {
    // XState computes the initial states of all machines here, before the system can receive an event.
    bounds.set(scope.system, { filling, timeouts, features })
    return root.getInitialSnapshot(scope, input)
  }
  return Object.assign(logic, { filling })
}
