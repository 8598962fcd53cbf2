/**
 * Logs a session so that it can be replayed: what the machines receive from outside, in order, and what follows from it. All of
 * it comes from XState's inspection.
 */
import type { ActorRefLike, AnyActorRef, AnyEventObject, InspectionEvent } from 'xstate'
import { isMachine, keyOf, statesOf } from './actors.ts'

/** The maximum number of steps of a recording. */
export const MAX_STEPS = 5_000

/** What the machines receive from outside. Actors are named by their keys. */
export type Input =
  | { kind: 'start' }
  /** An event from the app or the user (`page`), or from a running effect. */
  | { kind: 'event'; to: string; from: string; event: AnyEventObject }
  /** The result of an effect. */
  | { kind: 'output'; effect: string; output: unknown }
  | { kind: 'error'; effect: string; error: unknown }
  /** A delay that ended. */
  | { kind: 'timer'; from: string; to: string; type: string; delayMs: number }

/** What an effect sends while it starts or handles an event: it is part of the step. */
export interface Reaction {
  effect: string
  /** Counts the starts and the handled events of the effect in this step, from 0. */
  turn: number
  sent: { to: string; event: AnyEventObject }[]
  /** What the effect throws, in a list of at most one. */
  thrown: unknown[]
}

/** One input and its consequences. */
export interface LoggedStep {
  /** Milliseconds since the start, by the clock of the instance. */
  at: number
  input: Input
  reactions: Reaction[]
  /** The features that started with their code already loaded. */
  loaded: string[]
  /** The events between the actors, and the delays that began. */
  messages: string[]
  /** The times that the machines read, in milliseconds since the start. */
  reads: number[]
  /**
   * The states that changed, as JSON, and `null` for machines that are gone. `undefined` if the next input arrived before the
   * machines had handled this one: they are then part of the next step.
   */
  states: Record<string, string | null> | undefined
}

/** A logged session, from the start of an instance. */
export interface Session {
  root: AnyActorRef
  /** Milliseconds since 1970, by the clock of the instance. */
  startedAt: number
  steps: LoggedStep[]
}

/**
 * `recording`: the session is being logged. `waiting`: the instance has not started. `missed`: it started before the log, so the
 * session cannot be replayed. `stopped`: by the user. `full`: the maximum number of steps is reached.
 */
export type LogStatus = 'recording' | 'waiting' | 'missed' | 'stopped' | 'full'

export interface SessionLog {
  inspect(inspected: InspectionEvent): void
  status(): LogStatus
  /** The session, with its last step complete. */
  session(): Session | undefined
  /** Drops the session, and logs the next one. */
  restart(): void
  stop(): void
}

interface Timer {
  source: AnyActorRef
  event: AnyEventObject
  delay: number
}

const PROMISE_RESULT = /^xstate\.promise\.(?:resolve|reject)$/

/** The clock of an instance, which has the time as well. */
type Clock = AnyActorRef['system']['_clock'] & { now(): number }
const isEffect = (ref: ActorRefLike): boolean => !isMachine((ref as AnyActorRef).getSnapshot())
const isActive = (ref: ActorRefLike): boolean => (ref as AnyActorRef).getSnapshot()?.status === 'active'

/** Creates the log of an instance. It ends after the maximum number of steps. */
export function createSessionLog(maxSteps = MAX_STEPS): SessionLog {
  let status: LogStatus = 'waiting'
  let session: Session | undefined
  let rootId: string | undefined
  let now = () => 0
  let step: LoggedStep | undefined
  let knownStates = new Map<string, string>()
  let timers: readonly Timer[] = []
  /** The events that each actor has received but not yet handled. */
  let pending = new Map<ActorRefLike, AnyEventObject[]>()
  /** The effects that handle something now, the innermost last. */
  let activeEffects: { ref: ActorRefLike; turn: number }[] = []
  let turns = new Map<ActorRefLike, number>()
  let isScheduled = false

  /** Completes the current step. */
  function close() {
    pending = new Map()
    activeEffects = []
    if (!step || !session) return
    const closed = step
    step = undefined
    // A stopped root has no states.
    if (!isActive(session.root)) return
    const earlier = timers
    timers = Object.values(session.root.system.getSnapshot()._scheduledEvents)
    for (const timer of timers)
      if (!earlier.includes(timer)) closed.messages.push(`${keyOf(timer.source)} waits for ${timer.event.type}`)
    const states = statesOf(session.root)
    closed.states = {
      ...Object.fromEntries([...states].filter(([key, value]) => knownStates.get(key) !== value)),
      ...Object.fromEntries([...knownStates.keys()].filter((key) => !states.has(key)).map((key) => [key, null])),
    }
    knownStates = states
  }
  function begin(root: AnyActorRef, id: string) {
    const { system } = root
    const clock = system._clock as Clock
    const startedAt = clock.now()
    now = () => Math.max(0, clock.now() - startedAt)
    session = { root, startedAt, steps: [] }
    // XState does not report when a machine reads the time, which passes during a step.
    system._clock = Object.assign(Object.create(clock) as Clock, {
      now() {
        const time = clock.now()
        if (rootId === id) step?.reads.push(time - startedAt)
        return time
      },
    })
    rootId = id
    step = undefined
    knownStates = new Map()
    timers = []
    pending = new Map()
    activeEffects = []
    status = 'recording'
  }
  function addStep(input: Input) {
    if (!session) return
    // An observer of a machine can send an event before the machine has handled the previous one.
    if (pending.size === 0) close()
    if (session.steps.length >= maxSteps) {
      status = 'full'
      return
    }
    turns = new Map()
    step = { at: now(), input, reactions: [], loaded: [], messages: [], reads: [], states: undefined }
    session.steps.push(step)
    if (isScheduled) return
    isScheduled = true
    // Everything that follows from an input happens in the same task, also if an actor stops before it has handled an event.
    queueMicrotask(() => {
      isScheduled = false
      close()
    })
  }
  /** The reaction of an effect that handles something now. */
  function reactionOf({ ref, turn }: { ref: ActorRefLike; turn: number }): Reaction {
    const effect = keyOf(ref)
    const existing = step?.reactions.find((reaction) => reaction.effect === effect && reaction.turn === turn)
    if (existing) return existing
    const reaction: Reaction = { effect, turn, sent: [], thrown: [] }
    step?.reactions.push(reaction)
    return reaction
  }
  function receive(ref: ActorRefLike, event: AnyEventObject) {
    if (!isActive(ref)) return
    pending.set(ref, [...(pending.get(ref) ?? []), event])
    if (!isEffect(ref) || PROMISE_RESULT.test(event.type)) return
    const turn = turns.get(ref) ?? 0
    turns.set(ref, turn + 1)
    activeEffects.push({ ref, turn })
  }
  function handled(ref: ActorRefLike) {
    const [, ...rest] = pending.get(ref) ?? []
    if (rest.length > 0) pending.set(ref, rest)
    else pending.delete(ref)
    activeEffects = activeEffects.filter((active) => active.ref !== ref)
    if (pending.size === 0) close()
  }
  function addEvent(actorRef: ActorRefLike, sourceRef: ActorRefLike | undefined, event: AnyEventObject) {
    const to = keyOf(actorRef)
    const from = sourceRef ? keyOf(sourceRef) : 'page'
    const effect = sourceRef ? activeEffects.find(({ ref }) => ref === sourceRef) : activeEffects.at(-1)
    if (PROMISE_RESULT.test(event.type) && isEffect(actorRef))
      return addStep(
        event.type === 'xstate.promise.resolve'
          ? { kind: 'output', effect: to, output: event['data'] }
          : { kind: 'error', effect: to, error: event['data'] },
      )
    if (event.type === 'xstate.init') {
      if (!sourceRef) return addStep({ kind: 'start' })
      const input = event['input'] as { name?: unknown; isLoaded?: unknown } | undefined
      if (input?.isLoaded === true && typeof input.name === 'string') step?.loaded.push(input.name)
    } else if (!sourceRef || (isEffect(sourceRef) && !/^xstate\.(?:done|error)\.actor\./.test(event.type))) {
      if (effect) return void reactionOf(effect).sent.push({ to, event })
      return addStep({ kind: 'event', to, from, event })
    } else if (effect && event.type.startsWith('xstate.error.actor.')) {
      // The effect itself threw, instead of rejecting its promise. It handles nothing any more.
      reactionOf(effect).thrown.push(event['error'])
      activeEffects = activeEffects.filter(({ ref }) => ref !== sourceRef)
      pending.delete(sourceRef)
    } else if (!isEffect(sourceRef) && !pending.has(sourceRef)) {
      // A machine that handles nothing sends this event because a delay ended.
      const delayMs = timers.find((timer) => timer.source === sourceRef && timer.event === event)?.delay ?? 0
      return addStep({ kind: 'timer', from, to, type: event.type, delayMs })
    }
    step?.messages.push(`${from} → ${to}: ${event.type}`)
  }

  return {
    inspect(inspected) {
      const { actorRef, type } = inspected
      if (status === 'stopped') return
      const isRoot = (actorRef as AnyActorRef)._parent === undefined
      if (isRoot && (type === '@xstate.actor' || (type === '@xstate.event' && inspected.event.type === 'xstate.init')))
        if (inspected.rootId !== rootId) begin(actorRef as AnyActorRef, inspected.rootId)
      if (inspected.rootId !== rootId) {
        if (status === 'waiting') status = 'missed'
        return
      }
      if (status === 'full') return
      if (type === '@xstate.snapshot') handled(actorRef)
      if (type !== '@xstate.event') return
      addEvent(actorRef, inspected.sourceRef, inspected.event)
      receive(actorRef, inspected.event)
    },
    status: () => status,
    session() {
      close()
      return session
    },
    restart() {
      session = undefined
      rootId = undefined
      step = undefined
      status = 'waiting'
    },
    stop() {
      close()
      if (status === 'recording') status = 'stopped'
    },
  }
}
