/** The configuration of an actor system: implementations of actors, timeouts and features. */
import type { ActorScope, AnyActorLogic, AnyStateMachine } from 'xstate'
import { TIMEOUTS } from '../constants.ts'
import type { AnySystem } from './contract.ts'
import type { ConfiguredFeature } from './feature.ts'

// oxlint-disable-next-line no-explicit-any
type Any = any

/** The timeouts that an app can set, in milliseconds. */
export type Timeouts = Readonly<Record<keyof typeof TIMEOUTS, number>>

/** The implementations of actors, by name. */
export type Implementations = Readonly<Record<string, Any>>

export interface SystemConfiguration {
  implementations: Implementations
  timeouts: Timeouts
  features: readonly ConfiguredFeature[]
}

const defaults: SystemConfiguration = { implementations: {}, timeouts: TIMEOUTS, features: [] }
const configurations = new WeakMap<AnySystem, SystemConfiguration>()

/**
 * Returns the configuration of an actor system. The default has no implementations, the default timeouts and no features.
 */
export const systemConfigurationOf = (system: AnySystem): SystemConfiguration => configurations.get(system) ?? defaults

/** Adds the implementations of a loaded feature to a running system. */
export function addImplementations(system: AnySystem, implementations: Implementations): void {
  const configuration = systemConfigurationOf(system)
  configurations.set(system, {
    ...configuration,
    implementations: { ...configuration.implementations, ...implementations },
  })
}

/** Stores the logic of a loaded feature, so that later starts use it. */
export function setFeatureLogic(system: AnySystem, name: string, logic: AnyActorLogic): void {
  const configuration = systemConfigurationOf(system)
  const features = configuration.features.map((feature) =>
    feature.name === name ? { ...feature, logic: logic as never } : feature,
  )
  configurations.set(system, { ...configuration, features })
}

/** Returns the root with the given implementations, timeouts and features. */
export function withImplementations<Root extends AnyStateMachine>(
  root: Root,
  provided: Implementations,
  timeouts: Timeouts,
  features: readonly ConfiguredFeature[] = [],
) {
  const logic: Root = Object.create(root)
  logic.getInitialSnapshot = (scope: ActorScope<Any, Any, Any, Any>, input?: Any) => {
    // XState computes the initial states of all machines here, before the system can receive an event.
    configurations.set(scope.system, { implementations: provided, timeouts, features })
    return root.getInitialSnapshot(scope, input)
  }
  return Object.assign(logic, { provided })
}
