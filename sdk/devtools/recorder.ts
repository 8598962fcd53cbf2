/** Records the activity of the machines for display. It renders at most once per frame, regardless of the number of events. */
import type { AnyActorRef, InspectionEvent, StateValue } from 'xstate'
import type { Configuration, Latchkey } from '../index.ts'
import { isMachine, keyOf, type MachineSnapshot } from './actors.ts'
import { createSessionLog, type SessionLog } from './sessionLog.ts'
import { mergeEvents, recordedEventOf, type RecordedEvent } from './sequence.ts'

/** The maximum number of states per machine, of events in total, and of stopped machines. */
const LIMITS = { history: 200, events: 200, stopped: 30 } as const

/** A past state of a machine. */
export interface PastState {
  /** The index in the history of a machine, from 0. */
  index: number
  /** Milliseconds since the page was opened. */
  at: number
  value: StateValue
  context: unknown
  /** The event that caused it. */
  event: string
}

/** An actor in the tree. */
export interface ActorNode {
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
export interface Recording {
  tree: readonly ActorNode[]
  /** Stopped machines, the latest first. */
  stopped: readonly ActorNode[]
  events: readonly RecordedEvent[]
}

/** Records an instance. */
export interface Recorder {
  /** Logs the session for a recording that can be replayed. */
  log: SessionLog
  /** Restarts the instance, and logs the session from there. */
  restart(): void
  /** Ends the log of the session, which stays available. */
  stopSession(): void
  configuration: Configuration
  recording(): Recording
  /** The recorded states of a machine, oldest first. */
  history(key: string): readonly PastState[]
  subscribe(listener: () => void): () => void
  /** Stops the recording. */
  stop(): void
}

/** An actor and its descendants, in their current state. */
function nodesOf(ref: AnyActorRef, depth = 0): ActorNode[] {
  const snapshot: unknown = ref.getSnapshot()
  const machine = isMachine(snapshot) ? snapshot : undefined
  const key = keyOf(ref)
  const { systemId = ref.id } = ref as { systemId?: string }
  const node = { key, name: systemId, depth, machineId: machine?.machine.id, value: machine?.value, ref }
  const children = Object.values(machine?.children ?? {}).filter((child) => child !== undefined)
  // A feature's loader is shown only until the feature runs.
  if (node.machineId === 'loader' && children.length > 0) return children.flatMap((child) => nodesOf(child, depth))
  return [node, ...children.flatMap((child) => nodesOf(child, depth + 1))]
}

const isSameState = (state: PastState, { value, context }: MachineSnapshot): boolean =>
  state.context === context && JSON.stringify(state.value) === JSON.stringify(value)

/** More starts than any page needs. */
const MAX_STARTS = 20

/** Stops an instance completely, however often it was started, and starts it as often again. Does nothing if it does not run. */
function restartInstance(latchkey: Latchkey): void {
  if (latchkey.status() !== 'ready') return
  const root = latchkey.find('latchkey')
  const isStopped = () => latchkey.find('latchkey') !== root
  let stops = 0
  for (; stops < MAX_STARTS && !isStopped(); stops += 1) latchkey.stop()
  if (isStopped()) for (; stops > 0; stops -= 1) latchkey.start()
}

/** Starts the recording of an instance. If the instance has not started yet, its first event is included. */
export function createRecorder(
  latchkey: Latchkey,
  { schedule = (run: () => void): unknown => requestAnimationFrame(run), now = () => performance.now() } = {},
): Recorder {
  const historyByKey = new Map<string, PastState[]>()
  const nodesByKey = new Map<string, ActorNode>()
  const watchers = new Set<() => void>()
  let newEvents: RecordedEvent[] = []
  let count = 0
  let isScheduled = false
  let current: Recording = { tree: [], stopped: [], events: [] }

  const update = () => {
    // The placeholders of machines that are not loaded have no charts.
    const root = latchkey.status() === 'ready' ? latchkey.find('latchkey') : undefined
    const tree = root ? nodesOf(root as unknown as AnyActorRef) : []
    const runningKeys = new Set(tree.map(({ key }) => key))
    for (const node of tree)
      if (node.machineId !== undefined) {
        nodesByKey.delete(node.key)
        nodesByKey.set(node.key, node)
      }
    const stopped = [...nodesByKey.values()]
      .filter(({ key, machineId }) => !runningKeys.has(key) && machineId !== 'loader')
      .toReversed()
    for (const { key } of stopped.splice(LIMITS.stopped)) {
      nodesByKey.delete(key)
      historyByKey.delete(key)
    }
    current = {
      tree,
      stopped: stopped.map((node) => ({
        ...node,
        depth: 0,
        ref: undefined,
        value: historyByKey.get(node.key)?.at(-1)?.value,
      })),
      events: mergeEvents(current.events, newEvents, LIMITS.events),
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
  const recordState = ({ actorRef, event, snapshot }: Extract<InspectionEvent, { type: '@xstate.snapshot' }>) => {
    if (!isMachine(snapshot)) return
    const key = keyOf(actorRef)
    const history = historyByKey.get(key) ?? []
    historyByKey.set(key, history)
    const last = history.at(-1)
    if (last && isSameState(last, snapshot)) return
    const { value, context } = snapshot
    history.push({ index: (last?.index ?? -1) + 1, at: now(), value, context, event: event.type })
    if (history.length > LIMITS.history) history.shift()
    // An actor that started and stopped between two frames is recorded as well.
    if (!nodesByKey.has(key))
      nodesByKey.set(key, {
        key,
        name: key.split(' › ').at(-1) ?? key,
        depth: 0,
        machineId: snapshot.machine.id,
        value,
        ref: undefined,
      })
  }

  const log = createSessionLog()
  const uninspect = latchkey.inspect((inspected) => {
    log.inspect(inspected)
    if (inspected.type === '@xstate.event') {
      const entry = recordedEventOf(inspected, (count += 1), now())
      if (entry) newEvents.push(entry)
      // A hidden page draws no frames.
      if (newEvents.length > 2 * LIMITS.events) newEvents = newEvents.slice(-LIMITS.events)
    }
    if (inspected.type === '@xstate.snapshot') recordState(inspected)
    scheduleUpdate()
  })
  const unwatch = latchkey.watch('latchkey', scheduleUpdate)

  return {
    log,
    restart() {
      log.restart()
      restartInstance(latchkey)
      scheduleUpdate()
    },
    stopSession() {
      log.stop()
      scheduleUpdate()
    },
    configuration: latchkey.configuration,
    recording: () => current,
    history: (key) => [...(historyByKey.get(key) ?? [])],
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
