/** Replays a recording: the same machines receive the recorded inputs. Effects return what was recorded, and do nothing else. */
import { createActor, type AnyActorLogic, type AnyActorRef, type AnyEventObject, type AnyStateMachine } from 'xstate'
import { configureFeatures, type AnyFeature } from '../../../machines/core/feature.ts'
import { setFeatureLogic, systemConfigurationOf, withImplementations } from '../../../machines/core/implementations.ts'
import { latchkeyMachine } from '../../../machines/core/latchkey.machine.ts'
import { ROOT } from '../../../machines/core/messaging.ts'
import { featuresOf } from '../../instance/features.ts'
import { findActor, keyOf, statesOf } from '../actors.ts'
import { createSessionLog } from '../sessionLog.ts'
import { RecordingError, type RecordedStep, type Recording } from './recording.schemas.ts'

/** Where a replay differs from its recording. */
export interface Difference {
  /** The index of the step, from 0. */
  step: number
  /** What the step delivers, such as `send.submit to send`. */
  input: string
  /** The machines whose states differ, with the states as text; `undefined` for a machine that does not run. */
  states: readonly { actor: string; recorded: string | undefined; replayed: string | undefined }[]
  /** Events between actors, and delays, that only the recording has, such as `send → requests: requests.submit`. */
  missing: readonly string[]
  /** Events between actors, and delays, that only the replay has. */
  added: readonly string[]
  /** Why the input could not be delivered, or how else the step differs. */
  reasons: readonly string[]
}

/** A recording that is replayed step by step. */
export interface Replay {
  readonly recording: Recording
  /** The number of replayed steps. */
  position(): number
  /** Replays up to a number of steps. An earlier position starts from the beginning, with the same result. */
  goTo(position: number): void
  /** The difference of a step that was replayed; `undefined` if there is none. */
  differenceAt(step: number): Difference | undefined
  /** The first difference of the steps that were replayed. */
  firstDifference(): Difference | undefined
  /** The states of the running machines, as JSON, by name. */
  states(): ReadonlyMap<string, string>
  /** The snapshot of an actor, by its name; `undefined` if it does not run. */
  snapshotOf(name: string): unknown
}

export interface ReplayOptions {
  /** Machines to use instead of Latchkey's, by the names of their features, such as `send`. */
  machines?: Readonly<Record<string, AnyStateMachine>>
}

/** Describes an input: `send.submit to send`, `result of network › switchNetwork`. */
export function inputText({ input }: RecordedStep): string {
  switch (input.kind) {
    case 'event':
      return `${input.event.type} to ${input.to}`
    case 'output':
      return `result of ${input.effect}`
    case 'error':
      return `error of ${input.effect}`
    case 'timer':
      return `${input.type} to ${input.to}`
    default:
      return 'start'
  }
}

/** Loads the machines for a recording, and returns its replay before the first step. */
export async function loadReplay(recording: Recording, { machines = {} }: ReplayOptions = {}): Promise<Replay> {
  const features = featuresOf(recording.configuration.namespaces)
  const logics = new Map<string, AnyActorLogic>(
    await Promise.all(
      features.map(async (feature): Promise<[string, AnyActorLogic]> => [
        feature.name,
        machines[feature.name] ?? (await feature.load()),
      ]),
    ),
  )
  const root = machines[ROOT] ?? latchkeyMachine
  let run = startRun()
  let position = 0
  /** Of the steps that were replayed once: they stay the same. */
  const differences: (Difference | undefined)[] = []

  function startRun(): Run {
    try {
      return createRun(recording, { features, logics, root })
    } catch (cause) {
      throw new RecordingError('The settings of the recording cannot be used.', { cause })
    }
  }
  return {
    recording,
    position: () => position,
    goTo(target) {
      if (target < position) {
        run.stop()
        run = startRun()
        position = 0
      }
      for (; position < Math.min(target, recording.steps.length); position += 1) differences[position] = run.next()
    },
    differenceAt: (step) => differences[step],
    firstDifference: () => differences.find((difference) => difference !== undefined),
    states: () => run.states(),
    snapshotOf: (name) => run.find(name)?.getSnapshot(),
  }
}

interface Run {
  /** Replays the next step. Returns how it differs from the recording. */
  next(): Difference | undefined
  find(key: string): AnyActorRef | undefined
  states(): ReadonlyMap<string, string>
  stop(): void
}

function createRun(
  { configuration, timeouts, startedAt, steps }: Recording,
  {
    features,
    logics,
    root: rootLogic,
  }: { features: readonly AnyFeature[]; logics: ReadonlyMap<string, AnyActorLogic>; root: AnyStateMachine },
): Run {
  let index = 0
  let readCount = 0
  let step: RecordedStep | undefined
  let reasons: string[] = []
  /** Counts the starts and the handled events of each effect in this step. */
  let turns = new Map<string, number>()
  const expected = new Map<string, string>()
  /** The recorded events between actors, and those of the replay, since states were compared. */
  let recordedMessages: string[] = []
  let replayedMessages: string[] = []
  /** The number of steps since then. */
  let stepCount = 0

  // Delays end only where the recording says so.
  const clock = { now: () => startedAt + (step?.at ?? 0), setTimeout: () => 0, clearTimeout: () => {} }
  const log = createSessionLog()
  const actor: AnyActorRef = createActor(
    withImplementations(
      rootLogic,
      new Proxy({}, { get: () => effect }),
      timeouts,
      configureFeatures(
        features.map((feature) => (feature.logic ? { ...feature, logic: logics.get(feature.name) as never } : feature)),
        configuration,
      ),
    ),
    { systemId: ROOT, input: { configuration }, clock, inspect: (event) => log.inspect(event) },
  )
  /** The machines read the recorded times. */
  const machineClock = {
    ...clock,
    now() {
      const time = step?.reads[readCount]
      readCount += 1
      return time === undefined ? clock.now() : startedAt + time
    },
  }
  actor.system._clock = machineClock
  // Without an observer, XState throws the error of a crashed root in a later task.
  actor.subscribe({ error: (error) => reasons.push(`the root crashed: ${String(error)}`) })
  const find = (key: string) => findActor(actor, key)

  function deliver(to: string, event: AnyEventObject) {
    const target = find(to)
    if (target) target.send(event)
    else reasons.push(`${to} is not running`)
  }
  /** What an effect does while it starts or handles an event. */
  function react(self: AnyActorRef) {
    const key = keyOf(self)
    const turn = turns.get(key) ?? 0
    turns.set(key, turn + 1)
    const reaction = step?.reactions.find((each) => each.effect === key && each.turn === turn)
    for (const { to, event } of reaction?.sent ?? []) deliver(to, event)
    for (const error of reaction?.thrown ?? []) throw error
  }
  /** Every effect. Its results are steps of the recording. */
  function effect({ self, receive }: { self: AnyActorRef; receive?: (handle: () => void) => void }) {
    react(self)
    receive?.(() => react(self))
    return receive ? undefined : new Promise(() => {})
  }
  const load = (name: string) => {
    const logic = logics.get(name)
    if (
      logic &&
      systemConfigurationOf(actor.system).features.some((feature) => feature.name === name && !feature.logic)
    )
      setFeatureLogic(actor.system, name, logic)
  }
  function settle(key: string, event: AnyEventObject) {
    const target: unknown = find(key)
    const { logic, options } = Object(target) as { logic?: object; options?: { input?: { name?: unknown } } }
    // The effect that loads a feature also adds its code to the system.
    if (Reflect.get(Object(logic), 'implementationName') === 'loader.load') load(String(options?.input?.name))
    deliver(key, event)
  }
  function endDelay({ from, to, type, delayMs }: Extract<RecordedStep['input'], { kind: 'timer' }>) {
    const timer = Object.values(actor.system.getSnapshot()._scheduledEvents).find(
      ({ source, target, event }) => keyOf(source) === from && keyOf(target) === to && event.type === type,
    )
    if (!timer) return void reasons.push(`${from} does not wait for ${type}`)
    if (timer.delay !== delayMs) reasons.push(`the delay of ${type} is ${timer.delay} ms, and was ${delayMs} ms`)
    actor.system.scheduler.cancel(timer.source, timer.id)
    timer.target.send(timer.event)
  }
  function run({ input, loaded }: RecordedStep) {
    for (const name of loaded) load(name)
    if (input.kind === 'start') actor.start()
    else if (input.kind === 'event') deliver(input.to, input.event)
    else if (input.kind === 'output') settle(input.effect, { type: 'xstate.promise.resolve', data: input.output })
    else if (input.kind === 'error') settle(input.effect, { type: 'xstate.promise.reject', data: input.error })
    else endDelay(input)
  }

  return {
    find,
    states: () => statesOf(actor),
    stop: () => actor.stop(),
    next() {
      const current = steps[index]
      if (!current) return undefined
      step = current
      reasons = []
      turns = new Map()
      const from = log.session()?.steps.length ?? 0
      readCount = 0
      run(current)
      recordedMessages.push(...current.messages)
      replayedMessages.push(...(log.session()?.steps.slice(from) ?? []).flatMap(({ messages }) => messages))
      for (const [key, state] of Object.entries(current.states ?? {}))
        if (state === null) expected.delete(key)
        else expected.set(key, JSON.stringify(state))
      stepCount += 1
      const difference = { step: index, input: inputText(current), ...compare(current.states !== undefined), reasons }
      index += 1
      const isSame =
        difference.states.length + difference.missing.length + difference.added.length + reasons.length === 0
      return isSame ? undefined : difference
    },
  }

  /** Compares the states and the events so far. Without recorded states, the next step is compared instead. */
  function compare(hasStates: boolean): Pick<Difference, 'states' | 'missing' | 'added'> {
    if (!hasStates) return { states: [], missing: [], added: [] }
    const replayed = statesOf(actor)
    const actors = [...new Set([...expected.keys(), ...replayed.keys()])]
    // Of several steps at once, the log has only the delays that the last one leaves.
    const isCompared = (text: string) => stepCount === 1 || !text.includes(' waits for ')
    const missing = without(recordedMessages, replayedMessages).filter(isCompared)
    const added = without(replayedMessages, recordedMessages).filter(isCompared)
    recordedMessages = []
    replayedMessages = []
    stepCount = 0
    return {
      states: actors
        .filter((key) => expected.get(key) !== replayed.get(key))
        .map((key) => ({ actor: key, recorded: expected.get(key), replayed: replayed.get(key) })),
      missing,
      added,
    }
  }
}

/** The texts of a list without those of another, which counts each once. */
function without(texts: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const text of others) left.set(text, (left.get(text) ?? 0) + 1)
  return texts.filter((text) => {
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return count <= 0
  })
}
