/** Milliseconds after which a page counts as idle where the browser does not say when it is. */
const IDLE_AFTER_MS = 1000
/** Milliseconds that a page which is never idle is waited for. */
const IDLE_AT_MOST_MS = 2000

/** Does something once the page has nothing else to do; at once outside a browser. Returns what calls it off. */
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
