import { TIMING } from '../../machines/constants.ts'
import type { PopupPort } from '../ports.ts'

/** What a window beside the page looks like: as wide and high as providers' pages want to be, in the middle of this one. */
const popupFeatures = (width = 600, height = 800): string => {
  const { screenX, screenY, outerWidth, outerHeight } = window
  const left = Math.max(0, Math.round(screenX + (outerWidth - width) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 2))
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

/** Windows of the browser. */
export const browserPopup: PopupPort = {
  open(url, { closed, said }) {
    const popup = typeof window === 'undefined' ? null : window.open(url, '_blank', popupFeatures())
    if (!popup) return undefined
    // An empty window is of this page's origin, and can be cut off from it before it is led elsewhere.
    if (!said) popup.opener = null
    let gone = false
    // No event says that a window of another origin was closed. What it said last may still be on its way then.
    const look = setInterval(() => {
      if (gone) closed()
      gone = popup.closed
    }, TIMING.popupLookMs)
    const hear = ({ source, data, origin }: MessageEvent<unknown>) => source === popup && said?.(data, origin)
    window.addEventListener('message', hear)
    const leave = () => {
      clearInterval(look)
      window.removeEventListener('message', hear)
    }
    return {
      go: (to) => popup.location.replace(to),
      leave,
      close() {
        leave()
        popup.close()
      },
    }
  },
}
