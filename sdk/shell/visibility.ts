import type { Ports } from '../instance/ports.ts'

type Seen = { type: 'page.shown' | 'page.hidden' }

/** Reports whether the page is visible. */
export const watchPage =
  ({ visibility }: Pick<Ports, 'visibility'>) =>
  ({ sendBack }: { sendBack(event: Seen): void }) =>
    visibility.watch(({ type }) => {
      if (type !== 'page.left') sendBack({ type })
    })
