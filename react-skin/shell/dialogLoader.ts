import { loadable } from './loadable.ts'

/** The dialog, which a page with an embedded modal never needs. */
export const dialog = loadable(async () => (await import('./Dialog.tsx')).Dialog)

/** Loads it ahead, when the visitor is about to press what opens it. */
export const preloadDialog = dialog.load
