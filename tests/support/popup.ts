/** Scripted browser windows. */
import type { PopupPort } from '../../sdk/instance/ports.ts'

export function scriptedPopup({ blocked = false }: { blocked?: boolean } = {}) {
  let heard: Parameters<PopupPort['open']>[1] | undefined
  const urls: string[] = []
  const left: string[] = []
  const popup = { blocked }
  const port: PopupPort = {
    open(url, hear) {
      if (popup.blocked) return undefined
      urls.push(url)
      heard = hear
      return {
        go: (to) => void urls.push(to),
        close() {
          if (heard === hear) heard = undefined
        },
        leave() {
          left.push(urls.at(-1) ?? '')
          if (heard === hear) heard = undefined
        },
      }
    },
  }
  return Object.assign(popup, {
    port,
    /** The URLs that the windows opened and navigated to, in order. */
    urls,
    /** The last URLs of windows that stay open for the user. */
    left,
    isOpen: () => heard !== undefined,
    close: () => heard?.closed(),
    say: (message: unknown, origin = 'https://secure.example') => heard?.onMessage?.(message, origin),
  })
}
