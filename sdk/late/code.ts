import type { Outcome } from '../../machines/entities/attempt.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { done, failed } from '../../machines/rules/outcomes.ts'
import type { EngineStatus } from '../instance.ts'
import { abortable, bounded } from '../platform/abort.ts'

/** Code that is loaded when it is first needed. */
export interface Code {
  /** Loads it within a bound, if it is not there or on its way; after a failure, once more. */
  load(): Promise<Outcome<undefined>>
  /** The same, where nobody waits for it: a failure is nobody's, and nothing is tried again. */
  preload(): void
  status(): EngineStatus
  watchStatus(heard: () => void): () => void
}

/** `fetch` resolves once the code is there and used; it may come after the bound, and counts then as well. */
export function createCode(fetch: () => Promise<void>, loadMs: number, warn: (error: LatchkeyError) => void): Code {
  const listeners = new Set<() => void>()
  let status: EngineStatus = 'idle'
  let loading: Promise<Outcome<undefined>> | undefined
  let awaited = false
  const become = (next: EngineStatus) => {
    if (status === 'ready' || status === next) return
    status = next
    for (const heard of listeners) heard()
  }
  async function fetchOnce(): Promise<Outcome<undefined>> {
    become('loading')
    const bound = bounded(undefined, loadMs, () => new Error(`It took more than ${loadMs} ms.`))
    try {
      await abortable(
        fetch().then(() => become('ready')),
        bound.signal,
      )
      return done(undefined)
    } catch (cause) {
      const error = new LatchkeyError('feature.notLoaded', { cause })
      const wasAwaited = awaited
      // Whoever hears of it may ask again at once.
      loading = undefined
      awaited = false
      warn(error)
      become(wasAwaited ? 'failed' : 'idle')
      return failed(error)
    } finally {
      bound.end()
    }
  }
  const load = () => (status === 'ready' ? Promise.resolve(done(undefined)) : (loading ??= fetchOnce()))
  return {
    load() {
      awaited = true
      return load()
    },
    preload() {
      // Who was told that it failed decides whether to try again.
      if (status === 'idle') void load()
    },
    status: () => status,
    watchStatus(heard) {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
  }
}
