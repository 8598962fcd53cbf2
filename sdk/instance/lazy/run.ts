import type { Outcome } from '../../../machines/shared/outcome.types.ts'
import { cancelled } from '../../../machines/shared/outcome.rules.ts'
import type { Latchkey } from '../instance.ts'
import { abortable } from '../../platform/abort.ts'
import { whenIdle } from '../../platform/idle.ts'
import type { Code } from './code.ts'
import type { LazyInstance } from './placeholder.ts'

/** The lifecycle of an instance whose machines may not be loaded yet. */
export interface Run extends LazyInstance, Pick<Latchkey, 'start' | 'stop'> {
  /** Sets the loaded instance. */
  take(made: Latchkey): void
  /** Loads the machines and waits for them. Resolves as `cancelled` if the signal aborts or the instance stops. */
  wait(signal?: AbortSignal): Promise<Outcome<undefined>>
}

interface Visit {
  /** Whether the machines are needed as soon as the instance starts. */
  isUrgent(): boolean
  /** Called when the instance starts before its machines are loaded. */
  begins(): void
}

/** Runs a callback of the app. An error is rethrown asynchronously, so that it does not affect other callbacks. */
function guarded(run: () => void): void {
  try {
    run()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}

export function createRun(code: Code, visit: Visit): Run {
  const waiting = new Set<(there: Latchkey) => void>()
  let commands: ((there: Latchkey) => void)[] = []
  let made: Latchkey | undefined
  let starts = 0
  let ending = new AbortController()
  let end = () => {}

  /** Loads the machines for the queued commands. If loading fails, these commands are dropped. */
  function load() {
    const sent = commands
    void code.load().then(({ status }) => {
      if (status !== 'done') commands = commands.filter((command) => !sent.includes(command))
    })
  }
  function begin(there: Latchkey) {
    end = there.start()
    const sent = commands
    commands = []
    for (const deliver of sent) guarded(() => deliver(there))
  }
  function start() {
    starts += 1
    if (starts > 1) return
    if (made) return begin(made)
    visit.begins()
    if (commands.length > 0) load()
    else if (visit.isUrgent()) code.preload()
    else end = whenIdle(code.preload)
  }
  function stop() {
    if (starts === 0) return
    starts -= 1
    if (starts > 0) return
    commands = []
    ending.abort()
    ending = new AbortController()
    end()
    end = () => {}
  }
  return {
    there: () => made,
    take(machines) {
      made = machines
      for (const use of waiting) guarded(() => use(machines))
      waiting.clear()
      if (starts > 0) begin(machines)
    },
    whenThere(use) {
      if (made) return use(made)
      let undo = () => {}
      const entry = (there: Latchkey) => (undo = use(there))
      waiting.add(entry)
      return () => {
        waiting.delete(entry)
        undo()
      }
    },
    deliver(use) {
      if (made) return use(made)
      commands = [...commands, use]
      if (starts > 0) load()
    },
    async wait(signal) {
      const there = abortable(code.load(), ending.signal)
      return (signal ? abortable(there, signal) : there).catch(() => cancelled)
    },
    start() {
      start()
      let undone = false
      return () => {
        if (undone) return
        undone = true
        stop()
      }
    },
    stop,
  }
}
