/**
 * Slots: the places in a machine where the outside world is let in. A chart names them and is built once; what a slot does, and how
 * long a wait may last, is looked up in the system that runs the machine.
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
import { boundOf, type Filling, type Timeouts } from './bound.ts'
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
    /** What the machine tells it while it listens. */
    receive: (heard: (event: EventObject) => void) => void
  },
) => (() => void) | undefined | void

/** What names its work; the work itself is elsewhere. */
interface Slot<Does> {
  readonly slot?: string
  /** Only its type counts. */
  readonly does?: Does
}
export type Effect<Output, Input> = PromiseActorLogic<Output, Input> & Slot<Work<Output, Input>>
export type Listener<Heard, Input> = CallbackActorLogic<AnyEventObject, Input> & Slot<Listen<Heard, Input>>

/** A machine was started with a slot that nobody filled. */
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

/** A slot for work that ends: one input, one output. */
export const effect = <Output, Input = NonReducibleUnknown>(slot: string): Effect<Output, Input> => ({
  ...fromPromise<Output, Input>(async (asked) => workOf(asked.system, slot)(asked)),
  slot,
})

/** A slot for something to listen to for as long as a state lasts. */
export const listener = <Heard extends EventObject, Input = NonReducibleUnknown>(
  slot: string,
): Listener<Heard, Input> => ({
  ...fromCallback<AnyEventObject, Input>((asked) => workOf(asked.system, slot)(asked)),
  slot,
})

/** A delay that a site may set; the sum, where it is made of several. */
export function timeout(...names: readonly (keyof Timeouts)[]) {
  const within = (timeouts: Timeouts) => names.reduce((sum, name) => sum + timeouts[name], 0)
  const delay = ({ system }: { system: AnySystem }) => within(boundOf(system).timeouts)
  return Object.assign(delay, { names, defaultMs: within(TIMEOUTS) })
}

/** The same where it depends on what the machine is at: which bound holds, by its kind. */
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
/** What the slots of a machine have to do, by their names in its chart. */
export type WorksOf<M> = {
  [Actor in ActorsOf<M> as unknown extends DoesOf<Actor['logic']> ? never : Actor['src']]: DoesOf<Actor['logic']>
}

/** Says what the slots of a machine do: all of them, and nothing else. */
export function fill<M extends AnyStateMachine>(machine: M, works: NoInfer<WorksOf<M>>): Filling {
  const actors = machine.implementations.actors as Record<string, { slot?: string }>
  return Object.fromEntries(
    Object.entries<unknown>(works).map(([name, work]) => [actors[name]?.slot ?? name, work] as const),
  )
}
