/**
 * Slots: the actors through which a machine performs side effects. A chart only names them. The running system supplies their
 * implementations and timeouts.
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
import { boundOf, type Filling, type Timeouts } from './implementations.ts'
import type { AnySystem } from './contract.ts'

// oxlint-disable-next-line no-explicit-any
type Any = any
interface Asked<Input> {
  input: Input
  system: AnySystem
}
type Work<Output, Input> = (asked: Asked<Input> & { signal: AbortSignal }) => Promise<Output>
type Listen<Heard, Input> = (
  asked: Asked<Input> & {
    sendBack: (event: Heard) => void
    /** Registers a handler for the events that the machine sends to this listener. */
    receive: (heard: (event: EventObject) => void) => void
  },
) => (() => void) | undefined | void

/** Carries the name of a slot. The implementation is looked up in the running system. */
interface Slot<Does> {
  readonly slot?: string
  /** Used only for its type; never set. */
  readonly does?: Does
}
export type Effect<Output, Input> = PromiseActorLogic<Output, Input> & Slot<Work<Output, Input>>
export type Listener<Heard, Input> = CallbackActorLogic<AnyEventObject, Input> & Slot<Listen<Heard, Input>>

/** Thrown when a machine starts a slot that has no implementation. */
export class EffectNotProvidedError extends Error {
  override name = 'EffectNotProvidedError'
  readonly slot: string
  constructor(slot: string) {
    super(`The effect "${slot}" was not provided. Use createLatchkey, or machine.provide({ actors }).`)
    this.slot = slot
  }
}

function workOf(system: AnySystem, slot: string): Any {
  const work = boundOf(system).filling[slot]
  if (!work) throw new EffectNotProvidedError(slot)
  return work
}

/** Creates a slot for one asynchronous operation: one input, one output. */
export const effect = <Output, Input = NonReducibleUnknown>(slot: string): Effect<Output, Input> => ({
  ...fromPromise<Output, Input>(async (asked) => workOf(asked.system, slot)(asked)),
  slot,
})

/** Creates a slot for a subscription that lasts as long as the state that invokes it. */
export const listener = <Heard extends EventObject, Input = NonReducibleUnknown>(
  slot: string,
): Listener<Heard, Input> => ({
  ...fromCallback<AnyEventObject, Input>((asked) => workOf(asked.system, slot)(asked)),
  slot,
})

/** Creates a delay that an app can configure. With several names, the delay is the sum of their timeouts. */
export function timeout(...names: readonly (keyof Timeouts)[]) {
  const within = (timeouts: Timeouts) => names.reduce((sum, name) => sum + timeouts[name], 0)
  const delay = ({ system }: { system: AnySystem }) => within(boundOf(system).timeouts)
  return Object.assign(delay, { names, defaultMs: within(TIMEOUTS) })
}

/** Creates a configurable delay that depends on the context: `kindOf` selects which of `bounds` applies. */
export function timeoutBy<Kind extends string, Context>(
  bounds: Readonly<Record<Kind, keyof Timeouts>>,
  kindOf: (context: Context) => Kind,
) {
  const delay = ({ context, system }: { context: Context; system: AnySystem }) =>
    boundOf(system).timeouts[bounds[kindOf(context)]]
  return Object.assign(delay, { names: Object.values<keyof Timeouts>(bounds) })
}

type ActorsOf<M> =
  M extends StateMachine<Any, Any, Any, infer Actor, Any, Any, Any, Any, Any, Any, Any, Any, Any, Any> ? Actor : never
type DoesOf<Logic> = Logic extends Slot<infer Does> ? Does : unknown
/** The implementations that the slots of a machine need, keyed by their names in the chart. */
export type WorksOf<M> = {
  [Actor in ActorsOf<M> as unknown extends DoesOf<Actor['logic']> ? never : Actor['src']]: DoesOf<Actor['logic']>
}

/** Maps the slots of a machine to their implementations. Every slot is required, and other keys are rejected. */
export function fill<M extends AnyStateMachine>(machine: M, works: NoInfer<WorksOf<M>>): Filling {
  const actors = machine.implementations.actors as Record<string, { slot?: string }>
  return Object.fromEntries(
    Object.entries<unknown>(works).map(([name, work]) => [actors[name]?.slot ?? name, work] as const),
  )
}
