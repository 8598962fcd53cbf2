/** Milliseconds after which a page counts as idle in browsers without `requestIdleCallback`. */
const IDLE_AFTER_MS = 1000
/** Maximum wait, in milliseconds, for a page that never becomes idle. */
const IDLE_AT_MOST_MS = 2000

/** Calls `run` when the page is idle, or immediately outside a browser. Returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  if (typeof document === 'undefined') {
    run()
    return () => {}
  }
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, IDLE_AFTER_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: IDLE_AT_MOST_MS })
  return () => cancelIdleCallback(handle)
}
