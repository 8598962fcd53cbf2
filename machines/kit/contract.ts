/**
 * A contract is the typed face of a machine: what a parent, another machine or a UI may rely on, and nothing of how
 * the machine works. A machine is written against its contract and handed on sealed to it, so that the type of a
 * parent does not swallow the types of all its children.
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

/** What a chart says about itself besides its states: shown by visualisers, checked by the chart tests. */
export interface ChartMeta {
  /** `service`: named, lives as long as the instance. `item`: one a thing. `flow`: one an attempt, ends with an output. */
  kind?: 'root' | 'service' | 'item' | 'flow'
  /** The statements of the specification that this machine or state carries out. */
  spec?: readonly string[]
}

/** What `setup({ types })` asks for, read off a contract. */
export interface TypesOf<C extends Contract> {
  meta: ChartMeta
  context: C['context']
  events: C['event']
  tags: TagOf<C>
  input: C['input']
  output: C['output']
  emitted: EmittedOf<C>
}

/** A moment of a machine, as its contract shows it. */
export type SnapshotOf<C extends Contract> = Snapshot<C['output']> & {
  readonly value: C['state']
  readonly context: C['context']
  hasTag(tag: TagOf<C>): boolean
  can(event: C['event']): boolean
}

/** A running machine, as its contract shows it. */
export type RefOf<C extends Contract> = ActorRef<SnapshotOf<C>, C['event'], EmittedOf<C>>

// oxlint-disable-next-line no-explicit-any
export type AnySystem = ActorSystem<any>

/** A machine that can be started, as its contract shows it. */
export type LogicOf<C extends Contract> = ActorLogic<SnapshotOf<C>, C['event'], C['input'], AnySystem, EmittedOf<C>>

type Keeps<C extends Contract, L extends AnyActorLogic> = [C['event']] extends [EventFromLogic<L>]
  ? [SnapshotFrom<L>] extends [{ context: C['context']; value: C['state'] }]
    ? [C['input']] extends [InputFrom<L>]
      ? unknown
      : { 'contract broken': 'input'; got: InputFrom<L> }
    : { 'contract broken': 'context or state'; got: SnapshotFrom<L> }
  : { 'contract broken': 'event'; got: EventFromLogic<L> }

/** Hands a machine on under its contract. `Keeps` checks that the cast is honest. */
export const seal =
  <C extends Contract>() =>
  <L extends AnyActorLogic>(logic: L & Keeps<C, L>): LogicOf<C> =>
    logic as unknown as LogicOf<C>
