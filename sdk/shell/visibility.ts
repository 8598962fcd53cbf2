import type { Ports } from '../instance/ports.ts'

type VisibilityEvent = { type: 'page.shown' | 'page.hidden' }

/** Reports whether the page is visible. */
export const watchPage =
  ({ visibility }: Pick<Ports, 'visibility'>) =>
  ({ sendBack }: { sendBack(event: VisibilityEvent): void }) =>
    visibility.watch(({ type }) => {
      if (type === 'page.shown' || type === 'page.hidden') sendBack({ type })
    })

/**
 * Calls back when the user returns to the page, or the browser is online again: what was read before may be outdated, and events
 * may have been lost. Returns a function that stops this.
 */
export function onPageReturned({ visibility }: Pick<Ports, 'visibility'>, listener: () => void): () => void {
  let wasHidden = false
  return visibility.watch(({ type }) => {
    if (type === 'page.hidden') wasHidden = true
    const isBack = type === 'page.online' || (type === 'page.shown' && wasHidden)
    if (!isBack) return
    wasHidden = false
    listener()
  })
}
