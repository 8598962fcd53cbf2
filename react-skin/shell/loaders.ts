import { loadable } from './loadable.ts'

/** The dialog, which a page with an embedded modal never needs. */
export const dialog = loadable(async () => (await import('./Dialog.tsx')).Dialog)

/** The card in the page, which a page with a dialog never needs. */
export const embeddedCard = loadable(async () => (await import('./EmbeddedCard.tsx')).EmbeddedCard)

/** Loads the dialog ahead, when the visitor is about to press what opens it. */
export const preloadDialog = dialog.load

/** Milliseconds after which a page counts as idle where the browser does not say when it is. */
const IDLE_AFTER_MS = 1000

/** Loads it ahead once the page has nothing else to do: who touches the button without hovering over it need not wait then. */
export function preloadWhenIdle(): () => void {
  if (typeof requestIdleCallback !== 'undefined') return whenIdle(preloadDialog)
  const timer = setTimeout(preloadDialog, IDLE_AFTER_MS)
  return () => clearTimeout(timer)
}

/** Does something once the page has nothing else to do; never where the browser does not say when that is. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') return () => {}
  const handle = requestIdleCallback(run)
  return () => cancelIdleCallback(handle)
}
