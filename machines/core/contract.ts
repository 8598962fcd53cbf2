/**
 * A contract is the public type of a machine: what a parent, another machine or a UI may rely on, without implementation details.
 * A machine is typed by its contract and exported through `withContract`. This keeps the types of its children out of the type of its
 * parent.
 */
import type {
  ActorLogic,
  ActorRef,
  ActorSystem,
  AnyActorLogic,
  EventFromLogic,
  EventObject,
  InputFrom,
  Snapshot,
  SnapshotFrom,
  StateValue,
} from 'xstate'

export interface Contract {
  context: object
  event: EventObject
  state: StateValue
  tag?: string
  input?: unknown
  output?: unknown
  emitted?: EventObject
}

type EmittedOf<C extends Contract> = C['emitted'] extends EventObject ? C['emitted'] : EventObject
type TagOf<C extends Contract> = C['tag'] extends string ? C['tag'] : string

/** Chart metadata beyond the states. Visualizers show it, and the chart tests check it. */
export interface ChartMeta {
  /**
   * `service`: a named actor that lives as long as the instance or the active account. `item`: one actor per entity. `flow`: one
   * actor per attempt, which ends with an outcome.
   */
  kind?: 'root' | 'service' | 'item' | 'flow'
  /** The ids of the requirements in the specification that this machine or state implements. */
  spec?: readonly string[]
}

/** The argument of `setup({ types })`, derived from a contract. */
export interface SetupTypes<C extends Contract> {
  meta: ChartMeta
  context: C['context']
  events: C['event']
  tags: TagOf<C>
  input: C['input']
  output: C['output']
  emitted: EmittedOf<C>
}

/** A snapshot of a machine, typed by its contract. */
export type SnapshotOf<C extends Contract> = Snapshot<C['output']> & {
  readonly value: C['state']
  readonly context: C['context']
  hasTag(tag: TagOf<C>): boolean
  can(event: C['event']): boolean
}

/** A reference to a running machine, typed by its contract. */
export type RefOf<C extends Contract> = ActorRef<SnapshotOf<C>, C['event'], EmittedOf<C>>

// oxlint-disable-next-line no-explicit-any
export type AnySystem = ActorSystem<any>

/** The logic of a machine, typed by its contract. */
export type LogicOf<C extends Contract> = ActorLogic<SnapshotOf<C>, C['event'], C['input'], AnySystem, EmittedOf<C>>

type Fulfills<C extends Contract, L extends AnyActorLogic> = [C['event']] extends [EventFromLogic<L>]
  ? [SnapshotFrom<L>] extends [{ context: C['context']; value: C['state'] }]
    ? [C['input']] extends [InputFrom<L>]
      ? unknown
      : { 'contract broken': 'input'; got: InputFrom<L> }
    : { 'contract broken': 'context or state'; got: SnapshotFrom<L> }
  : { 'contract broken': 'event'; got: EventFromLogic<L> }

/** Exports a machine under its contract. `Fulfills` checks at compile time that the machine fulfills it. */
export const withContract =
  <C extends Contract>() =>
  <L extends AnyActorLogic>(logic: L & Fulfills<C, L>): LogicOf<C> =>
    logic as unknown as LogicOf<C>
