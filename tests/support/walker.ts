/** Explores a chart: which states are reached, which waits end, and which actions get another event than they read. */
import {
  createActor,
  type AnyActor,
  type AnyActorLogic,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type ContextFrom,
  type EventFrom,
  type EventObject,
  type InputFrom,
  type InspectionEvent,
  type OutputFrom,
  type SnapshotFrom,
  type StateMachine,
} from 'xstate'
import { getAdjacencyMap } from 'xstate/graph'
import { TIMEOUTS } from '../../machines/constants.ts'
import { withImplementations } from '../../machines/core/implementations.ts'
import { isListener, isMachine, nodesOf, slotOf, type Invocation } from '../architecture/rules/charts.ts'
import { silent } from './run.ts'

// oxlint-disable-next-line no-explicit-any
type Any = any
type ActorsOf<M> =
  M extends StateMachine<Any, Any, Any, infer Actor, Any, Any, Any, Any, Any, Any, Any, Any, Any, Any> ? Actor : never
type OutputsOf<M> = { [Actor in ActorsOf<M> as Actor['src']]?: readonly OutputFrom<Actor['logic']>[] }

/** What an exploration passes to a machine, and what the machine may do. */
export interface Walk<M extends AnyStateMachine> {
  /** The inputs to start with; each is explored. */
  inputs?: readonly InputFrom<M>[]
  /** Commands and broadcast events with a payload. Those without one are found in the chart. */
  events?: readonly EventFrom<M>[]
  /** Events that no one sends in a state, for example with an id that is in use. */
  unless?: (event: EventFrom<M>, state: SnapshotFrom<M>) => boolean
  /** Children that it starts through the system, which does not exist in an exploration. */
  children?: readonly string[]
  /** Events that only the machine itself raises. */
  raised?: readonly EventFrom<M>['type'][]
  /** The possible outputs of an effect or an awaited machine; `undefined` by default. */
  answers?: OutputsOf<M>
  /** The possible errors, in addition to a generic one. */
  refusals?: { [Source in keyof OutputsOf<M>]?: readonly unknown[] }
  /** The parts of the context that distinguish states, in addition to which parts are set. */
  tells?: (context: ContextFrom<M>) => unknown
  /** Parts of the context that do not distinguish states, if all their combinations would take too long. */
  ignores?: readonly (keyof ContextFrom<M>)[]
  /** The maximum time that a state is busy without answers. */
  boundMs?: number
  /** States without a way out, by `value`, and the reason for each. */
  lasting?: Readonly<Record<string, string>>
}
type AnyWalk = Walk<AnyStateMachine>

interface Step {
  event: EventObject
  state: AnyMachineSnapshot
}
interface Moment {
  state: AnyMachineSnapshot
  transitions: Readonly<Record<string, Step>>
}

/** The time at which each exploration starts, which is that of the pairing's fixtures. */
export const START = 1_700_000_000_000
const BOUND_MS = 600_000
const LIMIT = 200_000
/** At most this many snapshots of a state are replayed: those with the shortest paths. */
const RUNS = 20

/** A clock whose timers fire one by one, each at its own time. */
class StepClock {
  time = START
  private readonly timers = new Map<number, { at: number; run: () => void }>()
  private ids = 0
  now = () => this.time
  setTimeout = (run: () => void, ms: number) => {
    this.ids += 1
    this.timers.set(this.ids, { at: this.time + ms, run })
    return this.ids
  }
  clearTimeout = (id: number) => void this.timers.delete(id)
  /** Advances to the next timer; returns false if there is none. */
  next(): boolean {
    const [id, timer] = [...this.timers].toSorted(([, one], [, other]) => one.at - other.at)[0] ?? []
    if (id === undefined || !timer) return false
    this.timers.delete(id)
    this.time = timer.at
    timer.run()
    return true
  }
}

const valueOf = ({ value }: AnyMachineSnapshot): string =>
  typeof value === 'string' ? value : JSON.stringify(value).replaceAll('"', '')
const isOver = ({ status }: AnyMachineSnapshot) => status !== 'active'
/** The child whose end an event reports. */
const childOf = ({ type }: EventObject): string | undefined => /^xstate\.(?:done|error)\.actor\.(.*)$/.exec(type)?.[1]
const isTimer = ({ type }: EventObject) => type.startsWith('xstate.after.')
const nodesIn = (state: AnyMachineSnapshot) => state._nodes as AnyStateNode[]

const invocationsIn = (state: AnyMachineSnapshot) =>
  nodesIn(state).flatMap((node) => node.invoke.map((invoke) => ({ invoke, logic: slotOf(node, invoke) })))

/** Whether the chart says so, or an effect or a machine must end. Listeners do not count. */
const isBusy = (state: AnyMachineSnapshot): boolean =>
  !isOver(state) &&
  (state.hasTag('busy') ||
    invocationsIn(state).some(({ invoke, logic }) => (isMachine(logic) ? invoke.onDone : !isListener(logic))))

/** The part of a value that distinguishes snapshots: whether it is set, and whether it has more than one entry. */
const shapeOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Math.min(Object.keys(value).length, 2) : Boolean(value)
const keyOfEvent = (event: EventObject) =>
  JSON.stringify(event, (_, value: unknown) =>
    value instanceof Error
      ? Object.assign({ message: value.message }, value)
      : typeof value === 'bigint'
        ? `${value}n`
        : value,
  )

const hears = (state: AnyMachineSnapshot, type: string): boolean =>
  nodesIn(state).some(({ ownEvents }) =>
    ownEvents.some((known) => known === type || (known.endsWith('*') && type.startsWith(known.slice(0, -1)))),
  )

/** The events with which an invocation may end. */
function endings(
  { invoke, logic }: { invoke: Invocation; logic: AnyActorLogic | undefined },
  { answers = {}, refusals = {} }: AnyWalk,
): EventObject[] {
  const { id, onDone, onError } = invoke
  const src = invoke.src as string
  const listens = isListener(logic)
  // A service that a root starts does not end. The crash of one is among the exploration's events.
  if (isMachine(logic) && onDone === undefined && onError === undefined) return []
  const outputs = (answers as Record<string, readonly unknown[]>)[src] ?? [undefined]
  const errors = (refusals as Record<string, readonly unknown[]>)[src] ?? []
  return [
    ...(listens ? [] : outputs.map((output) => ({ type: `xstate.done.actor.${id}`, output }))),
    ...[new Error('refused'), ...errors].map((error) => ({ type: `xstate.error.actor.${id}`, error })),
  ]
}

/** The pure part of an exploration: a machine that is never started, and every step that it could take. */
class Scout {
  readonly passed = new Set<string>()
  readonly faults = new Set<string>()
  readonly start: AnyMachineSnapshot
  private readonly machine: AnyStateMachine
  private readonly walk: AnyWalk
  private readonly clock = new StepClock()
  private readonly times = new WeakMap<AnyMachineSnapshot, number>()
  private readonly keys = new WeakMap<AnyMachineSnapshot, string>()
  /** The children that have ended although the state that started them is still active. */
  private readonly ended = new WeakMap<AnyMachineSnapshot, ReadonlySet<unknown>>()
  private readonly scope: Any
  private at: AnyMachineSnapshot

  constructor(machine: AnyStateMachine, walk: AnyWalk, input: unknown) {
    this.machine = machine
    this.walk = walk
    const self = createActor(machine, {
      clock: this.clock,
      input,
      inspect: (event: InspectionEvent) => this.note(event),
    } as never)
    this.start = self.getSnapshot() as AnyMachineSnapshot
    this.at = this.start
    if ((this.start.status as string) === 'error') throw this.start.error
    this.pass(nodesIn(this.start))
    // Names are never in use and every other machine exists, so commands are resolved but not delivered.
    Object.assign(self.system, { _set: () => {}, get: (name: string) => this.actorAt(name) })
    self.getSnapshot = () => this.at as never
    const nothing = () => {}
    const inert = { defer: nothing, stopChild: nothing, emit: nothing, actionExecutor: nothing, logger: nothing }
    this.scope = { self, id: self.id, sessionId: self.sessionId, system: self.system, ...inert }
  }

  /** The actor with a name: a child if the machine starts children of that kind, or else any recipient. */
  private actorAt(name: string) {
    const [kind = name] = name.split(':')
    if (!(kind in this.machine.implementations.actors)) return this.scope.self as unknown
    return Object.values(this.at.children).find((child) => (child as AnyActor | undefined)?.systemId === name)
  }

  private pass(nodes: readonly AnyStateNode[]) {
    for (const { id, parent } of nodes) {
      this.passed.add(id)
      if (parent) this.pass([parent])
    }
  }

  /** Transient states appear in no snapshot, only as the source of a microstep. */
  private note(event: InspectionEvent) {
    if (event.type !== '@xstate.microstep') return
    this.pass(event._transitions.map(({ source }) => source))
    this.pass(nodesIn(event.snapshot as AnyMachineSnapshot) ?? [])
  }

  /** The timers of a state, the shortest first. */
  private timers(state: AnyMachineSnapshot) {
    this.clock.time = this.times.get(state) ?? START
    return nodesIn(state)
      .flatMap(({ after }) => after)
      .map(({ delay, eventType }) => {
        const known: unknown = typeof delay === 'string' ? this.machine.implementations.delays[delay] : delay
        const ms = typeof known === 'function' ? known({ context: state.context, system: this.scope.system }) : known
        return { ms: Number(ms), event: { type: eventType } }
      })
      .toSorted((one, other) => one.ms - other.ms)
  }

  /** The machine's state, and which parts of its context are set, without their texts. */
  readonly keyOf = (state: AnyMachineSnapshot): string => {
    const known = this.keys.get(state)
    if (known !== undefined) return known
    const ignored: ReadonlySet<string> = new Set(this.walk.ignores as readonly string[] | undefined)
    const parts = Object.entries(state.context as object).filter(([name]) => !ignored.has(name))
    const shape = parts.map(([, part]) => shapeOf(part))
    const waited = this.waited(state).map(({ invoke }) => invoke.id)
    const key = JSON.stringify([state.status, state.value, shape, this.walk.tells?.(state.context), waited])
    this.keys.set(state, key)
    return key
  }

  /** A child was started and has not ended yet. */
  private goesOn(state: AnyMachineSnapshot, id: string): boolean {
    return state.children[id] !== undefined && !this.ended.get(state)?.has(state.children[id])
  }

  private waited(state: AnyMachineSnapshot) {
    return invocationsIn(state).filter(({ invoke }) => this.goesOn(state, invoke.id))
  }

  /** Whether an event is possible: it is handled, and its child is still active. */
  private comes(state: AnyMachineSnapshot, event: EventObject): boolean {
    const child = childOf(event)
    const { unless, children = [] } = this.walk
    const lives = child === undefined || children.includes(child) || this.goesOn(state, child)
    return hears(state, event.type) && lives && !unless?.(event, state)
  }

  events(state: AnyMachineSnapshot): EventObject[] {
    if (isOver(state)) return []
    const { events = [], raised = [] } = this.walk
    const given = new Set<string>([...raised, ...events.map(({ type }) => type)])
    const own = new Set(nodesIn(state).flatMap(({ ownEvents }) => ownEvents))
    const bare = [...own].filter((type) => !given.has(type) && !/^xstate\.|\*/.test(type))
    const [timer] = this.timers(state)
    return [
      ...bare.map((type) => ({ type })),
      ...events.filter((event) => this.comes(state, event)),
      ...this.waited(state).flatMap((one) => endings(one, this.walk)),
      ...(timer ? [timer.event] : []),
    ]
  }

  step(state: AnyMachineSnapshot, event: EventObject): AnyMachineSnapshot {
    const fails = (error: unknown) => this.faults.add(`fails in ${valueOf(state)} on ${event.type}: ${String(error)}`)
    const time = (this.times.get(state) ?? START) + (isTimer(event) ? (this.timers(state)[0]?.ms ?? 0) : 0)
    this.clock.time = time
    this.at = state
    try {
      const next: AnyMachineSnapshot = this.machine.transition(state as never, event as never, this.scope)
      if ((next.status as string) === 'error') fails(next.error)
      if (next !== state) {
        this.times.set(next, time)
        this.ended.set(next, new Set([...(this.ended.get(state) ?? []), state.children[childOf(event) ?? '']]))
      }
      return next
    } catch (error) {
      fails(error)
      return state
    }
  }
}

/** Snapshots from which no event leads to another state, or, in a machine with an end, to the end. */
function stuck(graph: ReadonlyMap<string, Moment>, keyOf: (state: AnyMachineSnapshot) => string): AnyMachineSnapshot[] {
  const moments = [...graph.values()]
  const ends = moments.some(({ state }) => isOver(state))
  const free = new Set<string>()
  const isFree = ({ state, transitions }: Moment) =>
    isOver(state) ||
    Object.values(transitions).some(
      ({ state: next }) => free.has(keyOf(next)) || (ends ? isOver(next) : valueOf(next) !== valueOf(state)),
    )
  for (let size = -1; size < free.size;) {
    size = free.size
    for (const [key, moment] of graph) if (isFree(moment)) free.add(key)
  }
  return [...graph].filter(([key]) => !free.has(key)).map(([, { state }]) => state)
}

/** The shortest path to each snapshot. */
function waysThrough(graph: ReadonlyMap<string, Moment>, start: string, keyOf: (state: AnyMachineSnapshot) => string) {
  const ways = new Map<string, readonly Step[]>([[start, []]])
  for (const [key, steps] of ways)
    for (const step of Object.values(graph.get(key)?.transitions ?? {})) {
      const to = keyOf(step.state)
      if (!ways.has(to)) ways.set(to, [...steps, step])
    }
  return ways
}

/** Replays a path on a running machine whose effects answer only what the path contains. */
function replay(machine: AnyStateMachine, input: unknown, steps: readonly Step[]) {
  const clock = new StepClock()
  let heard = ''
  // A child that acts on its own leads to another state than the isolated step.
  let strayed = false
  const inspect = (event: InspectionEvent) => {
    if (event.type !== '@xstate.event' || event.actorRef !== actor) return
    heard = event.event.type
    strayed ||= event.sourceRef !== undefined && event.sourceRef !== actor
  }
  const logic = withImplementations(machine, silent(machine), TIMEOUTS)
  const actor = createActor(logic, { input, clock, inspect } as never)
  const errors: unknown[] = []
  actor.subscribe({ error: (error) => void errors.push(error) })
  actor.start()
  for (const { event } of steps) {
    heard = ''
    if (isTimer(event)) while (heard !== event.type && clock.next());
    else actor.send(event as never)
  }
  return { actor, clock, errors, strayed, snapshot: () => actor.getSnapshot() as AnyMachineSnapshot }
}

/** From here on nothing answers: a busy state must end by its timers. */
function boundFaults({ actor, clock, snapshot }: ReturnType<typeof replay>, boundMs: number): string[] {
  const there = valueOf(snapshot())
  const since = clock.time
  while (isBusy(snapshot()) && clock.time - since <= boundMs && clock.next());
  const endless = isBusy(snapshot()) || clock.time - since > boundMs
  actor.stop()
  return endless ? [`busy without a bound in ${there}`] : []
}

/** The faults of a chart, one sentence each. */
export function walk<M extends AnyStateMachine>(machine: M, given: Walk<M>): string[] {
  const { inputs = [undefined], boundMs = BOUND_MS, lasting = {} } = given as unknown as AnyWalk
  const faults = new Set<string>()
  const passed = new Set<string>()
  const rests = new Set<string>()
  const values = new Set<string>()
  for (const input of inputs) {
    const scout = new Scout(machine, given as unknown as AnyWalk, input)
    const { keyOf } = scout
    const graph = new Map<string, Moment>(
      Object.entries(
        getAdjacencyMap(
          { transition: (state: AnyMachineSnapshot, event: EventObject) => scout.step(state, event) } as never,
          {
            fromState: scout.start,
            events: (state: AnyMachineSnapshot) => scout.events(state),
            serializeState: keyOf,
            serializeEvent: keyOfEvent,
            limit: LIMIT,
          } as never,
        ) as unknown as Record<string, Moment>,
      ),
    )
    for (const id of scout.passed) passed.add(id)
    for (const fault of scout.faults) faults.add(fault)
    for (const state of stuck(graph, keyOf)) rests.add(valueOf(state))
    for (const { state } of graph.values()) values.add(valueOf(state))
    const runs = new Map<string, number>()
    for (const [key, steps] of waysThrough(graph, keyOf(scout.start), keyOf)) {
      const there = valueOf(graph.get(key)?.state ?? scout.start)
      const run = (runs.get(there) ?? 0) + 1
      runs.set(there, run)
      if (run > RUNS) continue
      const running = replay(machine, input, steps)
      const here = valueOf(running.snapshot())
      const after = `after ${steps.map(({ event }) => event.type).join(', ')}`
      if (here !== there && !running.strayed) faults.add(`is in ${here}, not in ${there}, ${after}`)
      for (const fault of boundFaults(running, boundMs)) faults.add(fault)
      // If the isolated step fails, that fault is already reported.
      if (scout.faults.size === 0) for (const error of running.errors) faults.add(`fails ${after}: ${String(error)}`)
    }
  }
  for (const { id } of nodesOf(machine)) if (!passed.has(id)) faults.add(`never reaches ${id}`)
  if (values.size > 1) for (const value of rests) if (!(value in lasting)) faults.add(`stuck in ${value}`)
  for (const value of Object.keys(lasting)) if (!rests.has(value)) faults.add(`leaves ${value}, which is to last`)
  return [...faults]
}
