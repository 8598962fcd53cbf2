/** Records the activity of the machines for display. It renders at most once per frame, regardless of the number of events. */
import type { ActorRefLike, AnyActorRef, InspectionEvent, StateValue } from 'xstate'
import type { Latchkey } from '../index.ts'
import { mergeEvents, passedOf, type Passed } from './sequence.ts'

/** The maximum number of kept moments per machine, of events in total, and of stopped machines. */
const LIMITS = { moments: 200, passed: 200, gone: 30 } as const

/** A past state of a machine. */
export interface Moment {
  /** The index among a machine's moments, from 0. */
  index: number
  /** Milliseconds since the page was opened. */
  at: number
  value: StateValue
  context: unknown
  /** The event that caused it. */
  event: string
}

/** An actor in the tree. */
export interface Twig {
  /** Its name in the system, else its parent's key and its own name. */
  key: string
  /** Its name below its parent. */
  name: string
  depth: number
  /** The machine's id; other actors, such as promises, have none. */
  machineId: string | undefined
  value: StateValue | undefined
  /** `undefined` after it has stopped. */
  ref: AnyActorRef | undefined
}

/** The data to show. */
export interface Picture {
  tree: readonly Twig[]
  /** Stopped machines, the latest first. */
  gone: readonly Twig[]
  passed: readonly Passed[]
}

/** Records an instance. */
export interface Recorder {
  picture(): Picture
  /** The kept moments of a machine, oldest first. */
  moments(key: string): readonly Moment[]
  subscribe(listener: () => void): () => void
  /** Stops the recording. */
  stop(): void
}

interface MachineSnapshot {
  value: StateValue
  context: unknown
  machine: { id: string }
  children: Record<string, AnyActorRef | undefined>
}
const isMachine = (snapshot: unknown): snapshot is MachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && 'machine' in snapshot && 'children' in snapshot

const keyOf = (ref: ActorRefLike | AnyActorRef): string => {
  const { systemId, _parent, id } = ref as AnyActorRef & { systemId?: string }
  return systemId ?? (_parent ? `${keyOf(_parent)} › ${id}` : id)
}

/** An actor and its descendants, in their current state. */
function twigs(ref: AnyActorRef, depth = 0): Twig[] {
  const snapshot: unknown = ref.getSnapshot()
  const machine = isMachine(snapshot) ? snapshot : undefined
  const key = keyOf(ref)
  const { systemId = ref.id } = ref as { systemId?: string }
  const twig = { key, name: systemId, depth, machineId: machine?.machine.id, value: machine?.value, ref }
  const children = Object.values(machine?.children ?? {}).filter((child) => child !== undefined)
  // A feature's loader is shown only until the feature runs.
  if (twig.machineId === 'loader' && children.length > 0) return children.flatMap((child) => twigs(child, depth))
  return [twig, ...children.flatMap((child) => twigs(child, depth + 1))]
}

const isSameMoment = (moment: Moment, { value, context }: MachineSnapshot): boolean =>
  moment.context === context && JSON.stringify(moment.value) === JSON.stringify(value)

/** Starts the recording of an instance. If the instance has not started yet, its first event is included. */
export function createRecorder(
  latchkey: Latchkey,
  { schedule = (run: () => void): unknown => requestAnimationFrame(run), now = () => performance.now() } = {},
): Recorder {
  const momentsByKey = new Map<string, Moment[]>()
  const twigsByKey = new Map<string, Twig>()
  const watchers = new Set<() => void>()
  let newEvents: Passed[] = []
  let count = 0
  let isScheduled = false
  let current: Picture = { tree: [], gone: [], passed: [] }

  const update = () => {
    // The placeholders of machines that are not loaded have no charts.
    const root = latchkey.status() === 'ready' ? latchkey.find('latchkey') : undefined
    const tree = root ? twigs(root as unknown as AnyActorRef) : []
    const runningKeys = new Set(tree.map(({ key }) => key))
    for (const twig of tree)
      if (twig.machineId !== undefined) {
        twigsByKey.delete(twig.key)
        twigsByKey.set(twig.key, twig)
      }
    const stopped = [...twigsByKey.values()]
      .filter(({ key, machineId }) => !runningKeys.has(key) && machineId !== 'loader')
      .toReversed()
    for (const { key } of stopped.splice(LIMITS.gone)) {
      twigsByKey.delete(key)
      momentsByKey.delete(key)
    }
    current = {
      tree,
      gone: stopped.map((twig) => ({
        ...twig,
        depth: 0,
        ref: undefined,
        value: momentsByKey.get(twig.key)?.at(-1)?.value,
      })),
      passed: mergeEvents(current.passed, newEvents, LIMITS.passed),
    }
    newEvents = []
  }
  const scheduleUpdate = () => {
    if (isScheduled) return
    isScheduled = true
    schedule(() => {
      isScheduled = false
      update()
      for (const listener of watchers) listener()
    })
  }
  const recordMoment = ({ actorRef, event, snapshot }: Extract<InspectionEvent, { type: '@xstate.snapshot' }>) => {
    if (!isMachine(snapshot)) return
    const key = keyOf(actorRef)
    const moments = momentsByKey.get(key) ?? []
    momentsByKey.set(key, moments)
    const last = moments.at(-1)
    if (last && isSameMoment(last, snapshot)) return
    const { value, context } = snapshot
    moments.push({ index: (last?.index ?? -1) + 1, at: now(), value, context, event: event.type })
    if (moments.length > LIMITS.moments) moments.shift()
    // An actor that started and stopped between two frames is recorded as well.
    if (!twigsByKey.has(key))
      twigsByKey.set(key, {
        key,
        name: key.split(' › ').at(-1) ?? key,
        depth: 0,
        machineId: snapshot.machine.id,
        value,
        ref: undefined,
      })
  }

  const uninspect = latchkey.inspect((inspected) => {
    if (inspected.type === '@xstate.event') {
      const entry = passedOf(inspected, (count += 1), now())
      if (entry) newEvents.push(entry)
      // A hidden page draws no frames.
      if (newEvents.length > 2 * LIMITS.passed) newEvents = newEvents.slice(-LIMITS.passed)
    }
    if (inspected.type === '@xstate.snapshot') recordMoment(inspected)
    scheduleUpdate()
  })
  const unwatch = latchkey.watch('latchkey', scheduleUpdate)

  return {
    picture: () => current,
    moments: (key) => [...(momentsByKey.get(key) ?? [])],
    subscribe(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    stop() {
      uninspect()
      unwatch()
      watchers.clear()
    },
  }
}
