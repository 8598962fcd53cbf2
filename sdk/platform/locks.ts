/** Coordinates the tabs of an app with the Web Locks API. */

/** Releases a lock. `undefined`: locks are not available; `late`: another tab did not release the lock in time. */
export type Lock = (() => void) | 'late' | undefined

/** The Web Locks API. It is missing in insecure contexts and in old browsers. */
const locksHere = (): LockManager | undefined =>
  (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks

/** Waits for a lock, at most `waitMs` milliseconds. */
export const takeLock = (name: string, waitMs: number, signal?: AbortSignal): Promise<Lock> =>
  new Promise<Lock>((resolve) => {
    const locks = locksHere()
    if (!locks) return resolve(undefined)
    const control = new AbortController()
    const giveUp = () => control.abort()
    const timer = setTimeout(giveUp, waitMs)
    // A page that is being unloaded cannot wait: it has to finish its work now.
    const page = globalThis as Partial<Pick<Window, 'addEventListener' | 'removeEventListener'>>
    page.addEventListener?.('pagehide', giveUp)
    signal?.addEventListener('abort', giveUp)
    const settle = (lock: Lock) => {
      clearTimeout(timer)
      page.removeEventListener?.('pagehide', giveUp)
      signal?.removeEventListener('abort', giveUp)
      resolve(lock)
    }
    const granted = () => new Promise<void>((release) => settle(release))
    control.signal.addEventListener('abort', () => settle('late'))
    locks.request(name, { signal: control.signal }, granted).catch(() => settle('late'))
  }).catch(() => undefined)

/** The longest wait for another tab, in milliseconds. The work itself takes almost no time. */
const LOCK_WAIT_MS = 500

/**
 * Runs `work` while holding a cross-tab lock called `name`. If the lock is not available in time, or the signal aborts, it runs
 * immediately: a choice of the user must not be lost when the page closes.
 */
export async function withLock<Value>(
  name: string,
  work: () => Value | Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  const lock = signal?.aborted ? 'late' : await takeLock(name, LOCK_WAIT_MS, signal)
  try {
    return await work()
  } finally {
    if (typeof lock === 'function') lock()
  }
}
