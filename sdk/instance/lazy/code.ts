import type { Outcome } from '../../../machines/shared/outcome.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { done, failed } from '../../../machines/shared/outcome.rules.ts'
import type { EngineStatus } from '../instance.ts'
import { abortable, bounded } from '../../platform/abort.ts'

/** Code that is loaded on first use. */
export interface Code {
  /** Loads the code within a time limit. Concurrent calls share one load; after a failure it is tried again. */
  load(): Promise<Outcome<undefined>>
  /** Loads the code in the background. A failure is not reported and not retried. */
  preload(): void
  status(): EngineStatus
  watchStatus(heard: () => void): () => void
}

/** `fetch` resolves once the code is loaded and in use. It may resolve after the time limit, and still counts. */
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
      // Reset before notifying: a listener may call `load` again immediately.
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
      // After a reported failure, only the caller decides whether to retry.
      if (status === 'idle') void load()
    },
    status: () => status,
    watchStatus(heard) {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
  }
}
