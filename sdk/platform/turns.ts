/** Tabs of a page that take turns, by the browser's web locks. */

/** What gives a lock back; nothing where there are no locks; `late` where another tab does not give its own back in time. */
export type Lock = (() => void) | 'late' | undefined

/** The browser's locks: there are none where the page is not secure, or the browser is old. */
const locksHere = (): LockManager | undefined =>
  (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks

/** Waits for a lock, for so long at most. */
export const takeLock = (name: string, waitMs: number, signal?: AbortSignal): Promise<Lock> =>
  new Promise<Lock>((resolve) => {
    const locks = locksHere()
    if (!locks) return resolve(undefined)
    const control = new AbortController()
    const giveUp = () => control.abort()
    const timer = setTimeout(giveUp, waitMs)
    // A page that goes waits for nobody: what it has to do it does now.
    const leaving = globalThis as Partial<Pick<Window, 'addEventListener' | 'removeEventListener'>>
    leaving.addEventListener?.('pagehide', giveUp)
    signal?.addEventListener('abort', giveUp)
    const settle = (lock: Lock) => {
      clearTimeout(timer)
      leaving.removeEventListener?.('pagehide', giveUp)
      signal?.removeEventListener('abort', giveUp)
      resolve(lock)
    }
    const granted = () => new Promise<void>((release) => settle(release))
    control.signal.addEventListener('abort', () => settle('late'))
    locks.request(name, { signal: control.signal }, granted).catch(() => settle('late'))
  }).catch(() => undefined)

/** How long another tab may hold up what is stored; the work itself takes next to no time. */
const TURN_MS = 500

/**
 * Does work while no other tab does any under this name. Where that cannot be had in time, or the signal aborts, it is done
 * at once: what a visitor chose is not lost with its page.
 */
export async function inTurn<Value>(
  name: string,
  work: () => Value | Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  const lock = signal?.aborted ? 'late' : await takeLock(name, TURN_MS, signal)
  try {
    return await work()
  } finally {
    if (typeof lock === 'function') lock()
  }
}
