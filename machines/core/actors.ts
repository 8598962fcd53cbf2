/**
 * The actors through which a machine performs side effects, and its delays. A chart only names them. The running system supplies
 * their implementations and timeouts.
 */
import {
  fromCallback,
  fromPromise,
  type AnyEventObject,
  type AnyStateMachine,
  type CallbackActorLogic,
  type EventObject,
  type NonReducibleUnknown,
  type PromiseActorLogic,
  type StateMachine,
} from 'xstate'
import { TIMEOUTS } from '../constants.ts'
import { systemConfigurationOf, type Implementations, type Timeouts } from './implementations.ts'
import type { AnySystem } from './contract.ts'

// oxlint-disable-next-line no-explicit-any
type Any = any
interface ActorScope<Input> {
  input: Input
  system: AnySystem
}
type PromiseImplementation<Output, Input> = (scope: ActorScope<Input> & { signal: AbortSignal }) => Promise<Output>
type CallbackImplementation<Event, Input> = (
  scope: ActorScope<Input> & {
    sendBack: (event: Event) => void
    /** Registers a handler for the events that the machine sends to this actor. */
    receive: (handle: (event: EventObject) => void) => void
  },
) => (() => void) | undefined | void

/** Carries the name under which the implementation is looked up in the running system. */
interface Declared<Implementation> {
  readonly implementationName?: string
  /** Used only for its type; never set. */
  readonly implementation?: Implementation
}
export type PromiseActor<Output, Input> = PromiseActorLogic<Output, Input> &
  Declared<PromiseImplementation<Output, Input>>
export type CallbackActor<Event, Input> = CallbackActorLogic<AnyEventObject, Input> &
  Declared<CallbackImplementation<Event, Input>>

/** Thrown when a machine starts an actor that has no implementation. */
export class ActorNotProvidedError extends Error {
  override name = 'ActorNotProvidedError'
  readonly implementationName: string
  constructor(implementationName: string) {
    super(`The actor "${implementationName}" was not provided. Use createLatchkey, or machine.provide({ actors }).`)
    this.implementationName = implementationName
  }
}

function implementationOf(system: AnySystem, name: string): Any {
  const implementation = systemConfigurationOf(system).implementations[name]
  if (!implementation) throw new ActorNotProvidedError(name)
  return implementation
}

/** Declares an actor for one asynchronous operation: one input, one output. */
export const promiseActor = <Output, Input = NonReducibleUnknown>(
  implementationName: string,
): PromiseActor<Output, Input> => ({
  ...fromPromise<Output, Input>(async (scope) => implementationOf(scope.system, implementationName)(scope)),
  implementationName,
})

/** Declares an actor for a subscription that lasts as long as the state that invokes it. */
export const callbackActor = <Event extends EventObject, Input = NonReducibleUnknown>(
  implementationName: string,
): CallbackActor<Event, Input> => ({
  ...fromCallback<AnyEventObject, Input>((scope) => implementationOf(scope.system, implementationName)(scope)),
  implementationName,
})

/** Creates a delay that an app can configure. With several names, the delay is the sum of their timeouts. */
export function configurableDelay(...names: readonly (keyof Timeouts)[]) {
  const sumOf = (timeouts: Timeouts) => names.reduce((sum, name) => sum + timeouts[name], 0)
  const delay = ({ system }: { system: AnySystem }) => sumOf(systemConfigurationOf(system).timeouts)
  return Object.assign(delay, { names, defaultMs: sumOf(TIMEOUTS) })
}

/** Creates a configurable delay that depends on the context: `kindOf` selects which of `names` applies. */
export function configurableDelayBy<Kind extends string, Context>(
  names: Readonly<Record<Kind, keyof Timeouts>>,
  kindOf: (context: Context) => Kind,
) {
  const delay = ({ context, system }: { context: Context; system: AnySystem }) =>
    systemConfigurationOf(system).timeouts[names[kindOf(context)]]
  return Object.assign(delay, { names: Object.values<keyof Timeouts>(names) })
}

type ActorsOf<M> =
  M extends StateMachine<Any, Any, Any, infer Actor, Any, Any, Any, Any, Any, Any, Any, Any, Any, Any> ? Actor : never
type ImplementationOf<Logic> = Logic extends Declared<infer Implementation> ? Implementation : unknown
/** The implementations that a machine needs, keyed by the names of the actors in its chart. */
export type ImplementationsOf<M> = {
  [Actor in ActorsOf<M> as unknown extends ImplementationOf<Actor['logic']> ? never : Actor['src']]: ImplementationOf<
    Actor['logic']
  >
}

/** Maps the actors of a machine to their implementations. Every actor is required, and other keys are rejected. */
export function implement<M extends AnyStateMachine>(
  machine: M,
  implementations: NoInfer<ImplementationsOf<M>>,
): Implementations {
  const actors = machine.implementations.actors as Record<string, { implementationName?: string }>
  return Object.fromEntries(
    Object.entries<unknown>(implementations).map(
      ([name, implementation]) => [actors[name]?.implementationName ?? name, implementation] as const,
    ),
  )
}
