import type { Outcome } from '../../../machines/shared/outcome.types.ts'
import { cancelled } from '../../../machines/shared/outcome.rules.ts'
import type { Latchkey } from '../instance.ts'
import { abortable } from '../../platform/abort.ts'
import { whenIdle } from '../../platform/idle.ts'
import { countedStart } from '../countedStart.ts'
import type { Code } from './codeLoader.ts'
import type { LazyInstance } from './placeholder.ts'

/** The lifecycle of an instance whose machines may not be loaded yet. */
export interface Lifecycle extends LazyInstance, Pick<Latchkey, 'start' | 'stop'> {
  /** Sets the loaded instance. */
  setInstance(instance: Latchkey): void
  /** Loads the machines and waits for them. Resolves as `cancelled` if the signal aborts or the instance stops. */
  load(signal?: AbortSignal): Promise<Outcome<undefined>>
}

interface Visit {
  /** Whether the machines are needed as soon as the instance starts. */
  isUrgent(): boolean
  /** Called when the instance starts before its machines are loaded. */
  onStart(): void
}

/** Runs a callback of the app. An error is rethrown asynchronously, so that it does not affect other callbacks. */
function runGuarded(run: () => void): void {
  try {
    run()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}

export function createLifecycle(code: Code, visit: Visit): Lifecycle {
  const waiters = new Set<(instance: Latchkey) => void>()
  let commands: ((instance: Latchkey) => void)[] = []
  let loaded: Latchkey | undefined
  let stopController = new AbortController()
  let stopInstance = () => {}

  /** Loads the machines for the queued commands. If loading fails, these commands are dropped. */
  function load() {
    const queued = commands
    void code.load().then(({ status }) => {
      if (status !== 'done') commands = commands.filter((command) => !queued.includes(command))
    })
  }
  function startInstance(instance: Latchkey) {
    stopInstance = instance.start()
    const queued = commands
    commands = []
    for (const deliver of queued) runGuarded(() => deliver(instance))
  }
  const { start, stop, isStarted } = countedStart(
    () => {
      if (loaded) return startInstance(loaded)
      visit.onStart()
      if (commands.length > 0) load()
      else if (visit.isUrgent()) code.preload()
      else stopInstance = whenIdle(code.preload)
    },
    () => {
      commands = []
      stopController.abort()
      stopController = new AbortController()
      stopInstance()
      stopInstance = () => {}
    },
  )
  return {
    getInstance: () => loaded,
    setInstance(instance) {
      loaded = instance
      for (const use of waiters) runGuarded(() => use(instance))
      waiters.clear()
      if (isStarted()) startInstance(instance)
    },
    whenLoaded(use) {
      if (loaded) return use(loaded)
      let cleanup = () => {}
      const waiter = (instance: Latchkey) => (cleanup = use(instance))
      waiters.add(waiter)
      return () => {
        waiters.delete(waiter)
        cleanup()
      }
    },
    whenStarted(use) {
      if (loaded) return use(loaded)
      commands = [...commands, use]
      if (isStarted()) load()
    },
    async load(signal) {
      const loading = abortable(code.load(), stopController.signal)
      return (signal ? abortable(loading, signal) : loading).catch(() => cancelled)
    },
    start,
    stop,
  }
}
