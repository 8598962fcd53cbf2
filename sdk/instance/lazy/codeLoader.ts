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
  watchStatus(listener: () => void): () => void
}

/** `fetch` resolves once the code is loaded and in use. It may resolve after the time limit, and still counts. */
export function createCode(fetch: () => Promise<void>, loadMs: number, warn: (error: LatchkeyError) => void): Code {
  const listeners = new Set<() => void>()
  let status: EngineStatus = 'idle'
  let loading: Promise<Outcome<undefined>> | undefined
  let isAwaited = false
  const setStatus = (next: EngineStatus) => {
    if (status === 'ready' || status === next) return
    status = next
    for (const listener of listeners) listener()
  }
  async function fetchOnce(): Promise<Outcome<undefined>> {
    setStatus('loading')
    const timeLimit = bounded(undefined, loadMs, () => new Error(`It took more than ${loadMs} ms.`))
    try {
      await abortable(
        fetch().then(() => setStatus('ready')),
        timeLimit.signal,
      )
      return done(undefined)
    } catch (cause) {
      const error = new LatchkeyError('feature.notLoaded', { cause })
      const wasAwaited = isAwaited
      // Reset before notifying: a listener may call `load` again immediately.
      loading = undefined
      isAwaited = false
      warn(error)
      setStatus(wasAwaited ? 'failed' : 'idle')
      return failed(error)
    } finally {
      timeLimit.end()
    }
  }
  const load = () => (status === 'ready' ? Promise.resolve(done(undefined)) : (loading ??= fetchOnce()))
  return {
    load() {
      isAwaited = true
      return load()
    },
    preload() {
      // After a reported failure, only the caller decides whether to retry.
      if (status === 'idle') void load()
    },
    status: () => status,
    watchStatus(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
