/** Returns the promise, but rejects as soon as the signal aborts. For work that cannot be aborted itself. */
export function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Waits `ms` milliseconds. If the signal aborts, it clears the timer and rejects. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
  })
}

/**
 * Creates a signal that aborts after `ms` milliseconds with this reason, or together with another signal. Call `end` when it is
 * no longer needed.
 */
export function bounded(signal: AbortSignal | null | undefined, ms: number, reason: () => unknown) {
  const control = new AbortController()
  const stop = () => control.abort(signal?.reason)
  const timer = setTimeout(() => control.abort(reason()), ms)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  return {
    signal: control.signal,
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    },
  }
}
