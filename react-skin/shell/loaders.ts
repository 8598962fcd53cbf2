import { loadable } from './loadable.ts'

/** The dialog. A page with an embedded modal never loads it. */
export const dialog = loadable(async () => (await import('./Dialog.tsx')).Dialog)

/** The embedded card. A page with a dialog never loads it. */
export const embeddedCard = loadable(async () => (await import('./EmbeddedCard.tsx')).EmbeddedCard)

/** Preloads the dialog when the user is about to open it. */
export const preloadDialog = dialog.load

/** Milliseconds after which a page counts as idle in browsers without `requestIdleCallback`. */
const IDLE_AFTER_MS = 1000

/** Preloads the dialog when the page is idle: touch users do not hover over the button first. */
export function preloadWhenIdle(): () => void {
  if (typeof requestIdleCallback !== 'undefined') return whenIdle(preloadDialog)
  const timer = setTimeout(preloadDialog, IDLE_AFTER_MS)
  return () => clearTimeout(timer)
}

/** Calls `run` when the page is idle; never in browsers without `requestIdleCallback`. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') return () => {}
  const handle = requestIdleCallback(run)
  return () => cancelIdleCallback(handle)
}
