import type { Ports } from '../instance/ports.ts'

type VisibilityEvent = { type: 'page.shown' | 'page.hidden' }

/** Reports whether the page is visible. */
export const watchPage =
  ({ visibility }: Pick<Ports, 'visibility'>) =>
  ({ sendBack }: { sendBack(event: VisibilityEvent): void }) =>
    visibility.watch(({ type }) => {
      if (type !== 'page.left') sendBack({ type })
    })
