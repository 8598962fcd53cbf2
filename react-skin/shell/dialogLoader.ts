import { loadable } from './loadable.ts'

/** The dialog, which a page with an embedded modal never needs. */
export const dialog = loadable(async () => (await import('./Dialog.tsx')).Dialog)

/** Loads it ahead, when the visitor is about to press what opens it. */
export const preloadDialog = dialog.load

/** Milliseconds after which a page counts as idle where the browser does not say when it is. */
const IDLE_AFTER_MS = 1000

/** Loads it ahead once the page has nothing else to do: who touches the button without hovering over it need not wait then. */
export function preloadWhenIdle(): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(preloadDialog, IDLE_AFTER_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(preloadDialog)
  return () => cancelIdleCallback(handle)
}
