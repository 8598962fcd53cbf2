/** What a system of actors is run with: what its slots do, how long its waits last, and the features it has. */
import type { ActorScope, AnyActorLogic, AnyStateMachine } from 'xstate'
import { TIMEOUTS } from '../constants.ts'
import type { AnySystem } from './contract.ts'
import type { SiteFeature } from './feature.ts'

// oxlint-disable-next-line no-explicit-any
type Any = any

/** The bounds that a site may set, in milliseconds. */
export type Timeouts = Readonly<Record<keyof typeof TIMEOUTS, number>>

/** What slots do, by their names. */
export type Filling = Readonly<Record<string, Any>>

export interface Bound {
  filling: Filling
  timeouts: Timeouts
  features: readonly SiteFeature[]
}

const nothing: Bound = { filling: {}, timeouts: TIMEOUTS, features: [] }
const bounds = new WeakMap<AnySystem, Bound>()

/** What is known of a system; one that nobody bound has empty slots, the usual bounds and no features. */
export const boundOf = (system: AnySystem): Bound => bounds.get(system) ?? nothing

/** Fills further slots of a system that runs: those of a feature that was loaded. */
export function fillMore(system: AnySystem, filling: Filling): void {
  const known = boundOf(system)
  bounds.set(system, { ...known, filling: { ...known.filling, ...filling } })
}

/** Keeps the logic of a feature that was loaded: it is started with it from then on. */
export function keepLogic(system: AnySystem, name: string, logic: AnyActorLogic): void {
  const known = boundOf(system)
  const features = known.features.map((feature) =>
    feature.name === name ? { ...feature, logic: logic as never } : feature,
  )
  bounds.set(system, { ...known, features })
}

/** The root of a system in which slots do what `filling` says, and waits last as long as `timeouts` says. */
export function filled<Root extends AnyStateMachine>(
  root: Root,
  filling: Filling,
  timeouts: Timeouts,
  features: readonly SiteFeature[] = [],
) {
  const logic: Root = Object.create(root)
  logic.getInitialSnapshot = (scope: ActorScope<Any, Any, Any, Any>, input?: Any) => {
    // The first states of all machines are computed here, before anything can be told to the system.
    bounds.set(scope.system, { filling, timeouts, features })
    return root.getInitialSnapshot(scope, input)
  }
  return Object.assign(logic, { filling })
}
