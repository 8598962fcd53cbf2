import type { Outcome } from '../../machines/entities/attempt.ts'
import { cancelled } from '../../machines/rules/outcomes.ts'
import type { Latchkey } from '../instance.ts'
import { abortable } from '../platform/abort.ts'
import { whenIdle } from '../platform/idle.ts'
import type { Code } from './code.ts'
import type { Late } from './standIn.ts'

/** The life of an instance whose machines may not be there yet. */
export interface Run extends Late, Pick<Latchkey, 'start' | 'stop'> {
  /** The machines are there. */
  take(made: Latchkey): void
  /** Loads the machines, and waits for them until the signal aborts or the instance stops. */
  wait(signal?: AbortSignal): Promise<Outcome<undefined>>
}

interface Visit {
  /** The machines are needed as soon as the instance starts. */
  isUrgent(): boolean
  /** The instance starts, and its machines are not there. */
  begins(): void
}

/** Runs what a page wants done. What it throws is the page's own, and keeps nothing else from being done. */
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

  /** What was sent goes where it should as soon as the machines are there; where they cannot be loaded, nowhere. */
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
